import { ArrowUpRight } from 'lucide';
import { Icon } from './icon.tsx';

interface ProductActionProps {
  link: string;
  external: boolean;
  label: string;
  /** Which product: eight buttons with one label would be one name to a screen reader. */
  subject: string;
}

/** The button of a product: to its provider's site in a new tab, or to the contact page. */
export function ProductAction({ link, external, label, subject }: ProductActionProps) {
  if (!external) {
    return (
      <a href={link} className="button button-quiet">
        {label}
        <span className="sr-only"> about {subject}</span>
      </a>
    );
  }
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className="button button-quiet">
      {label}
      <span className="sr-only"> of {subject} (opens in a new tab)</span>
      <Icon shapes={ArrowUpRight} className="size-5" />
    </a>
  );
}
