import type { ServicePoster } from '../../content/schema/fields.ts';
import { deckSize } from './poster-convention.ts';
import type { Poster, PosterLayer } from './poster-model.ts';
import { drawLinkedShape, svgAttributes } from './poster.tsx';

/** Returns the path of `DeckFile`. */
export const getDeckPath = (structure: ServicePoster): string => `/decks/${structure}.svg`;

/** SVG file of a deck: each layer by its name. With it inline a service would not fit into one round trip. */
export function DeckFile({ deck: { layers } }: { deck: Poster }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg">
      {layers.map(({ name, shapes }) => (
        <g key={name} id={name}>
          {shapes.map(drawLinkedShape)}
        </g>
      ))}
    </svg>
  );
}

interface DeckDrawingProps {
  structure: ServicePoster;
  /** How many bays its width is divided into. */
  bayCount: number;
}

const middle = deckSize.width / 2;
const viewBox = `0 0 ${deckSize.width} ${deckSize.height}`;

/** A structure's deck over the whole width, with a pier at each station. What rides on it stands at the last one. */
export function DeckDrawing({ structure, bayCount }: DeckDrawingProps) {
  const bayWidth = deckSize.width / bayCount;
  const stretch = bayWidth / deckSize.bay;
  // Windows that are wider than the sheet see one more on each side.
  const piers = Array.from({ length: bayCount + 2 }, (_, index) => (index - 0.5) * bayWidth);
  const getHref = (layer: PosterLayer['name']) => `${getDeckPath(structure)}#${layer}`;
  return (
    <div className={`deck deck-${bayCount}`}>
      <svg viewBox={viewBox} {...svgAttributes}>
        <use href={getHref('background')} />
        {piers.map((x) => (
          <use key={x} href={getHref('bay')} transform={`translate(${x - middle * stretch}) scale(${stretch} 1)`} />
        ))}
        {piers.map((x) => (
          <use key={x} href={getHref('pier')} transform={`translate(${x - middle})`} />
        ))}
        <use href={getHref('foreground')} />
      </svg>
      <svg viewBox={viewBox} {...svgAttributes} className="vehicle">
        <use href={getHref('vehicle')} transform={`translate(${(piers.at(-2) ?? middle) - middle})`} />
      </svg>
    </div>
  );
}
