import type { Accent } from '../../content/schema/fields.ts';
import type { ProductIcon } from '../../content/schema/product.ts';
import { documents, sheet } from './documents.ts';

interface DocumentProps {
  icon: ProductIcon;
  accent: Accent;
  /** Set if the document is on the page already: it is then reused, not repeated. */
  again?: boolean;
}

/** Paper or screen of a product. Its ground is light or dark in both themes, so it sets its accent again. */
export function ProductDocument({ icon, accent, again }: DocumentProps) {
  const { isScreen, paper, pale, dark, mark } = documents[icon];
  return (
    <svg
      viewBox={`0 0 ${sheet.width} ${sheet.height}`}
      data-accent={accent}
      className={isScreen ? 'dim' : 'lit'}
      aria-hidden
    >
      {again ? (
        <use href={`#document-${icon}`} />
      ) : (
        <g id={`document-${icon}`} fillRule="evenodd">
          <path d={paper} className="fill-raised" />
          <path d={pale} className="fill-accent" fillOpacity={isScreen ? '.55' : '.35'} />
          <path d={dark} className="fill-text" />
          <path d={mark} className="fill-accent" />
        </g>
      )}
    </svg>
  );
}
