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
    <article className="row-span-4 grid grid-rows-subgrid border-t-3 border-accent max-sm:text-small/[1.4]">
      <div className="grid grid-cols-[1fr_30%] grid-rows-[auto_1fr] gap-x-4 gap-y-1 wide:grid-cols-[1fr_min(38%,15rem)]">
        <div>
          <ProductIcon icon={product.icon} className="-mt-[1.4rem] mb-2 size-11 border border-hairline bg-ground p-2" />
          <h2 className="text-[length:clamp(1.4rem,0.75rem+1.6vw,2.1rem)] font-bold">
            {product.detailPage ? (
              <a href={product.detailPage} className="relative -my-[0.6rem] inline-block py-[0.6rem] hover:text-accent">
                {product.title}
              </a>
            ) : (
              product.title
            )}
          </h2>
        </div>
        <p className="font-semibold text-accent max-sm:col-span-full">
          {product.subtitle}
          {product.maker ? (
            <span className="block font-normal text-quiet">{words.maker.replace('{maker}', product.maker)}</span>
          ) : null}
        </p>
        <LinkedDocument icon={product.icon} className="col-start-2 row-start-1 sm:row-[1/span_2]" />
      </div>
      <p className="max-w-[30em] text-quiet">{product.description}</p>
      <ul className="wide:grid wide:grid-cols-2 wide:content-start wide:gap-x-4 wide:gap-y-[0.3rem]">
        {product.features.map((feature) => (
          <li key={feature} className="product-feature">
            {feature}
          </li>
        ))}
      </ul>
      <p className="max-sm:*:min-h-11 max-sm:*:py-[0.4rem] wide:pt-2">
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
