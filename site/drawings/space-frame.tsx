import { circles } from './arcs.ts';
import { camera, type Point3 } from './camera.ts';
import {
  catenary,
  each,
  heightOf,
  linesOf,
  type Point,
  pointsOf,
  polygon,
  polyline,
  range,
  whole,
} from './geometry.ts';
import { Body, type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// Metres: 7 by 7 squares of 3 m that follow two crossing chains turned over; a lower grid half a square aside.
// Pyramids of four bars join the two.
const square = 3;
const squares = 7;
const depth = 2.4;
const eaves = 4.9;
const half = (square * squares) / 2;
const chain = catenary(half, 4.2, squares);
const seen = camera({ eye: [-24, 14.5, -27], yaw: 0.742, pitch: -0.1, focal: 950, centre: [320, 128] });

/** .NET technologies: a roof grows over the old hall, which is in use until then. Its pages move into the roof one by one. */
export function SpaceFrame({ gradient, tags }: InColours) {
  return (
    <Sheet>
      <Line.Web d={webs + floor} />
      <Line.Structure d={upperGrid + rim} />
      <Line.Planned d={oldHall + emptied} />
      <Line.Structure d={onHall + windowBar + legs} />
      <Body d={moved} />
      <MainLine d={moved} gradient={gradient} filled />
      <Tags
        tags={tags}
        at={[
          [412, 278, 21],
          [320, 36],
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
  return -(heightOf(chain, at * square - half) ?? 0);
}

const line = linesOf(seen);
const web = linesOf((point: Point3) => whole(seen(point)));

/** Bars along the rows and the columns of a grid of so many squares, those counted from `from`. */
function grid(node: (column: number, row: number) => Point3, size: number, from = 0, to = size + 1): string {
  const places = range(size + 1);
  return each(
    places.slice(from, to),
    (fixed) =>
      web(...places.map((moving) => node(moving, fixed))) + web(...places.map((moving) => node(fixed, moving))),
  );
}

/** The four bars from the node of the lower grid to the square above it. */
function pyramid(column: number, row: number): string {
  const foot = lower(column, row);
  const corner = (x: number, y: number) => upper(column + x, row + y);
  return web(corner(0, 0), foot, corner(1, 1)) + web(corner(1, 0), foot, corner(0, 1));
}

const upperGrid = grid(upper, squares, 1);
// The pyramids along the front edges: behind them the roof hides what it rests on.
const webs = each(range(squares), (at) => pyramid(0, at) + (at > 0 ? pyramid(at, 0) : ''));
const nodes = range(squares + 1);
const rim = line(
  ...nodes.toReversed().map((row) => upper(0, row)),
  ...nodes.slice(1).map((column) => upper(column, 0)),
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

// The hall that the roof is built over.
const [side, front, back, far, wall] = [5, 7, 16, 21, 5];
const oldHall =
  line(
    [side, wall, front],
    [far, wall, front],
    [far, 0, front],
    [side, 0, front],
    [side, wall, front],
    [side, wall, back],
  ) + line([far, wall, front], [far, wall, back], [side, wall, back], [side, 0, back], [side, 0, front]);

/** What tells that the hall is shown in a browser: three dots in its bar. */
const windowBar =
  circles(
    3.5,
    [1.2, 2.2, 3.2].map((aside) => seen([side + aside, wall - 0.6, front])),
  ) + line([side, wall - 1.25, front], [far, wall - 1.25, front]);

/** A page by its corners: its edge, its title bar and a line of text. `on` takes shares of its width and its height. */
const page = (on: (point: Point) => Point) =>
  polygon(...edge.map(on)) + each(written, (way) => polyline(...way.map(on)));
const edge = pointsOf('0 0, 1 0, 1 1, 0 1');
const written = ['0 .75, 1 .75', '.15 .4, .7 .4'].map(pointsOf);
/** Three pages in a row on the hall's side, and as many in the roof. */
const onHall = each([0, 1, 2], (at) => page(([x, y]) => seen([side, (y * wall) / 2, front + (at + 1 - x) * square])));
const moved = each([1, 2, 3], (at) => page(([x, y]) => seen(upper(y, at + 1 - x))));
/** The panels along the front edge, of which the first three have text. */
const allMoved = moved + each([0, 4, 5, 6], (at) => polygon(...edge.map(([x, y]) => seen(upper(y, at + 1 - x)))));
const emptied = each([1, 2], (at) => line([side, wall / 2, front + at * square], [side, wall, front + at * square]));
const inUse = oldHall + onHall + windowBar;

export const sky = 40;

/** Feet are pegged out beside the old hall, legs are set, the edge spans in front, bars go in row by row, and the hall can go. */
export const stages: readonly Stage[] = [
  { adds: floor, aids: inUse },
  { adds: legs, aids: inUse },
  { adds: rim, enters: 'launched', aids: inUse },
  { adds: grid(upper, squares, 1, 4), enters: 'spread' },
  { adds: grid(upper, squares, 4), fills: webs, loads: allMoved },
];
