import { ArrowUpRight } from 'lucide';
import type { Content } from '../../content/content-types.ts';
import { Icon } from './icon.tsx';

interface ProductActionProps {
  link: string;
  external: boolean;
  label: string;
  /** Name of the product, for screen readers: it tells eight buttons with one label apart. */
  subject: string;
  words: ProductActionWords;
}

/** Text for screen readers after the button's label: `about ADP Connector`. */
export type ProductActionWords = Pick<Content['controls'], 'aboutProduct' | 'ofProduct' | 'newTab'>;

/** Button of a product: to its provider's site in a new tab, or to the contact page. */
export function ProductAction({ link, external, label, subject, words }: ProductActionProps) {
  const { aboutProduct, ofProduct, newTab } = words;
  const spoken = external ? `${ofProduct} ${newTab}` : aboutProduct;
  return (
    <a href={link} {...(external && outside)} className="button button-quiet bg-ground">
      {label}
      <span className="sr-only">{` ${spoken.replace('{product}', subject)}`}</span>
      {external ? <Icon shapes={ArrowUpRight} className="size-5" /> : null}
    </a>
  );
}

const outside = { target: '_blank', rel: 'noopener noreferrer' };
