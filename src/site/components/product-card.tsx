import type { Content } from '../../content/content-models.ts';
import type { Product } from '../../content/schema/product.ts';
import { ProductFitDisclosure, type RelatedLink } from './fit-and-questions.tsx';
import { ProductDocumentDrawing } from '../drawings/product-document.tsx';
import { ProductLink, type ProductLinkTexts } from './product-link.tsx';

interface ProductCardProps {
  product: Omit<Product, 'page'> & { detailPath: string | undefined; relatedLinks: readonly RelatedLink[] };
  /** Label of the link to the maker's site or to the contact page. */
  linkLabel: string;
  texts: ProductLinkTexts & Pick<Content['controls'], 'maker'>;
  /** Headings of the fit criteria and related links. */
  fitTexts: Content['answers'];
}

/** A product in the catalogue, in the accent of its container. Cards side by side share their rows (subgrid). */
export function ProductCard({ product, linkLabel: label, texts, fitTexts }: ProductCardProps) {
  const { slug, icon, color, title, external: isExternal, link: href, detailPath } = product;
  return (
    <article id={slug} className="row-span-4 grid grid-rows-subgrid gap-y-3 bg-raised pb-5 md:gap-y-4 md:pb-6">
      <div className="flex flex-wrap content-start">
        <div className={`w-32 md:w-full ${product.picture ? '' : 'flex items-end bg-accent *:w-full'}`}>
          <ProductDocumentDrawing icon={icon} accent={color} picture={product.picture} isReused />
        </div>
        <div className="flex-1 basis-40 px-5 pt-3 md:basis-full md:pt-4">
          <p className="text-small font-semibold text-accent">{product.job}</p>
          <h2 className="text-h3 font-bold">
            {detailPath ? (
              <a href={detailPath} className="onward relative -my-[0.5em] inline-block py-[0.5em] hover:text-accent">
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
        {product.maker ? <p>{texts.maker.replace('{maker}', product.maker)}</p> : null}
        <p>{product.description}</p>
      </div>
      <ul className="px-5 *:break-inside-avoid max-md:columns-[2_8rem]">
        {product.features.map((feature) => (
          <li key={feature} className="product-feature">
            {feature}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap content-start items-start gap-x-4 px-5 pt-2">
        <ProductLink href={href} isExternal={isExternal} label={label} productName={title} texts={texts} />
        {detailPath ? null : (
          <ProductFitDisclosure fit={product.fit} relatedLinks={product.relatedLinks} texts={fitTexts} />
        )}
      </div>
    </article>
  );
}
