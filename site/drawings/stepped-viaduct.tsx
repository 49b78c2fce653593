import { arc, onCircle } from './arcs.ts';
import { bothSides, each, level, place, type Point, pointsOf, polygon, polyline, range } from './geometry.ts';
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

/** Business processes: a viaduct that climbs; on each landing stands one sheet. The pile where an invoice waited longest is gone. */
export function SteppedViaduct({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={courses + ground} />
      <Line.Web d={rings + cornices} />
      <Line.Structure d={piers + arches} />
      <Line.Dashed d={gone} />
      <MainLine d={stair} gradient={gradient} />
      <Paper>
        <Body d={sheets} />
        <Line.Structure d={written} />
      </Paper>
      <Tags
        tags={tags}
        at={[
          [pileAt, third.deck - 70],
          [sheetAt(third)[0], third.deck - 70],
        ]}
      />
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
/** Where the sheet of a landing stands, by the middle of its lower edge. */
const sheetAt = ({ from, deck }: Readonly<Record<'from' | 'deck', number>>): Point => [from + 1.55 * bay, deck - 4];
/** Sheets with a corner folded. */
const sheets = each(flights.map(sheetAt), ([x, y]) => {
  const at = place([x, y]);
  return (
    polygon(...pointsOf('-22 0, -22 58, 10 58, 22 46, 22 0').map(at)) +
    polyline(...pointsOf('10 58, 10 46, 22 46').map(at))
  );
});
const written = each(flights.map(sheetAt), ([x, y]) => each([10, 20, 30], (up) => level(y - up, x - 13, x + 13)));
// Where the pile of nine days lay.
const [, , third = { from: 0, deck: 0 }] = flights;
const pileAt = third.from + 0.38 * bay;
const gone =
  box([pileAt - 24, third.deck - 58], 48, 54) +
  each([16, 28, 40], (up) => level(third.deck - up, pileAt - 24, pileAt + 24));
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
  { adds: polyline(...edges.slice(3)), enters: 'launched', fills: cornices, loads: sheets + written },
];
