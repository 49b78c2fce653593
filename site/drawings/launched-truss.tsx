import { arc, circles } from './arcs.ts';
import { box, line as stroke, tick } from './documents/paper.ts';
import {
  bothSides,
  divide,
  each,
  linesOf,
  place,
  type Point,
  pointsOf,
  polygon,
  polyline,
  range,
  whole,
} from './geometry.ts';
import { lattice, posts } from './trusses.ts';
import { Body, type InColours, Line, MainLine, Paper, Sheet, type Stage, Tags } from './sheet.tsx';

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
      <Line.Web d={noseAt(launched).bars} />
      <Line.Structure d={oldBridge + traffic + bayPosts} />
      <Line.Structure d={banks + pier + rollers + noseAt(launched).frame} />
      <MainLine d={outline(launched, rear)} gradient={gradient} filled />
      <Paper>
        <Body d={carriedBy(lorries, road) + each(bays, (middle) => order(middle, 32))} />
        <Line.Structure d={each(bays, (middle, index) => entries(middle, 32, shipped[index] ?? 0))} />
        <Line.Web d={each(lorries, (x, index) => entries(loadOf(x, road), 13, shipped[index] ?? 0))} />
      </Paper>
      <Tags
        tags={tags}
        at={[
          [208, 90],
          [430, 238],
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
  const chord = (height: number) => divide(at([from, height]), at([to, height]), (to - from) / panel).map(whole);
  return lattice(chord(depth), chord(0), 2);
}

/** The light nose before a truss whose tip is there, and its bars. */
function noseAt(tip: number): { frame: string; bars: string } {
  const upper = divide(at([tip, depth]), at([tip + nose, 3]), 4).map(whole);
  const lower = divide(at([tip, 0]), at([tip + nose, 0]), 4).map(whole);
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
  const placed = (list: string) => pointsOf(list).map(([along, up]) => whole(at([x + along, height + up])));
  return (
    polygon(...placed('0 1.4, 0 6.6, 7.4 6.6, 7.4 5.2, 9.4 5.2, 10.6 1.4')) +
    circles(1.2 * unit, placed('2.2 1.2, 8.2 1.2'))
  );
}

// Orders as they stand: how many of their four lines are shipped. A lorry waits with each, and a bay has the same one on trial.
const shipped = [4, 2, 4, 1, 3];
const order = ([x, y]: Point, half: number) => box([x - 0.75 * half, y - half], 1.5 * half, 2 * half);
/** The lines of an order, ticked as far as they are shipped. */
const entries = ([x, y]: Point, half: number, ticked: number) =>
  each(range(4), (index) => {
    const height = y + (index * 0.44 - 0.66) * half;
    return (
      stroke([x - 0.5 * half, height], 0.5 * half) + (index < ticked ? tick([x + 0.2 * half, height], 0.32 * half) : '')
    );
  });
const bays = range(5).map((index) => at([index * 18 - 9, depth / 2]));
const bayPosts = each([0, 18, 36, 54], (x) => line([x, 0], [x, depth]));
const lorries = [12.6, 24.6, 36.6, 61, 78];
const traffic = each(lorries, (x) => lorry(x, road));
const loadOf = (x: number, height: number) => at([x + 3.7, height + 6.2]);
const carriedBy = (places: readonly number[], height: number) => each(places, (x) => order(loadOf(x, height), 13));
const surface = level(water, 12, far - 12);
const ripples = surface + level(water - 2.4, 24, 92) + level(water - 4.8, 40, 80);

const moved = [10, 40, 84];
const asBefore = oldBridge + traffic;
const pushed = (from: number, to: number) => ({
  adds: outline(to, from),
  fills: web(from, to),
  enters: 'pushed' as const,
});
const trialAt = (tip: number) => asBefore + noseAt(tip).frame + noseAt(tip).bars;

export const runsOn = { deck: [at([0, seat])[1]] };
export const sky = 88;

/** The valley is measured, pier and rollers set, the truss grows, is pushed on trial, and takes over the traffic. */
export const stages: readonly Stage[] = [
  { adds: banks + surface, aids: asBefore },
  { adds: pier + rollers, aids: asBefore },
  { ...pushed(rear, 24), aids: trialAt(24) },
  { ...pushed(24, launched), aids: trialAt(launched) },
  {
    ...pushed(launched, far + panel),
    fills: web(launched, far + panel),
    aids: oldBridge,
    cross: true,
    loads: each(moved, (x) => lorry(x, 0)),
  },
];
