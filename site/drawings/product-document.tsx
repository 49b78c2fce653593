import type { Accent } from '../../content/schema/fields.ts';
import type { Picture as PictureContent } from '../../content/schema/picture.ts';
import type { ProductIcon } from '../../content/schema/product.ts';
import { Picture } from '../components/picture.tsx';
import { documentPaths, documentSize } from './document-paths.ts';

interface ProductDocumentProps {
  icon: ProductIcon;
  accent: Accent;
  /** Set if the document is on the page already: it is then reused, not repeated. */
  isReused?: boolean;
  /** Shown in place of the drawing. */
  picture?: PictureContent | undefined;
}

/** Paper or screen of a product. Its ground is light or dark in both themes, so it sets its accent again. */
export function ProductDocumentDrawing({ icon, accent, isReused, picture }: ProductDocumentProps) {
  if (picture) return <Picture picture={picture} crop={isReused ? 'thumbnail' : 'card'} />;
  const { isScreen, paper, pale, dark, mark } = documentPaths[icon];
  return (
    <svg
      viewBox={`0 0 ${documentSize.width} ${documentSize.height}`}
      data-accent={accent}
      className={isScreen ? 'dim' : 'lit'}
      aria-hidden
    >
      {isReused ? (
        <use href={`#document/${icon}`} />
      ) : (
        <g id={`document/${icon}`} fillRule="evenodd">
          <path d={paper} className="fill-raised" />
          <path d={pale} className="fill-accent" fillOpacity={isScreen ? '.55' : '.35'} />
          <path d={dark} className="fill-text" />
          <path d={mark} className="fill-accent" />
        </g>
      )}
    </svg>
  );
}
