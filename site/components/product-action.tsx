import { ArrowUpRight } from 'lucide';
import type { Content } from '../../content/content-types.ts';
import { Icon } from './icon.tsx';

interface ProductActionProps {
  link: string;
  external: boolean;
  label: string;
  /** Which product: eight buttons with one label would be one name to a screen reader. */
  subject: string;
  words: ProductActionWords;
}

/** What a screen reader says beside the button's label: `about ADP Connector`. */
export type ProductActionWords = Pick<Content['controls'], 'aboutProduct' | 'ofProduct' | 'newTab'>;

/** The button of a product: to its provider's site in a new tab, or to the contact page. */
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
