import { deckSize } from './poster-convention.ts';
import { getLayerShapes, type Poster, type PosterLayer } from './poster-model.ts';
import { drawShape, svgAttributes } from './poster.tsx';

interface DeckDrawingProps {
  /** A poster that has one bay with its pier, in its middle, and a vehicle. */
  deck: Poster;
  /** How many bays its width is divided into. */
  bayCount: number;
}

const middle = deckSize.width / 2;

/** A structure's deck over the whole width, with a pier at each station. What rides on it stands at the last one. */
export function DeckDrawing({ deck, bayCount }: DeckDrawingProps) {
  const bayWidth = deckSize.width / bayCount;
  const stretch = bayWidth / deckSize.bay;
  // Windows that are wider than the sheet see one more on each side.
  const piers = Array.from({ length: bayCount + 2 }, (_, index) => (index - 0.5) * bayWidth);
  const draw = (name: PosterLayer['name']) => getLayerShapes(deck, name).map(drawShape);
  return (
    <div className={`deck deck-${bayCount}`}>
      <svg viewBox={viewBox} {...svgAttributes}>
        <defs>
          <g id="deck.bay">{draw('bay')}</g>
          <g id="deck.pier">{draw('pier')}</g>
        </defs>
        {draw('background')}
        {piers.map((x) => (
          <use key={x} href="#deck.bay" transform={`translate(${x - middle * stretch}) scale(${stretch} 1)`} />
        ))}
        {piers.map((x) => (
          <use key={x} href="#deck.pier" transform={`translate(${x - middle})`} />
        ))}
        {draw('foreground')}
      </svg>
      <svg viewBox={viewBox} {...svgAttributes} className="vehicle">
        <g transform={`translate(${(piers.at(-2) ?? middle) - middle})`}>{draw('vehicle')}</g>
      </svg>
    </div>
  );
}

const viewBox = `0 0 ${deckSize.width} ${deckSize.height}`;
