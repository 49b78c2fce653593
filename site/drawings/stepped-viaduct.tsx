import { arc, onCircle } from './arcs.ts';
import { bothSides, each, level, type Point, polygon, polyline, range, upright } from './geometry.ts';
import { box } from './documents/paper.ts';
import { Body, type InColours, Line, MainLine, Paper, sheet, Sheet, type Stage, Tags } from './sheet.tsx';

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

/** Business processes: a viaduct that climbs; on each landing an in-tray with one sheet. Where an invoice waited longest the pile is gone. */
export function SteppedViaduct({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={courses + ground} />
      <Line.Web d={rings + cornices} />
      <Line.Structure d={piers + arches + trays} />
      <Line.Planned d={gone} />
      <MainLine d={stair + onward} gradient={gradient} />
      <Paper>
        <Body d={papers(onePerTray)} />
        <Line.Web d={written} />
      </Paper>
      <Tags tags={tags} at={[[(flights[2]?.from ?? 0) + bay, 36, 24]]} />
      <path d={struck} className="stroke-balloon" strokeWidth="3" />
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
const onePerTray = [1, 1, 1, 1];
const thick = 6;
/** Where that many sheets of each landing lie, in the middle of their front edges, and the height of the topmost. */
const stacks = (sheets: readonly number[]) =>
  flights.map(({ from, deck }, flight) => ({ x: from + bay - 4, top: deck - 7 - thick * (sheets[flight] ?? 0) }));
const trays = each(flights, ({ from, deck }) => {
  const [x, floor] = [from + bay, deck - 7];
  const feet = bothSides((side) => upright(x + side * 26, floor, deck));
  return feet + polyline([x - 36, floor - 20], [x - 36, floor], [x + 36, floor], [x + 36, floor - 20]);
});
/** The front edges of such stacks, and their topmost sheets, seen from slightly above, with the far corner turned down. */
const papers = (sheets: readonly number[]) =>
  each(stacks(sheets), ({ x, top }, flight) => {
    const fold: Point = [x + 24, top - 18];
    const turned: Point = [x + 29, top - 8];
    return (
      box([x - 25, top], 50, thick * (sheets[flight] ?? 0)) +
      polygon([x - 25, top], [x + 25, top], turned, fold, [x - 16, top - 18]) +
      polyline(fold, [x + 19, top - 8], turned)
    );
  });
const written = each(
  stacks(onePerTray),
  ({ x, top }) => level(top - 12, x - 12, x + 12) + level(top - 6, x - 14, x + 10),
);
// The pile of nine days on the third landing, and its name, struck through.
const gone = each(stacks([0, 0, 9]).slice(2, 3), ({ x, top }) => box([x - 27, top - 4], 56, 34));
const struck = level(28, (flights[2]?.from ?? 0) + bay - 42, (flights[2]?.from ?? 0) + bay + 42);
/** From each landing a sheet goes on to the next. */
const onward = each(
  flights.slice(0, 3),
  ({ to, deck }) =>
    polyline([to - 34, deck - 34], [to - 12, deck - 62], [to - 22, deck - 58]) +
    polyline([to - 12, deck - 62], [to - 14, deck - 51]),
);
const cornices = each(flights, ({ from, to, deck }) => level(deck + 5, from, to));
const footing = (x: number): Point => [x, valley(x)];
const rings = each(bays, ({ x, spring }) => arc([x, spring], radius + 7, 0, 180));
const piers = each(bays, ({ x, spring, foot }) =>
  bothSides(
    (side) =>
      polyline(footing(x + side * clear(foot, spring)), [x + side * radius, spring]) +
      level(spring, x + side * (radius - impost), x + side * (radius + impost)),
  ),
);
const arches = each(bays, ({ x, spring }) => arc([x, spring], radius, 0, 180));

const courses = each(bays, ({ x, spring, foot }) =>
  each(range(Math.floor((foot - spring) / course)), (index) => {
    // Counted from the ground, so that the courses of neighbouring piers meet.
    const y = 363 - index * course;
    return bothSides((side) => level(y, x + (side * bay) / 2, x + side * clear(y, spring)));
  }),
);
const ground = polyline(...range(17).map((index) => footing(index * 40)));

const centring = each(bays, ({ x, spring }) => {
  const struts = each([40, 90, 140], (angle) => polyline([x, spring], onCircle([x, spring], radius, angle)));
  return struts + level(spring, x - radius, x + radius);
});

export const runsOn = { deck: [low, low + 5], ground: valley(0) };

/** The ground is followed, four flights of piers stand on it, one pattern shapes the arches, two flights open, then all. */
export const stages: readonly Stage[] = [
  { adds: ground },
  { adds: piers },
  { adds: arches, aids: centring },
  { adds: polyline(...edges.slice(0, 4)), enters: 'launched' },
  { adds: polyline(...edges.slice(3)), enters: 'launched', fills: cornices, loads: trays + papers(onePerTray) },
];
