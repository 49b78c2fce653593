import type { Content } from '../../content/content-types.ts';
import type { Product } from '../../content/schema/product.ts';
import { FitDetails, type Way } from './answers.tsx';
import { ProductDocument } from '../drawings/product-document.tsx';
import { ProductAction, type ProductActionWords } from './product-action.tsx';

interface ProductCardProps {
  product: Omit<Product, 'page'> & { detailPage: string | undefined; ways: readonly Way[] };
  label: string;
  words: ProductActionWords & Pick<Content['controls'], 'maker'>;
  answers: Content['answers'];
}

/** A product in the catalogue, in the accent of its container. Cards side by side share their rows (subgrid). */
export function ProductCard({ product, label, words, answers }: ProductCardProps) {
  const { slug, icon, color, title, external, link, detailPage } = product;
  return (
    <article id={slug} className="row-span-4 grid grid-rows-subgrid gap-y-4 bg-raised pb-6">
      <div className="flex flex-wrap content-start">
        <div className="flex w-32 items-end bg-accent *:w-full md:w-full">
          <ProductDocument icon={icon} accent={color} again />
        </div>
        <div className="flex-1 basis-40 px-5 md:basis-full md:pt-4">
          <p className="text-small font-semibold text-accent">{product.job}</p>
          <h2 className="text-h3 font-bold">
            {detailPage ? (
              <a href={detailPage} className="onward relative -my-[0.5em] inline-block py-[0.5em] hover:text-accent">
                {title}
              </a>
            ) : (
              title
            )}
          </h2>
          <p className="mt-1 font-medium">{product.subtitle}</p>
        </div>
      </div>
      <div className="px-5 text-quiet">
        {product.maker ? <p>{words.maker.replace('{maker}', product.maker)}</p> : null}
        <p>{product.description}</p>
      </div>
      <ul className="px-5">
        {product.features.map((feature) => (
          <li key={feature} className="product-feature">
            {feature}
          </li>
        ))}
      </ul>
      <div className="px-5 pt-2">
        <ProductAction link={link} external={external} label={label} subject={title} words={words} />
        {detailPage ? null : <FitDetails fit={product.fit} ways={product.ways} words={answers} />}
      </div>
    </article>
  );
}
