import { arc, onCircle } from './arcs.ts';
import { bothSides, each, level, type Point, polygon, polyline, range } from './geometry.ts';
import {
  FineLine,
  type InColours,
  MainLine,
  sheet,
  Sheet,
  type Stage,
  StructureLine,
  Tags,
  WebLine,
} from './sheet.tsx';

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

/** Business processes: a viaduct that climbs, one landing after another, and on each what waits there, a sheet a day. */
export function SteppedViaduct({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <FineLine d={courses + ground} />
      <WebLine d={rings + cornices} />
      <StructureLine d={piers + arches + piles} />
      <MainLine d={stair} gradient={gradient} />
      <Tags tags={tags} at={[[(flights[2]?.from ?? 0) + bay, 50, 24]]} />
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
// As long as an invoice lies there: in the post room, with the clerk, with the approver, in finance.
const waits = [2, 3, 9, 2];
const thick = 8;
const piles = each(flights, ({ from, deck }, flight) =>
  each(range(waits[flight] ?? 0), (sheets) => {
    const [x, y] = [from + bay + (sheets % 2) * 3, deck - 2 - sheets * thick];
    return polygon([x - 26, y], [x + 23, y], [x + 23, y - thick], [x - 26, y - thick]);
  }),
);
const cornices = each(flights, ({ from, to, deck }) => level(deck + 5, from, to));
const rings = each(bays, ({ x, spring }) => arc([x, spring], radius + 7, 0, 180));
const piers = each(bays, ({ x, spring, foot }) =>
  bothSides(
    (side) =>
      polyline([x + side * clear(foot, spring), foot], [x + side * radius, spring]) +
      level(spring, x + side * (radius - impost), x + side * (radius + impost)),
  ),
);
const arches = each(bays, ({ x, spring }) => arc([x, spring], radius, 0, 180));

const courses = each(bays, ({ x, spring, foot }) =>
  each(range(Math.floor((foot - spring) / course)), (index) => {
    // Counted from the ground, so that the courses of neighbouring piers meet.
    const y = 366 - index * course;
    return bothSides((side) => level(y, x + (side * bay) / 2, x + side * clear(y, spring)));
  }),
);
const ground = polyline(...range(17).map((index): Point => [index * 40, valley(index * 40)]));

// The way up as it was: twelve steps beside the line of the four.
const oldWay = polyline(
  ...range(24).map((end): Point => [(Math.ceil(end / 2) * 640) / 12, 350 - Math.floor(end / 2) * 23]),
);
const centring = each(bays, ({ x, spring }) => {
  const struts = each([40, 90, 140], (angle) => polyline([x, spring], onCircle([x, spring], radius, angle)));
  return struts + level(spring, x - radius, x + radius);
});

export const runsOn = { deck: [low, low + 5], ground: valley(0) };

/** The old way is followed, four flights of piers replace it, one pattern shapes the arches, two flights open, then all. */
export const stages: readonly Stage[] = [
  { adds: ground, aids: oldWay },
  { adds: piers },
  { adds: arches, aids: centring },
  { adds: polyline(...edges.slice(0, 4)) },
  { adds: polyline(...edges.slice(3)), fills: cornices },
];
