import type { Content } from '../../content/kinds.ts';
import type { Product } from '../../content/schema/product.ts';
import { ProductAction, type ProductActionWords } from './product-action.tsx';
import { ProductIcon } from './product-icon.tsx';

interface ProductCardProps {
  product: Omit<Product, 'page'> & { detailPage: string | undefined };
  visitLabel: string;
  contactLabel: string;
  words: ProductActionWords & Pick<Content['controls'], 'maker'>;
}

/** A product in the catalogue, in the accent that stands around it: what it is on the left, what it does on the right. */
export function ProductCard({ product, visitLabel, contactLabel, words }: ProductCardProps) {
  return (
    <article id={product.slug} className="grid gap-x-8 gap-y-4 border-t border-outline pt-6 pb-8 md:grid-cols-12">
      <div className="md:col-span-4">
        <ProductIcon icon={product.icon} className="size-9" />
        <h2 className="mt-2 text-h3 font-bold">
          {product.detailPage ? (
            <a href={product.detailPage} className="relative -my-[0.6rem] inline-block py-[0.6rem] hover:text-accent">
              {product.title}
            </a>
          ) : (
            product.title
          )}
        </h2>
        <p className="mt-1 text-accent">
          {product.subtitle}
          {product.maker ? (
            <span className="block text-quiet">{words.maker.replace('{maker}', product.maker)}</span>
          ) : null}
        </p>
      </div>
      <div className="md:col-span-8">
        <p>{product.description}</p>
        <ul className="mt-3 grid gap-x-8 gap-y-1 text-quiet sm:grid-cols-2">
          {product.features.map((feature) => (
            <li key={feature} className="product-feature">
              {feature}
            </li>
          ))}
        </ul>
        <p className="mt-5">
          <ProductAction
            link={product.link}
            external={product.external}
            label={product.external ? visitLabel : contactLabel}
            subject={product.title}
            words={words}
          />
        </p>
      </div>
    </article>
  );
}
