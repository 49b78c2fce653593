import type { Content } from '../../content/kinds.ts';
import type { Product } from '../../content/schema/product.ts';
import { LinkedDocument } from '../drawings/product-document.tsx';
import { ProductAction, type ProductActionWords } from './product-action.tsx';
import { ProductIcon } from './product-icon.tsx';

interface ProductCardProps {
  product: Omit<Product, 'page' | 'slug'> & { detailPage: string | undefined };
  visitLabel: string;
  contactLabel: string;
  words: ProductActionWords & Pick<Content['controls'], 'maker'>;
}

/** A product in the catalogue, in the accent that stands around it. Its icon and its document hang from one line. */
export function ProductCard({ product, visitLabel, contactLabel, words }: ProductCardProps) {
  return (
    <article className="product-card">
      <div className="product-card-head">
        <div>
          <ProductIcon icon={product.icon} />
          <h2>
            {product.detailPage ? (
              <a href={product.detailPage} className="relative">
                {product.title}
              </a>
            ) : (
              product.title
            )}
          </h2>
        </div>
        <p className="font-semibold text-accent">
          {product.subtitle}
          {product.maker ? (
            <span className="block font-normal text-quiet">{words.maker.replace('{maker}', product.maker)}</span>
          ) : null}
        </p>
        <LinkedDocument icon={product.icon} />
      </div>
      <p className="max-w-[30em] text-quiet">{product.description}</p>
      <ul>
        {product.features.map((feature) => (
          <li key={feature} className="product-feature">
            {feature}
          </li>
        ))}
      </ul>
      <p>
        <ProductAction
          link={product.link}
          external={product.external}
          label={product.external ? visitLabel : contactLabel}
          subject={product.title}
          words={words}
        />
      </p>
    </article>
  );
}
