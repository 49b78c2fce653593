import type { Content } from '../../content/kinds.ts';
import type { Product } from '../../content/schema/product.ts';
import { FitDetails, type Way } from './answers.tsx';
import { LinkedDocument } from '../drawings/product-document.tsx';
import { ProductAction, type ProductActionWords } from './product-action.tsx';

interface ProductCardProps {
  product: Omit<Product, 'page'> & { detailPage: string | undefined; ways: readonly Way[] };
  label: string;
  words: ProductActionWords & Pick<Content['controls'], 'maker'>;
  answers: Content['answers'];
}

/** A product in the catalogue, in the accent that stands around it. What stands beside it has the same rows. */
export function ProductCard({ product, label, words, answers }: ProductCardProps) {
  return (
    <article
      id={product.slug}
      className="row-span-5 grid grid-rows-subgrid gap-y-0 justify-items-start border-t-3 border-accent pt-5"
    >
      <div className="flex w-full items-start justify-between gap-4">
        <div>
          <p className="text-small font-semibold text-accent">{product.job}</p>
          <h2 className="text-h2 font-bold">
            {product.detailPage ? (
              <a
                href={product.detailPage}
                className="onward relative -my-[0.3em] inline-block py-[0.3em] hover:text-accent"
              >
                {product.title}
              </a>
            ) : (
              product.title
            )}
          </h2>
          <p className="mt-1 font-medium">{product.subtitle}</p>
        </div>
        <LinkedDocument
          icon={product.icon}
          accent={product.color}
          className="-mt-5 w-[min(23vw,8rem)] shrink-0 menu:hidden"
        />
      </div>
      <div className="mt-4 text-quiet">
        {product.maker ? <p>{words.maker.replace('{maker}', product.maker)}</p> : null}
        <p>{product.description}</p>
      </div>
      <ul className="mt-4 grid w-full gap-x-8 gap-y-1 sm:grid-cols-2">
        {product.features.map((feature) => (
          <li key={feature} className="product-feature">
            {feature}
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <ProductAction
          link={product.link}
          external={product.external}
          label={label}
          subject={product.title}
          words={words}
        />
      </p>
      {product.detailPage ? null : <FitDetails fit={product.fit} ways={product.ways} words={answers} />}
    </article>
  );
}
