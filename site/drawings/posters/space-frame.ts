import { createCamera } from '../camera.ts';
import { drawEach, type Point, polygon, polyline, range, roundPoint } from '../geometry.ts';
import { drawHills, horizonY, type Poster, drawWater } from './poster.ts';
import { drawLamps } from '../scene.ts';

// In metres: a roof of squares whose nearest corner is the origin, seen by the quay from beneath.
const seen = createCamera({ eye: [-14, 2, -34], yaw: 0.36, focal: 640, centre: [606, horizonY] });
const at = (across: number, height: number, along: number): Point => roundPoint(seen([across, height, along]));
const [square, columns, rows] = [6, 6, 5];
const [eaves, top, edge] = [20, 24, -18];

/** A node of the upper grid, and one of the lower grid, half a square further in. */
const upper = (column: number, row: number) => at(column * square, top, row * square);
const lower = (column: number, row: number) => at((column + 0.5) * square, eaves, (row + 0.5) * square);

/** The facets of the frame's pyramids: to the front, and to the left. */
const toFront = (row: number) => (column: number) =>
  polygon(upper(column, row), upper(column + 1, row), lower(column, row));
const toLeft = (column: number) => (row: number) =>
  polygon(upper(column, row), upper(column, row + 1), lower(column, row));

const upright = (along: number, from: number, to: number, foot: number, head: number) =>
  polygon(at(from, foot, along), at(from, head, along), at(to, head, along), at(to, foot, along));
/** A leg stands under four nodes of the lower grid. */
const legs = (
  [
    [0, 3],
    [4, 0],
    [0, 0],
  ] as const
).map(([column, row]) => {
  const foot = [(column + 1) * square, (row + 1) * square] as const;
  const fork = at(foot[0], 11, foot[1]);
  return {
    stem: upright(foot[1], foot[0] - 0.45, foot[0] + 0.45, 0, 11.4),
    arms: drawEach([0, 1], (x) => drawEach([0, 1], (y) => polyline(fork, lower(column + x, row + y)))),
  };
});

/** A row of the glass behind the hall. */
const panes = (foot: number, head: number) =>
  drawEach(range(10), (pane) => upright(27, 3 + pane * 5, 7.6 + pane * 5, foot, head));
/** A page, as wide as a square: it hangs from the roof now. */
const page = (column: number) => upright(3, column * square + 3.6, column * square + 8.4, 13.4, 19);
const pages = [1, 2, 3];

/** .NET: a roof of one pattern rises over the old hall, which stays in use. Its three pages hang from the roof now. */
export const spaceFrame: Poster = {
  hour: 'twilight',
  background: [
    drawHills('far', [-1600, 446], [-800, 452], [-100, 440], [300, 452], [640, 430], [1000, 446]),
    ...drawWater(horizonY, 420),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'far', d: polygon(at(-11, 0, 60), at(-10, 0, edge), at(60, 0, edge), at(60, 0, 60)) },
        { ink: 'side', d: polygon(at(-11, 0, 60), at(-10, 0, edge), at(-10, -1.3, edge), at(-11, -1.3, 60)) },
        { ink: 'under', d: polygon(at(-10, 0, edge), at(-10, -1.3, edge), at(60, -1.3, edge), at(60, 0, edge)) },
      ],
    },
    { step: 3, shapes: [{ ink: 'lit', d: panes(0, 12) + panes(12.5, 19) }] },
    {
      step: 1,
      shapes: [
        { ink: 'mid', d: polygon(at(11, 0, 12), at(11, 6, 12), at(11, 9, 17), at(11, 6, 22), at(11, 0, 22)) },
        { ink: 'under', d: polygon(at(11, 0, 12), at(11, 6, 12), at(11, 9, 17), at(60, 9, 17), at(60, 0, 12)) },
        { ink: 'side', d: drawEach(range(3), (index) => upright(12, 13.4 + index * 6, 18.2 + index * 6, 0.8, 5)) },
      ],
    },
    {
      step: 2,
      shapes: [
        { ink: 'side', d: drawEach(legs, ({ stem }) => stem) },
        { ink: 'side', d: drawEach(legs, ({ arms }) => arms), width: 4 },
      ],
    },
    {
      step: 3,
      shapes: [
        { ink: 'under', d: polygon(upper(0, 0), upper(columns, 0), upper(columns, rows), upper(0, rows)) },
        { ink: 'side', d: drawEach([4, 2], (row) => drawEach(range(columns), toFront(row))) },
        { ink: 'side', d: drawEach(range(rows), toLeft(0)) },
        { ink: 'stone', d: drawEach(range(columns), toFront(0)) },
        { ink: 'side', d: polyline(upper(0, rows), upper(0, 0), upper(columns, 0)), width: 5 },
      ],
    },
    { step: 4, entrance: 'lowered', shapes: [{ ink: 'accent', d: drawEach(pages, page) }] },
  ],
  foreground: [drawHills('bank', [-1600, 560], [-900, 590], [-300, 570], [200, 594], [500, 606], [1000, 610])],
  lamps: drawLamps([
    ...range(columns).map((column) => lower(column, 0)),
    ...range(rows)
      .slice(1)
      .map((row) => lower(0, row)),
  ]),
  labelPositions: [
    [700, 524],
    [866, 86],
  ],
};
