import { ArrowUpRight } from 'lucide';
import type { Content } from '../../content/content-models.ts';
import { Icon } from './icon.tsx';

interface ProductLinkProps {
  href: string;
  isExternal: boolean;
  label: string;
  /** Name of the product, for screen readers: it tells eight buttons with one label apart. */
  productName: string;
  texts: ProductLinkTexts;
}

/** Text for screen readers after the button's label: `about ADP Connector`. */
export type ProductLinkTexts = Pick<Content['controls'], 'aboutProduct' | 'ofProduct' | 'newTab'>;

/** Button of a product: to its provider's site in a new tab, or to the contact page. */
export function ProductLink({ href, isExternal, label, productName, texts }: ProductLinkProps) {
  const { aboutProduct, ofProduct, newTab } = texts;
  const spoken = isExternal ? `${ofProduct} ${newTab}` : aboutProduct;
  return (
    <a href={href} {...(isExternal && newTabAttributes)} className="button button-quiet bg-ground">
      {label}
      <span className="sr-only">{` ${spoken.replace('{product}', productName)}`}</span>
      {isExternal ? <Icon shapes={ArrowUpRight} className="size-5" /> : null}
    </a>
  );
}

const newTabAttributes = { target: '_blank', rel: 'noopener noreferrer', 'data-press': 'website' };
