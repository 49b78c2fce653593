import { bothSides, catenary, each, level, place, type Point, polyline, upright } from './geometry.ts';
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
  return (
    <svg viewBox={`0 0 ${sheet.width} ${sheet.height}`} preserveAspectRatio="none" {...pen} className="size-full">
      <path d={hangers} className="stroke-quiet opacity-60" strokeWidth="1" {...keepWeight} />
      {counts.map((count, index) => {
        const { single, pairs, stays } = chainOf(count, lowest.top - (counts.length - 1 - index) * apart);
        return (
          <g key={accents[index]} data-accent={accents[index]} className="stroke-accent">
            <path d={single} strokeWidth="5" {...keepWeight} />
            <path d={pairs + stays} strokeWidth="1.5" {...keepWeight} />
          </g>
        );
      })}
      <path d={structure} className="stroke-quiet" strokeWidth="2.25" {...keepWeight} />
    </svg>
  );
}

const keepWeight = { vectorEffect: 'non-scaling-stroke' } as const;
const middle = (left + right) / 2;

const hung = (count: number, top: number) => catenary(middle - left, lowest.sag, count).map(place([middle, top]));

/** Single bars alternate with pairs, and so can be counted. */
function chainOf(count: number, top: number) {
  const pins = hung(count, top);
  const bars = (first: number, edges: readonly number[]) =>
    each(pins.slice(1), ([x, y], index) => {
      const [fromX, fromY] = pins[index] as Point;
      return index % 2 === first ? each(edges, (edge) => polyline([fromX, fromY + edge], [x, y + edge])) : '';
    });
  return {
    single: bars(0, [0]),
    pairs: bars(1, [-5, 5]),
    stays: polyline([0, top + 96], [left, top]) + polyline([right, top], [sheet.width, top + 96]),
  };
}

const hangers = each(hung(40, lowest.top).slice(1, -1), ([x, y]) => upright(x, y, deck));
const structure =
  level(deck, 0, sheet.width) +
  level(deck + 12, 0, sheet.width) +
  each(
    [left, right],
    (x) => bothSides((side) => polyline([x + side * 12, sheet.height], [x + side * 6, 6])) + level(6, x - 10, x + 10),
  );
