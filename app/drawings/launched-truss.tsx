import type { Gradient } from '../../content/accent.ts';
import { arc, circle, divide, lattice, type Point, polyline, posts, range, segments } from './geometry.ts';
import { FineLine, MainLine, PlannedLine, Sheet, sheet, StructureLine, WebLine } from './sheet.tsx';
import type { Stage } from './stage-drawing.tsx';

// Sheet units, 4 to the metre: a girder 19 m deep for spans of 55 m, its panels 5.5 m long. It is pushed out from the bank on
// the left, 22 m of nose before it. Below, in front, the old bridge: arches of 27 m, under every second pier its own.
const top = 92;
const bottom = 168;
const panel = 22;
const front = panel * 20;
const nose = 88;
const roller = 6;
const seat = bottom + 2 * roller;
const bank = 110;
const piers = [330, 550];
const oldWay = 292;
const soffit = oldWay + 9;
const oldSpan = 110;
const springing = 346;
const water = 370;

/** ERP implementation: the new bridge is pushed out hour by hour, above the old one that bears the traffic until it is across. */
export function LaunchedTruss({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={ripples + earth + hours} />
      <WebLine d={web(0, front) + noseWeb} />
      <PlannedLine d={planned} />
      <StructureLine d={abutment + shafts + rollers + noseChords + now + oldBridge + wagons(oldWay, busy)} />
      <MainLine d={outline} gradient={gradient} />
    </Sheet>
  );
}

function level(y: number, from = 0, to = sheet.width): [Point, Point] {
  return [
    [from, y],
    [to, y],
  ];
}

/** The bars of the new girder between two places, each crossing three others. */
function web(from: number, to: number): string {
  const parts = (to - from) / panel;
  const [upper, lower] = [top, bottom].map((y) => divide([from, y], [to, y], parts));
  return lattice(upper ?? [], lower ?? [], 2);
}

const chords = (from: number, to: number) => segments([top, bottom].map((y) => level(y, from, to)));
const outline = polyline([
  [0, top],
  [front, top],
  [front, bottom],
  [0, bottom],
]);

// The nose is light, and rises a little, because its tip hangs down before it lands.
const tip: Point = [front + nose, bottom - 9];
const noseTop = divide([front, top + 14], [tip[0], tip[1] - 7], 4);
const noseBottom = divide([front, bottom], tip, 4);
const noseChords = polyline([...noseTop, ...noseBottom.toReversed()]);
const noseWeb =
  posts(noseTop, noseBottom) + segments(noseTop.slice(1).map((point, index) => [noseBottom[index] ?? tip, point]));
const planned = segments([level(top, front + 14), level(bottom, 576)]);

const rollers = [22, 66, ...[bank - 12, ...piers].flatMap((x) => [x - 9, x + 9])]
  .map((x) => circle([x, seat - roller], roller - 1))
  .join('');

// Piers and abutment stand behind the old bridge.
const shafts = piers
  .map((x) =>
    polyline([
      [x - 15, oldWay],
      [x - 12, seat + 9],
      [x - 20, seat + 9],
      [x - 20, seat],
      [x + 20, seat],
      [x + 20, seat + 9],
      [x + 12, seat + 9],
      [x + 15, oldWay],
    ]),
  )
  .join('');
const abutment = polyline([
  [0, seat],
  [bank, seat],
  [bank + 5, oldWay],
]);
const earth = segments(range(7).map((index) => level(seat + 15 + index * 15, 0, bank - ((index * 37) % 60))));

const oldPiers = range(7).map((index) => index * oldSpan);
const rise = springing - soffit - 14;
const half = oldSpan / 2 - 9;
// A segment of a circle through both springings and the crown.
const radius = (half ** 2 + rise ** 2) / (2 * rise);
const splay = (Math.asin(half / radius) * 180) / Math.PI;
const oldBridge =
  segments([level(oldWay), level(soffit)]) +
  oldPiers
    .map((x) => {
      const middle: Point = [x + oldSpan / 2, springing - rise + radius];
      return (
        arc(middle, radius, 90 - splay, 90 + splay) +
        segments([-9, 9].map((aside) => [[x + aside, springing] as const, [x + aside * 1.2, water] as const]))
      );
    })
    .join('');
const busy = [56, 228, 274, 470];
const quiet = [180, 456];
const ripples = segments([level(water), level(water + 9, 60, 610), level(water + 18, 130, 540)]);

/** Wagons on the way that lies at a height. */
function wagons(way: number, places: readonly number[]): string {
  return places
    .map(
      (x) =>
        `${polyline([...level(way - 28, x - 19, x + 19), ...level(way - 9, x + 19, x - 19)])}Z` +
        [-10, 10].map((aside) => circle([x + aside, way - 4.5], 4.5)).join(''),
    )
    .join('');
}

// The plan by the hour: a mark for each panel that is pushed, and where the front is now.
const plan = top - 34;
const hours = segments([
  level(plan),
  ...range(30).map((index): [Point, Point] => [
    [index * panel, plan],
    [index * panel, plan - (index % 4 ? 6 : 13)],
  ]),
]);
const now = `${polyline([
  [front - 7, plan + 14],
  [front, plan + 3],
  [front + 7, plan + 14],
])}Z`;

/** The old traffic is watched, piers stand, the girder grows on the bank, is pushed over one span, and opens. */
export const stages: readonly Stage[] = [
  { adds: oldBridge, aids: wagons(oldWay, busy) },
  { adds: abutment + shafts, aids: wagons(oldWay, quiet) },
  { adds: chords(0, bank), fills: web(0, bank), aids: wagons(oldWay, quiet) + rollers },
  { adds: chords(bank, front), fills: web(bank, front), aids: noseChords + rollers + wagons(oldWay, quiet) },
  {
    adds: chords(front, sheet.width),
    fills: web(front, front + panel * 10),
    aids: rollers + wagons(top, [120, 300, 420, 560]),
  },
];
