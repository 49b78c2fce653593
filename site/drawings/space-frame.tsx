import { camera, type Point3 } from './camera.ts';
import { catenary, each, linesOf, type Point, pointsOf, polygon, range, whole } from './geometry.ts';
import {
  Body,
  FineLine,
  type InColours,
  MainLine,
  PlannedLine,
  Sheet,
  type Stage,
  StructureLine,
  Tags,
  WebLine,
} from './sheet.tsx';

// Metres: 7 by 7 squares of 3 m that follow two crossing chains turned over; a lower grid half a square aside.
// Pyramids of four bars join the two.
const square = 3;
const squares = 7;
const depth = 2.4;
const eaves = 4.9;
const chain = catenary((square * squares) / 2, 4.2, squares * 2);
const seen = camera({ eye: [-24, 14.5, -27], yaw: 0.742, pitch: -0.1, focal: 985, centre: [320, 134] });

/** .NET technologies: one node and one bar, repeated until they roof the old hall, which is in use until then. */
export function SpaceFrame({ gradient, tags }: InColours) {
  return (
    <Sheet>
      <FineLine d={lowerGrid} />
      <WebLine d={webs(2) + floor} />
      <StructureLine d={upperGrid} />
      <StructureLine d={legs} />
      <PlannedLine d={oldHall} />
      <Body d={moved} />
      <MainLine d={rim + moved} gradient={gradient} />
      <Tags
        tags={tags}
        at={[
          [410, 292],
          [320, 40],
        ]}
      />
    </Sheet>
  );
}

/** A node by its place in the grid, counted in squares; halves lie between. */
function upper(column: number, row: number): Point3 {
  return [column * square, eaves + rise(column) + rise(row), row * square];
}

function lower(column: number, row: number): Point3 {
  const [across, height, along] = upper(column + 0.5, row + 0.5);
  return [across, height - depth, along];
}

function rise(at: number): number {
  return -(chain[at * 2]?.[1] ?? 0);
}

const line = linesOf(seen);
const web = linesOf((point: Point3) => whole(seen(point)));

/** Bars along the rows and the columns of a grid of so many squares, those counted from `from`. */
function grid(
  node: (column: number, row: number) => Point3,
  size: number,
  from = 0,
  to = size + 1,
  bars = line,
): string {
  const places = range(size + 1);
  return each(
    places.slice(from, to),
    (fixed) =>
      bars(...places.map((moving) => node(moving, fixed))) + bars(...places.map((moving) => node(fixed, moving))),
  );
}

/** The four bars from the node of the lower grid to the square above it. */
function pyramid(column: number, row: number): string {
  const foot = lower(column, row);
  const corner = (x: number, y: number) => upper(column + x, row + y);
  return web(corner(0, 0), foot, corner(1, 1)) + web(corner(1, 0), foot, corner(0, 1));
}

const upperGrid = grid(upper, squares, 1);
const lowerGrid = grid(lower, squares - 1, 0, squares, web);
/** The pyramids of so many rows along the front edges: behind them the roof hides what it rests on. */
const webs = (rows: number) =>
  each(range(squares), (column) =>
    each(range(squares), (row) => (Math.min(column, row) < rows ? pyramid(column, row) : '')),
  );
const front = range(squares + 1);
const rim = line(
  ...front.toReversed().map((row) => upper(0, row)),
  ...front.slice(1).map((column) => upper(column, 0)),
);
// At the corners of the lower grid but the farthest, each a bundle of four bars.
const supports: readonly Point[] = [
  [0, squares - 1],
  [0, 0],
  [squares - 1, 0],
];
const footOf = ([column, row]: Point): Point3 => [(column + 0.5) * square, 0, (row + 0.5) * square];
const legs = each(supports, (support) =>
  each(pointsOf('0 0, 1 0, 0 1, 1 1'), ([x, y]) => line(upper(support[0] + x, support[1] + y), footOf(support))),
);
// The edges of the floor, from foot to foot.
const floor = line(...supports.map(footOf));

// The hall that the roof is built over. Of the six pages on its side three have moved into the roof, and their places are empty.
const [near, wall] = [5, 5];
const [first, second, far] = [8.6, 12.2, 18.6];
const half = wall / 2;
const oldHall =
  line([near, 0, near], [near, 0, second], [near, half, second], [near, half, near]) +
  line([near, 0, first], [near, wall, first], [near, wall, near], [far, wall, near], [far, 0, near], [near, 0, near]) +
  line([near, 0, near], [near, wall, near]) +
  line([near, wall, first], [far, wall, first], [far, wall, near]);
const moved = each(pointsOf('0 2, 0 4, 1 3'), ([x, y]) =>
  polygon(...pointsOf('0 0, 1 0, 1 1, 0 1').map(([across, along]) => seen(upper(x + across, y + along)))),
);

/** Feet are pegged out beside the old hall, legs are set, the edge spans in front, bars go in row by row, and the hall can go. */
export const stages: readonly Stage[] = [
  { adds: floor, aids: oldHall },
  { adds: legs, aids: oldHall },
  { adds: rim, aids: oldHall },
  { adds: grid(upper, squares, 1, 4), aids: oldHall },
  { adds: grid(upper, squares, 4), fills: webs(1) },
];
