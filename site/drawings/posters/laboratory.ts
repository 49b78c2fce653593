import { circles } from '../arcs.ts';
import { drawEach, horizontal, type Point, polygon, polyline, range } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, type Poster, drawRectangle } from './poster.ts';

const [street, roof, left] = [484, 150, 516];
/** The five lit windows: left edge, width, head and sill. */
const panes = { width: 72, head: 316, sill: 424 };
const paneAt = (index: number) => left + 22 + index * 84;
/** Returns a shape in a window, from its middle on the sill. */
const at = (stop: number, ...points: readonly Point[]) =>
  polygon(...points.map(([x, y]): Point => [paneAt(stop) + panes.width / 2 + x, panes.sill - y]));
const box = (stop: number, x: number, y: number, width: number, height: number) =>
  drawRectangle(paneAt(stop) + panes.width / 2 + x, panes.sill - y - height, width, height);
const tube = (stop: number, x: number, half: number, height: number) =>
  at(
    stop,
    [x - half, height],
    [x + half, height],
    [x + half, half],
    [x + half / 2, 0],
    [x - half / 2, 0],
    [x - half, half],
  );
const racked = [-24, 0, 24];
const stops =
  at(0, [-22, 0], [-22, 74], [22, 74], [22, 0]) +
  box(1, -17, 76, 34, 10) +
  tube(1, 0, 13, 76) +
  box(2, -34, 0, 68, 28) +
  drawEach(racked, (x) => box(2, x - 8, 34, 16, 36)) +
  box(3, -32, 0, 64, 84) +
  at(4, [-24, 0], [-24, 78], [10, 78], [24, 64], [24, 0]);
/** Sample in all five windows: on the form, in the tube, in the rack, in the analyser, and in the report. */
const sample =
  box(0, -14, 44, 28, 18) +
  tube(1, 0, 9, 48) +
  box(2, -5, 34, 10, 24) +
  box(3, -20, 40, 40, 30) +
  box(4, -14, 20, 28, 18);
const written = drawEach([0, 4], (stop) => drawEach([10, 62], (y) => box(stop, -14, y, 28, 4)));

const flues: readonly Point[] = [
  [690, 94],
  [732, 74],
  [774, 94],
  [880, 104],
];
const upper = drawEach([182, 242], (y) => drawRectangle(left + 18, y, 500, 34));
const mullions = drawEach([182, 242], (y) => drawEach(range(7), (index) => drawRectangle(paneAt(index) - 8, y, 4, 34)));
const rain = drawEach(range(60), (index) => {
  const [x, y] = [486 + ((index * 149) % 520), 40 + ((index * 83) % 420)];
  return polyline([x, y], [x - 10, y + 44]);
});

/** The van that has brought the sample. */
const van =
  polygon([392, 556], [392, 500], [404, 486], [486, 486], [506, 512], [530, 520], [532, 556]) +
  circles(14, [
    [420, 558],
    [504, 558],
  ]);

/** LIS365: a laboratory by night with one lit floor: a window for each stop of a sample, from form to report. */
export const laboratory: Poster = {
  hour: 'rain',
  background: [
    drawHills('far', [-1600, 400], [-1000, 440], [-300, 420], [200, 446], [520, 430], [1000, 420]),
    {
      ink: 'mid',
      d: drawEach(range(22), (index) => drawRectangle(-1600 + index * 100, 438 - ((index * 29) % 20) + 16, 78, 100)),
    },
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'water', d: drawRectangle(-1600, street - 20, 2600, 400) },
        { ink: 'under', d: drawRectangle(-1600, street - 20, 2600, 12) },
        { ink: 'side', d: drawEach(flues, ([x, head]) => drawRectangle(x, head, 24, 150 - head)) },
        { ink: 'stone', d: drawEach(flues, ([x, head]) => drawRectangle(x, head, 8, 150 - head)) },
        {
          ink: 'side',
          d: drawRectangle(left, roof, 500, street - roof) + drawRectangle(left - 30, 100, 30, street - 100),
        },
        { ink: 'stone', d: drawRectangle(left - 44, 100, 14, street - 100) },
        { ink: 'stone', d: drawRectangle(left - 8, roof - 10, 500, 12) },
        { ink: 'under', d: upper + drawRectangle(left - 22, 126, 12, 154) },
        { ink: 'side', d: mullions },
        { ink: 'hanger', d: rain, width: 1.5 },
        {
          ink: 'lit',
          d: drawEach(range(5), (index) =>
            drawRectangle(paneAt(index), panes.head, panes.width, panes.sill - panes.head),
          ),
        },
        { ink: 'under', d: stops },
        { ink: 'accent', d: sample },
        { ink: 'lit', d: written },
        { ink: 'stone', d: drawRectangle(left, panes.sill, 500, 8) + drawRectangle(left - 60, 290, 560, 9) },
      ],
    },
  ],
  foreground: [
    {
      ink: 'lit',
      d: drawEach(range(5), (index) =>
        drawEach([8, 26, 52, 84], (y, step) =>
          horizontal(street + y, paneAt(index) + step * 3, paneAt(index) + 70 - step * 5),
        ),
      ),
      width: 3,
    },

    { ink: 'bank', d: van },
    { ink: 'lit', d: polygon([474, 494], [484, 494], [498, 513], [474, 513]) },
    { ink: 'accent', d: drawRectangle(420, 502, 30, 26) },
  ],
  lamps: drawLamps(range(6).map((index): Point => [-420 + index * 140, street - 40])),
};
