import type { Gradient } from '../../content/schema/fields.ts';
import { arc, circle, divide, lattice, place, type Point, polyline, posts, range, segments } from './geometry.ts';
import { DashedLine, FineLine, MainLine, Sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

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

/** ERP implementation: the new bridge is pushed out above the old one, which bears the traffic until the last metre is done. */
export function LaunchedTruss({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[at([0, seat])[1]]}>
      <FineLine d={ripples} />
      <DashedLine d={outline(far + panel, launched)} />
      <WebLine d={web(rear, launched) + noseAt(launched).bars} />
      <StructureLine d={oldBridge + traffic} />
      <StructureLine d={banks + pier + rollers + noseAt(launched).frame} />
      <MainLine d={outline(launched, rear)} gradient={gradient} />
    </Sheet>
  );
}

const level = (height: number, from: number, to: number): [Point, Point] => [at([from, height]), at([to, height])];

/** The truss between its tip and where it begins, or is to end. */
function outline(tip: number, end: number): string {
  return `${polyline(...level(depth, end, tip), ...level(0, tip, end))}Z`;
}

/** Crossing diagonals, each two panels long, between two places a whole number of panels apart. */
function web(from: number, to: number): string {
  const count = (to - from) / panel;
  return lattice(divide(...level(depth, from, to), count), divide(...level(0, from, to), count), 2);
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
const pier = [-1, 1]
  .map((side) => polyline(at([span, seat]), ...[seat, water].map((height) => at([span + side * half(height), height]))))
  .join('');
const rollers = [-9, -3, span - 1.7, span + 1.7, far + 3, far + 9]
  .map((x) => circle(at([x, seat / 2]), (seat / -2) * unit))
  .join('');

// Each bank has the new road's height, a step for the old one, and its wall in the water.
const banks = [
  [1, 0, edge.left],
  [-1, far, edge.right],
]
  .map(([turn = 1, x = 0, end = 0]) =>
    polyline(
      at([end, seat]),
      at([x, seat]),
      at([x + turn * 6, road]),
      at([x + turn * 12, road]),
      at([x + turn * 12, water]),
    ),
  )
  .join('');

// Three arches of 10 m on each side of the new pier.
const arches = [18.5, 30.5, 42.5].flatMap((x) => [x, far - x]);
const oldBridge =
  segments(
    [0, -2].flatMap((down) => [
      level(road + down, 12, span - half(road)),
      level(road + down, span + half(road), far - 12),
    ]),
  ) +
  arches
    .map(
      (x) =>
        arc(at([x, road - 9.5]), 5 * unit, 0, 180) +
        segments([-5, 5].map((side) => [at([x + side, road - 9.5]), at([x + side, water])])),
    )
    .join('');

/** A lorry that stands at a height with its rear axle near `x`. */
function lorry(x: number, height: number): string {
  const body = [
    [0, 1],
    [0, 4.2],
    [5, 4.2],
    [5, 3.4],
    [6.6, 3.4],
    [7.4, 1],
  ].map(([along = 0, up = 0]) => at([x + along, height + up]));
  return `${polyline(...body)}Z` + [1.5, 5.6].map((axle) => circle(at([x + axle, height + 0.9]), 0.9 * unit)).join('');
}

const traffic = [15, 29, 40, 62, 78].map((x) => lorry(x, road)).join('');
const surface = segments([level(water, 12, far - 12)]);
const worst = road - 9;
const flood = segments([level(worst, 12, span - half(worst)), level(worst, span + half(worst), far - 12)]);
const ripples =
  surface + segments(range(2).map((index) => level(water - 2.4 - index * 2.4, 24 + index * 16, 92 - index * 12)));

const asBefore = oldBridge + traffic;
const pushed = (from: number, to: number) => ({ adds: outline(to, from), fills: web(from, to) });
const onTrial = (tip: number) => asBefore + noseAt(tip).frame + noseAt(tip).bars;

/** The river's ordinary and its worst level are marked, pier and rollers set, the truss grows, is pushed on trial, and takes over the traffic. */
export const stages: readonly Stage[] = [
  { adds: banks + surface + flood, aids: asBefore },
  { adds: pier + rollers, aids: asBefore },
  { ...pushed(rear, 24), aids: onTrial(24) },
  { ...pushed(24, launched), aids: onTrial(launched) },
  {
    adds: outline(far + panel, launched) + [10, 40, 84].map((x) => lorry(x, 0)).join(''),
    fills: web(launched, far + panel),
  },
];
