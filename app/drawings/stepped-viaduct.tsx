import type { Gradient } from '../../content/accent.ts';
import { arc, type Point, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, sheet, StructureLine, WebLine } from './sheet.tsx';

// Sheet units: four flights of two bays; each arch is a semicircle on piers that widen towards the ground by 1 in 38.
const bay = 80;
const radius = 30;
const crown = 16;
const batter = 1 / 38;
const course = 20;
const impost = 3;
const flights = range(4).map((flight) => ({
  from: flight * 2 * bay,
  to: (flight + 1) * 2 * bay,
  deck: 282 - flight * 72,
}));

const bays = flights.flatMap(({ from, deck }) =>
  [from + bay / 2, from + (bay * 3) / 2].map((x) => ({ x, spring: deck + crown + radius, foot: valley(x) })),
);

/** Business processes: a viaduct that climbs, one landing after another. */
export function SteppedViaduct({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={courses + ground} />
      <WebLine d={rings + cornices} />
      <StructureLine d={openings} />
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

const stair = polyline(
  flights.flatMap(({ from, to, deck }): Point[] => [
    [from, deck],
    [to, deck],
  ]),
);
const cornices = segments(
  flights.map(({ from, to, deck }) => [
    [from, deck + 5],
    [to, deck + 5],
  ]),
);
const rings = bays.map(({ x, spring }) => arc([x, spring], radius + 7, 0, 180)).join('');
const openings = bays
  .map(({ x, spring, foot }) => {
    const piers = [-1, 1].flatMap((side): [Point, Point][] => [
      [
        [x + side * clear(foot, spring), foot],
        [x + side * radius, spring],
      ],
      [
        [x + side * (radius - impost), spring],
        [x + side * (radius + impost), spring],
      ],
    ]);
    return segments(piers) + arc([x, spring], radius, 0, 180);
  })
  .join('');

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
const ground = polyline(range(17).map((index) => [index * 40, valley(index * 40)]));
