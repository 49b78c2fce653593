import type { Accent } from '../../content/schema/fields.ts';
import type { Picture as PictureContent } from '../../content/schema/picture.ts';
import type { ProductIcon } from '../../content/schema/product.ts';
import { Picture } from '../components/picture.tsx';
import { listPosterShapes } from './poster-model.ts';
import { drawShape } from './poster.tsx';
import { getPoster } from './posters.ts';

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
  const shapes = listPosterShapes(getPoster(`documents/${icon}`));
  const isScreen = shapes[0]?.ink === 'screen';
  return (
    <svg viewBox="0 0 320 216" data-accent={accent} className={isScreen ? 'dim' : 'lit'} aria-hidden>
      {isReused ? (
        <use href={`#document.${icon}`} />
      ) : (
        <g id={`document.${icon}`} fillRule="evenodd">
          {shapes.map((shape) =>
            shape.ink === 'pale' ? (
              <path key={shape.d} d={shape.d} className="fill-accent" fillOpacity={isScreen ? '.55' : '.35'} />
            ) : (
              drawShape(shape)
            ),
          )}
        </g>
      )}
    </svg>
  );
}
