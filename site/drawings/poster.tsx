import { type Ink, listShapes, type Poster, type Shape, sheet } from './posters/poster.ts';

/** Fill and stroke classes of each ink. Written out, since the CSS is generated from the class names in the source. */
const classes: Readonly<Record<Ink, readonly [fill: string, stroke: string]>> = {
  far: ['fill-far', 'stroke-far'],
  mid: ['fill-mid', 'stroke-mid'],
  bank: ['fill-bank', 'stroke-bank'],
  water: ['fill-water', 'stroke-water'],
  stone: ['fill-stone', 'stroke-stone'],
  side: ['fill-side', 'stroke-side'],
  under: ['fill-under', 'stroke-under'],
  hanger: ['fill-hanger', 'stroke-hanger'],
  lit: ['fill-lit', 'stroke-lit'],
  accent: ['fill-accent', 'stroke-accent'],
};

const drawing = {
  fill: 'none',
  fillRule: 'evenodd',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

/** The finished picture, once on a page, before the stage and the closing, which show parts of it. */
export function OpeningPoster({ poster, words }: { poster: Poster; words?: readonly string[] | undefined }) {
  const { behind, layers, front, lamps } = poster;
  return (
    <svg viewBox={viewBox()} preserveAspectRatio="xMaxYMax" {...drawing}>
      <g id="behind">{behind.map(drawShape)}</g>
      {layers.map(({ shapes, look }, index) => (
        <g key={layerId(index)} id={layerId(index)} className={look}>
          {shapes.map(drawShape)}
        </g>
      ))}
      <g id="front">{front.map(drawShape)}</g>
      <path id="lamps" d={lamps} className="stroke-lit" strokeWidth="5" />
      {words?.map((text, index) => {
        const [x, y] = poster.words?.[index] ?? [];
        return (
          <text key={text} x={x} y={y} fontSize="22" fontWeight="600" textAnchor="middle" className="fill-text">
            {text}
          </text>
        );
      })}
    </svg>
  );
}

/** A tall detail of the picture, whose structure is built while the text beside it is read. */
export function PosterStage({ poster: { layers, focus = middle } }: { poster: Poster }) {
  return (
    <svg viewBox={viewBox(...focus)} preserveAspectRatio="xMidYMax" {...drawing}>
      <use href="#behind" />
      {layers.map(({ at, enters = '' }, index) => (
        <use key={layerId(index)} href={`#${layerId(index)}`} className={`built built-${at} ${enters}`} />
      ))}
      <use href="#front" />
      <use href="#lamps" className="built built-4 lowered" />
    </svg>
  );
}

/** Repeats the picture at the end of the page. */
export function ClosingPoster({ poster: { layers } }: { poster: Poster }) {
  return (
    <svg viewBox={viewBox()} preserveAspectRatio="xMaxYMax" {...drawing}>
      {['behind', ...layers.map((_, index) => layerId(index)), 'front', 'lamps'].map((id) => (
        <use key={id} href={`#${id}`} />
      ))}
    </svg>
  );
}

function drawShape({ ink, d, width }: Shape) {
  const [fill, stroke] = classes[ink];
  return width ? (
    <path key={d} d={d} className={stroke} strokeWidth={width} />
  ) : (
    <path key={d} d={d} className={fill} />
  );
}

const middle = [400, 560] as const;

const layerId = (index: number) => `layer-${index}`;

function viewBox(from = 0, width = sheet.width): string {
  return `${from} 0 ${width} ${sheet.height}`;
}

/** Path of `PosterSheet`. */
export const postersPath = '/posters.svg';

/** SVG file of posters, by name. It takes the colours of the page: custom properties inherit into a `use`. */
export function PosterSheet({ posters }: { posters: Readonly<Record<string, Poster>> }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg">
      {Object.entries(posters).map(([name, poster]) => (
        <g key={name} id={name} fill="none" fillRule="evenodd" strokeLinecap="round" strokeLinejoin="round">
          {listShapes(poster).map(({ ink, d, width }) => (
            <path
              key={d}
              d={d}
              {...(width ? { stroke: `var(--${ink})`, strokeWidth: width } : { fill: `var(--${ink})` })}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

/** A poster from that file: a page with several inline would not fit into one round trip. */
export function LinkedPoster({ name }: { name: string }) {
  return (
    <svg viewBox={viewBox(60, 900)} preserveAspectRatio="xMaxYMax" {...drawing} className="size-full overflow-visible">
      <use href={`${postersPath}#${name}`} />
    </svg>
  );
}
