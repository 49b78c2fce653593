import { bothSides, catenary, each, level, place, type Point, polyline, uprights, whole } from './geometry.ts';
import { pen } from './sheet.tsx';

// Sheet units, stretched to the place: three chains one above the other between two towers, as the bridge over the gorge has them.
const sheet = { width: 1600, height: 300 };
const [left, right] = [130, 1470];
const deck = 258;
const apart = 34;
const lowest = { top: 90, sag: 148 };
const accents = ['harbour', 'lamp', 'heather'] as const;

interface ThreeChainsProps {
  /** How many links each chain has, from the uppermost. */
  counts: readonly number[];
}

/** About the company: what its deck hangs on, each chain of as many links as there are things of its kind. */
export function ThreeChains({ counts }: ThreeChainsProps) {
  const chains = counts.map((count, index) => pinsOf(count, lowest.top - (counts.length - 1 - index) * apart));
  return (
    <svg viewBox={`0 0 ${sheet.width} ${sheet.height}`} preserveAspectRatio="none" {...pen} className="size-full">
      <path
        d={hangersOf(chains.flatMap((pins) => pins.slice(1, -1)))}
        className="stroke-quiet opacity-60"
        strokeWidth="1"
        {...keepWeight}
      />
      <path d={structure} className="stroke-quiet" strokeWidth="2.25" {...keepWeight} />
      {chains.map((pins, index) => (
        <g key={accents[index]} data-accent={accents[index]} className="stroke-accent">
          <path d={barsOf(pins, 0, [0])} strokeWidth="5" {...keepWeight} />
          <path d={barsOf(pins, 1, [-4, 4]) + staysOf(pins)} strokeWidth="1.5" {...keepWeight} />
          <path d={dots(pins)} strokeWidth="10" {...keepWeight} />
          <path d={dots(pins)} className="stroke-ground" strokeWidth="5" {...keepWeight} />
        </g>
      ))}
    </svg>
  );
}

const keepWeight = { vectorEffect: 'non-scaling-stroke' } as const;
const middle = (left + right) / 2;

const pinsOf = (count: number, top: number) =>
  catenary(middle - left, lowest.sag, count)
    .map(place([middle, top]))
    .map(whole);

/** The links of a chain, every other one: single bars alternate with pairs, and so can be counted. */
function barsOf(pins: readonly Point[], first: number, edges: readonly number[]): string {
  return each(pins.slice(1), ([x, y], index) => {
    const [fromX, fromY] = pins[index] as Point;
    return index % 2 === first ? each(edges, (edge) => polyline([fromX, fromY + edge], [x, y + edge])) : '';
  });
}

/** Lines without a length: their round ends stay round on a sheet that is stretched. */
const dots = (pins: readonly Point[]) => each(pins, (pin) => polyline(pin, pin));

/** From every pin, but where one of a lower chain is so near that both would look like one. */
function hangersOf(pins: readonly Point[]): string {
  const isFree = (x: number, [other]: Point) => other === x || Math.abs(other - x) > 12;
  const hung = pins.filter(([x], index) => pins.slice(index + 1).every((lower) => isFree(x, lower)));
  return uprights(hung, deck);
}

function staysOf([[, top] = [0, 0]]: readonly Point[]): string {
  return polyline([0, top + 96], [left, top]) + polyline([right, top], [sheet.width, top + 96]);
}

const structure =
  level(deck, 0, sheet.width) +
  level(deck + 12, 0, sheet.width) +
  each(
    [left, right],
    (x) => bothSides((side) => polyline([x + side * 12, sheet.height], [x + side * 6, 6])) + level(6, x - 10, x + 10),
  );
