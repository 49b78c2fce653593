import type { Product } from '../../content/products/product.ts';
import { ProductAction } from './product-action.tsx';
import { ProductIcon } from './product-icon.tsx';

interface ProductCardProps {
  product: Omit<Product, 'page'> & { detailPage: string | undefined };
  visitLabel: string;
  contactLabel: string;
}

/** A product in the catalogue, in the accent that stands around it. */
export function ProductCard({ product, visitLabel, contactLabel }: ProductCardProps) {
  return (
    <article className="flex h-full flex-col border-t-3 border-accent pt-6">
      <ProductIcon icon={product.icon} />
      <h2 className="mt-5 text-h2 font-bold">
        {product.detailPage ? (
          <a href={product.detailPage} className="inline-flex min-h-11 items-center hover:text-accent">
            {product.title}
          </a>
        ) : (
          product.title
        )}
      </h2>
      <p className="mt-1 font-semibold text-accent">{product.subtitle}</p>
      <p className="mt-4 max-w-(--measure) text-quiet">{product.description}</p>
      <ul className="mt-5 mb-8 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {product.features.map((feature) => (
          <li key={feature} className="product-feature">
            {feature}
          </li>
        ))}
      </ul>
      <p className="mt-auto">
        <ProductAction
          link={product.link}
          external={product.external}
          label={product.external ? visitLabel : contactLabel}
          subject={product.title}
        />
      </p>
    </article>
  );
}
