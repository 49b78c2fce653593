import type { Gradient } from '../../content/accent.ts';
import { camera, type Point3 } from './camera.ts';
import { catenary, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

// Metres: 7 by 7 squares of 3 m that follow two crossing chains turned over; a lower grid half a square aside.
// Pyramids of four bars join the two.
const square = 3;
const squares = 7;
const depth = 2.4;
const eaves = 4.9;
const chain = catenary((square * squares) / 2, 4.2, squares * 2);
const seen = camera({ eye: [-24, 14.5, -27], yaw: 0.742, pitch: -0.1, focal: 985, centre: [320, 134] });

/** .NET technologies: one node and one bar, repeated until they roof a hall. */
export function SpaceFrame({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={lowerGrid} />
      <WebLine d={webs} />
      <StructureLine d={upperGrid} />
      <StructureLine d={legs} />
      <MainLine d={rim} gradient={gradient} />
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

function grid(node: (column: number, row: number) => Point3, size: number): string {
  return range(size + 1)
    .flatMap((fixed) => [
      polyline(range(size + 1).map((moving) => seen(node(moving, fixed)))),
      polyline(range(size + 1).map((moving) => seen(node(fixed, moving)))),
    ])
    .join('');
}

const upperGrid = grid(upper, squares);
const lowerGrid = grid(lower, squares - 1);
const webs = range(squares)
  .flatMap((column) =>
    range(squares).flatMap((row) => {
      const foot = seen(lower(column, row));
      return [
        polyline([seen(upper(column, row)), foot, seen(upper(column + 1, row + 1))]),
        polyline([seen(upper(column + 1, row)), foot, seen(upper(column, row + 1))]),
      ];
    }),
  )
  .join('');
const front = range(squares + 1);
const rim = polyline([
  ...front.toReversed().map((row) => seen(upper(0, row))),
  ...front.slice(1).map((column) => seen(upper(column, 0))),
]);
const legs = segments(
  [
    [0, 0],
    [squares - 1, 0],
    [0, squares - 1],
  ].flatMap(([column = 0, row = 0]) => {
    const [across, , along] = lower(column, row);
    const foot = seen([across, 0, along]);
    return [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ].map(([x = 0, y = 0]) => [seen(upper(column + x, row + y)), foot] as const);
  }),
);
export const stages: readonly never[] = [];
