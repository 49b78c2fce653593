import type { Accent } from '../../content/schema/fields.ts';
import { posterSize } from './poster-convention.ts';
import { type PosterInk, listPosterShapes, type Poster, type PosterLayer, type PosterShape } from './poster-model.ts';

/** Fill and stroke classes of each ink. Written out, since the CSS is generated from the class names in the source. */
const inkClasses: Readonly<Record<PosterInk, readonly [fill: string, stroke?: string]>> = {
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
  cable: ['fill-cable', 'stroke-cable'],
  balloon: ['fill-balloon'],
  paper: ['fill-raised'],
  screen: ['fill-raised'],
  pale: ['fill-accent'],
  text: ['fill-text'],
};

/** Returns the colour of what a picture is about: the site's own, `lamp`, is in each. */
export const findAccent = (gradient: readonly Accent[]): Accent | undefined => gradient.find((one) => one !== 'lamp');

/** Attributes of each drawing. */
export const svgAttributes = {
  fill: 'none',
  fillRule: 'evenodd',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

/** Layers that move by the CSS class of their name. */
const movedLayers = new Set<PosterLayer['name']>(['basket', 'missing-piece', 'train']);

/** The whole poster, once on a page, before the closing, which reuses its element. */
export function HeroPoster({ poster, labels }: { poster: Poster; labels?: readonly string[] | undefined }) {
  return (
    <svg viewBox={formatViewBox()} preserveAspectRatio="xMaxYMax" {...svgAttributes}>
      {/* With a dot, as in no id that is made of an address or a title. */}
      <g id="poster.whole">
        {poster.layers.map(({ name, shapes }) => (
          <g key={name} className={movedLayers.has(name) ? name : undefined}>
            {shapes.map(drawShape)}
          </g>
        ))}
        <path d={poster.lamps} className="stroke-lit" strokeWidth="5" />
        {labels?.map((text, index) => {
          const [x, y] = poster.labelPositions?.[index] ?? [];
          const words = poster.hasPlates ? text.split(' ') : [text];
          return (
            <text
              key={text}
              y={y}
              fontSize={poster.hasPlates ? 17 : 22}
              fontWeight="600"
              textAnchor="middle"
              className={poster.hasPlates ? 'fill-bank' : 'fill-text'}
            >
              {words.map((word, line) => (
                <tspan key={word} x={x} dy={line ? 19 : poster.hasPlates ? 15 - 9 * words.length : 0}>
                  {word}
                </tspan>
              ))}
            </text>
          );
        })}
      </g>
    </svg>
  );
}

/** Repeats the picture at the end of the page. */
export function ClosingPoster() {
  return (
    <svg viewBox={formatViewBox()} preserveAspectRatio="xMaxYMax" {...svgAttributes}>
      <use href="#poster.whole" />
    </svg>
  );
}

/** Returns the element of a shape, in the colours of the page. */
export function drawShape({ ink, d, width }: PosterShape) {
  const [fill, stroke] = inkClasses[ink];
  return width === undefined ? (
    <path key={d} d={d} className={fill} />
  ) : (
    <path key={d} d={d} className={stroke} strokeWidth={width || undefined} />
  );
}

function formatViewBox(from = 0, width = posterSize.width): string {
  return `${from} 0 ${width} ${posterSize.height}`;
}

/** Path of `PosterSprite`. */
export const postersPath = '/posters.svg';

/** SVG file of posters, by name. It takes the colours of the page: custom properties inherit into a `use`. */
export function PosterSprite({ posters }: { posters: Readonly<Record<string, Poster>> }) {
  return (
    <svg xmlns="http://www.w3.org/2000/svg">
      {Object.entries(posters).map(([name, poster]) => (
        <g key={name} id={name} fill="none" fillRule="evenodd" strokeLinecap="round" strokeLinejoin="round">
          {listPosterShapes(poster).map(drawLinkedShape)}
        </g>
      ))}
    </svg>
  );
}

/** Returns the element of a shape in a file of its own, which has no classes, in the colours of the page that shows it. */
export function drawLinkedShape({ ink, d, width: strokeWidth }: PosterShape) {
  return strokeWidth === undefined ? (
    <path key={d} d={d} fill={`var(--${ink})`} />
  ) : (
    <path
      key={d}
      d={d}
      stroke={`var(--${ink})`}
      strokeWidth={strokeWidth || undefined}
      vectorEffect="non-scaling-stroke"
    />
  );
}

/** A poster from that file: a page with several inline would not fit into one round trip. */
export function LinkedPoster({ name }: { name: string }) {
  return (
    <svg
      viewBox={formatViewBox(60, 900)}
      preserveAspectRatio="xMaxYMax"
      {...svgAttributes}
      className="size-full overflow-visible"
    >
      <use href={`${postersPath}#${name}`} />
    </svg>
  );
}
