import type { Gradient } from '../../content/schema/fields.ts';
import { arc, onCircle, type Point, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

// Sheet units: four flights of two bays; each arch is a semicircle on piers that widen towards the ground by 1 in 38.
const bay = 80;
const radius = 30;
const crown = 16;
const batter = 1 / 38;
const course = 20;
const impost = 3;
const low = 282;
const flights = range(4).map((flight) => ({
  from: flight * 2 * bay,
  to: (flight + 1) * 2 * bay,
  deck: low - flight * 72,
}));

const bays = flights.flatMap(({ from, deck }) =>
  [from + bay / 2, from + (bay * 3) / 2].map((x) => ({ x, spring: deck + crown + radius, foot: valley(x) })),
);

/** Business processes: a viaduct that climbs, one landing after another. */
export function SteppedViaduct({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[low, low + 5, valley(0)]}>
      <FineLine d={courses + ground} />
      <WebLine d={rings + cornices} />
      <StructureLine d={piers + arches} />
      <MainLine d={stair} gradient={gradient} />
    </Sheet>
  );
}

function valley(x: number): number {
  return 364 + 22 * Math.sin((x / sheet.width) * Math.PI);
}

/** Half the clear width between two piers, at a height under the springing. */
function clear(y: number, spring: number): number {
  return radius - (y - spring) * batter;
}

const edges = flights.flatMap(({ from, to, deck }): Point[] => [
  [from, deck],
  [to, deck],
]);
const stair = polyline(...edges);
const cornices = flights.map(({ from, to, deck }) => polyline([from, deck + 5], [to, deck + 5])).join('');
const rings = bays.map(({ x, spring }) => arc([x, spring], radius + 7, 0, 180)).join('');
const piers = segments(
  bays.flatMap(({ x, spring, foot }) =>
    [-1, 1].flatMap((side): [Point, Point][] => [
      [
        [x + side * clear(foot, spring), foot],
        [x + side * radius, spring],
      ],
      [
        [x + side * (radius - impost), spring],
        [x + side * (radius + impost), spring],
      ],
    ]),
  ),
);
const arches = bays.map(({ x, spring }) => arc([x, spring], radius, 0, 180)).join('');

const courses = segments(
  bays.flatMap(({ x, spring, foot }) =>
    range(Math.floor((foot - spring) / course)).flatMap((index) => {
      // Counted from the ground, so that the courses of neighbouring piers meet.
      const y = 366 - index * course;
      return [-1, 1].map((side): [Point, Point] => [
        [x + (side * bay) / 2, y],
        [x + side * clear(y, spring), y],
      ]);
    }),
  ),
);
const ground = polyline(...range(17).map((index): Point => [index * 40, valley(index * 40)]));

// The way up as it was: twelve steps beside the line of the four.
const oldWay = polyline(
  ...range(12).flatMap((index): Point[] => {
    const y = 350 - index * 23;
    return [
      [(index * 640) / 12, y],
      [((index + 1) * 640) / 12, y],
    ];
  }),
);
const centring = bays
  .map(
    ({ x, spring }) =>
      segments([40, 90, 140].map((angle) => [[x, spring] as const, onCircle([x, spring], radius, angle)] as const)) +
      polyline([x - radius, spring], [x + radius, spring]),
  )
  .join('');

/** The old way is followed, four flights of piers replace it, one pattern shapes the arches, two flights open, then all. */
export const stages: readonly Stage[] = [
  { adds: ground, aids: oldWay },
  { adds: piers },
  { adds: arches, aids: centring },
  { adds: polyline(...edges.slice(0, 4)) },
  { adds: polyline(...edges.slice(3)), fills: cornices },
];
