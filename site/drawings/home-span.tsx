import { depthsUnder, type Load, spanLength } from '../sectors/loaded-cable.ts';
import { each, heightOf, level, linesOf, type Point, polyline, range, upright, uprights, whole } from './geometry.ts';
import { pen } from './sheet.tsx';

// In the order of the services, each as heavy as it is high on the page: four parts, three, two, one.
const weights = [0.48, 0.36, 0.24, 0.12];
const shares = weights.map((_, index) => (index + 0.5) / weights.length);

/** For a window, with the loads side by side, and for a phone, where they hang from the middle, one below the other. */
const compositions = {
  wide: compose({ width: 1600, height: 400, deck: 218, foot: 244, hung: shares, weights, every: 2 }),
  narrow: compose({ width: 400, height: 390, deck: 118, foot: 350, hung: [0.5], weights: [1.2], every: 4 }),
};
const drops = ['drop-450', 'drop-600', 'drop-750', 'drop-900'];

/**
 * The home page's section through the gorge, stretched to its place: the chain hangs as it does under the services, whose plates
 * are the page's own. The chain draws itself, then the hangers drop in.
 */
export function HomeSpan({ as = 'wide' }: { as?: keyof typeof compositions }) {
  const { width, height, rock, structure, fills, hangers, chain } = compositions[as];
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" {...pen} className="size-full">
      <path d={rock} className="stroke-hairline" strokeWidth="1.5" />
      <path d={fills} className="stroke-quiet opacity-60" strokeWidth="1" />
      <path d={structure} className="stroke-quiet" strokeWidth="2.25" />
      {hangers.map((hanger, index) => (
        <path key={hanger} d={hanger} className={`stroke-text ${drops[index]}`} strokeWidth="2" />
      ))}
      <g className="cable stroke-cable" strokeWidth="3">
        <path d={chain} className="draw" />
      </g>
    </svg>
  );
}

interface Composition {
  width: number;
  height: number;
  /** How far down the deck lies, and how far down the loads are held. */
  deck: number;
  foot: number;
  /** Where the loads hang, as shares of the span, and how heavy they are. */
  hung: readonly number[];
  weights: readonly number[];
  /** Of how many nodes of the chain one has a hanger. */
  every: number;
}

function compose({ width, height, deck, foot, hung, weights: heavy, every }: Composition) {
  const [left, right, top] = [width * 0.095, width * 0.905, 18];
  const loads = hung.map((share, index): Load => ({ at: share * spanLength, weight: heavy[index] ?? 0 }));
  const depths = depthsUnder(loads);
  const scale = (deck - top - 14) / Math.max(...depths);
  const across = (share: number) => left + (right - left) * share;
  const chain = depths.map((depth, node): Point => [across(node / (depths.length - 1)), top + depth * scale]);
  const line = linesOf<Point>((point) => point);
  const bothBanks = (...points: readonly Point[]) =>
    line(...points) + line(...points.map(([x, y]): Point => [width - x, y]));
  const land = deck + 9;
  const beds = range(Math.floor((height - land) / 30));
  return {
    width,
    height,
    // From the face of the rock, which leans, back into it.
    rock: each(beds, (bed) => {
      const [y, face] = [land + 15 + bed * 30, left - 12];
      return bothBanks(whole([face, y]), whole([face * (0.15 + ((bed * 29) % 60) / 100), y]));
    }),
    fills: uprights(
      chain
        .filter((_, node) => node % every === 0)
        .slice(1, -1)
        .map(whole),
      deck,
    ),
    structure:
      level(deck, 0, width) +
      bothBanks([0, land], [left - 13, land], [left - 9, height * 0.8], [left - 12, height]) +
      bothBanks([left - 8, deck], [left - 5, top - 5], [left + 5, top - 5], [left + 8, deck]) +
      bothBanks([left - 7, top - 5], [left + 7, top - 5]) +
      bothBanks([left - 7, top + 52], [left + 7, top + 52]),
    hangers: hung.map((share) =>
      each([-1, 1], (side) => {
        const x = Math.round(across(share)) + side * 16;
        return upright(x, Math.round(heightOf(chain, x) ?? top), foot);
      }),
    ),
    chain: polyline([0, deck - 14], ...chain.filter((_, node) => node % (every / 2) === 0).map(whole), [
      width,
      deck - 14,
    ]),
  };
}
