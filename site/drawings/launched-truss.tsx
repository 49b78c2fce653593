import { arc, circle, circles, onCircle } from './arcs.ts';
import { box, line as stroke } from './documents/paper.ts';
import { bothSides, divide, each, linesOf, place, type Point, pointsOf, polygon, polyline, range } from './geometry.ts';
import { lattice, posts } from './trusses.ts';
import { type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// Metres from the edge of the left bank, at the height of the rollers: two spans of 54 m, a truss 24 m deep in panels of 6 m,
// its nose 24 m long. The old road lies 23 m lower.
const unit = 4.1;
const at = place([98, 202], unit);
const span = 54;
const depth = 24;
const panel = 6;
const nose = 24;
const road = -23;
const water = -42;
/** The height of banks and pier, a roller below the truss. */
const seat = -2.6;
const far = 2 * span;
const launched = 72;
const rear = -18;
const edge = { left: -24, right: 134 };

/** ERP implementation: the new bridge is pushed out with orders on trial in its bays, while the old one bears the traffic. */
export function LaunchedTruss({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={ripples} />
      <Line.Dashed d={outline(far + panel, launched)} />
      <Line.Web d={web(0, 18) + web(36, 54) + noseAt(launched).bars + carriedBy(lorries, road)} />
      <Line.Structure d={oldBridge + traffic + onTrial} />
      <Line.Structure d={banks + pier + rollers + noseAt(launched).frame} />
      <MainLine d={outline(launched, rear)} gradient={gradient} />
      <Tags
        tags={tags}
        at={[
          [208, 90],
          [430, 256],
        ]}
      />
    </Sheet>
  );
}

const line = linesOf(at);
const level = (height: number, from: number, to: number) => line([from, height], [to, height]);

/** The truss between its tip and where it begins, or is to end. */
function outline(tip: number, end: number): string {
  return `${line([end, depth], [tip, depth], [tip, 0], [end, 0])}Z`;
}

/** Crossing diagonals, each two panels long, between two places a whole number of panels apart. */
function web(from: number, to: number): string {
  const chord = (height: number) => divide(at([from, height]), at([to, height]), (to - from) / panel);
  return lattice(chord(depth), chord(0), 2);
}

/** The light nose before a truss whose tip is there, and its bars. */
function noseAt(tip: number): { frame: string; bars: string } {
  const upper = divide(at([tip, depth]), at([tip + nose, 3]), 4);
  const lower = divide(at([tip, 0]), at([tip + nose, 0]), 4);
  return {
    frame: polyline(...upper, ...lower.toReversed()),
    bars: posts(upper.slice(1, -1), lower.slice(1, -1)) + posts(upper.slice(1), lower.slice(0, -1)),
  };
}

/** Half the width of the pier at a height. */
const half = (height: number) => 3 - (height - seat) * 0.05;
const pier = bothSides((side) =>
  line([span, seat], [span + side * half(seat), seat], [span + side * half(water), water]),
);
const rollers = circles(
  (seat / -2) * unit,
  [-9, -3, span - 1.7, span + 1.7, far + 3, far + 9].map((x) => at([x, seat / 2])),
);

/** A bank has the new road's height, a step for the old one, and its wall in the water. It rises at `x`, towards `side`. */
const bank = (side: number, x: number, end: number) =>
  line([end, seat], [x, seat], [x + side * 6, road], [x + side * 12, road], [x + side * 12, water]);
const banks = bank(1, 0, edge.left) + bank(-1, far, edge.right);

/** A level line of the old road from bank to bank, which the pier parts. */
const besidePier = (height: number) =>
  level(height, 12, span - half(road)) + level(height, span + half(road), far - 12);
// Three arches of 10 m on each side of the new pier.
const arches = [18.5, 30.5, 42.5].flatMap((x) => [x, far - x]);
const oldBridge =
  each([road, road - 2], (height) => besidePier(height)) +
  each(
    arches,
    (x) =>
      arc(at([x, road - 9.5]), 5 * unit, 0, 180) +
      each([-5, 5], (aside) => line([x + aside, road - 9.5], [x + aside, water])),
  );

/** A lorry that stands at a height with its rear axle near `x`. */
function lorry(x: number, height: number): string {
  const placed = (list: string) => pointsOf(list).map(([along, up]) => at([x + along, height + up]));
  return (
    polygon(...placed('0 1.4, 0 6.6, 7.4 6.6, 7.4 5.2, 9.4 5.2, 10.6 1.4')) +
    circles(1.2 * unit, placed('2.2 1.2, 8.2 1.2'))
  );
}

// What an order is made of: goods in a crate, an entry in a ledger, work on a machine. `half` is half the height of each.
const crate = ([x, y]: Point, half: number) =>
  box([x - half, y - half], 2 * half, 2 * half) +
  each([-0.45, 0.45], (up) => stroke([x - half, y + up * half], 2 * half)) +
  stroke([x - half, y + 0.45 * half], 2 * half, -0.9 * half);
const ledger = ([x, y]: Point, half: number) =>
  box([x - 0.75 * half, y - half], 1.5 * half, 2 * half) +
  each(
    [-0.5, 0, 0.5],
    (up) => stroke([x - 0.45 * half, y + up * half], 0.4 * half) + stroke([x + 0.2 * half, y + up * half], 0.25 * half),
  );
/** Eight teeth, each as wide as the gap beside it. */
const cog = (centre: Point, half: number) =>
  circle(centre, Math.round(half / 3)) +
  polygon(...range(32).map((index) => onCircle(centre, index % 4 < 2 ? half : 0.74 * half, index * 11.25)));

const orders = [crate, ledger, cog];
const onTrial =
  each(orders, (order, index) => order(at([index * 36 - 9, depth / 2]), 24)) +
  each([0, 18, 36, 54], (x) => line([x, 0], [x, depth]));
const lorries = [12.6, 24.6, 36.6, 61, 78];
const traffic = each(lorries, (x) => lorry(x, road));
/** What lorries at these places carry, in their turn, on a road of this height. */
const carriedBy = (places: readonly number[], height: number) =>
  each(places, (x, index) => orders[index % 3]?.(at([x + 3.7, height + 4.2]), 7) ?? '');
const surface = level(water, 12, far - 12);
const ripples = surface + level(water - 2.4, 24, 92) + level(water - 4.8, 40, 80);

const moved = [10, 40, 84];
const asBefore = oldBridge + traffic;
const pushed = (from: number, to: number) => ({ adds: outline(to, from), fills: web(from, to) });
const trialAt = (tip: number) => asBefore + noseAt(tip).frame + noseAt(tip).bars;

export const runsOn = { deck: [at([0, seat])[1]] };

/** The valley is measured, pier and rollers set, the truss grows, is pushed on trial, and takes over the traffic. */
export const stages: readonly Stage[] = [
  { adds: banks + surface, aids: asBefore },
  { adds: pier + rollers, aids: asBefore },
  { ...pushed(rear, 24), aids: trialAt(24) },
  { ...pushed(24, launched), aids: trialAt(launched) },
  {
    adds: outline(far + panel, launched),
    fills: web(launched, far + panel) + oldBridge,
    loads: each(moved, (x) => lorry(x, 0)) + carriedBy(moved, 0),
  },
];
