import { circles } from '../arcs.ts';
import { splitLine, drawEach, horizontal, type Point, polygon, polyline, range, vertical } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

const [top, deck] = [96, 452];
const towers = [540, 886];
/** The ends of the span: one has gone up ahead of the other. */
const [low, high]: readonly [Point, Point] = [
  [568, 420],
  [858, 300],
];
const lower = splitLine(low, high, 8);
const upper = lower.map(([x, y]): Point => [x - 18, y - 54]);
const web = drawEach(range(8), (index) =>
  polyline(...[lower[index], upper[index + 1]].flatMap((one) => (one ? [one] : []))),
);

const column = (x: number, from: number, to: number) =>
  polygon([x + from * 30, 560], [x + from * 22, top], [x + to * 22, top], [x + to * 30, 560]);
/** The counterweight of an end hangs as far down as the end is up. */
const weights = [low, high].map(([, y], index): readonly [x: number, y: number] => [
  (towers[index] ?? 0) + (index ? 48 : -48),
  top + deck + 40 - y,
]);

/** Error page: a lift bridge that is stuck on its way up, one end ahead of the other. */
export const jammedLift: Poster = {
  hour: 'storm',
  background: [
    { ink: 'far', d: horizontal(150, 640, 1000) + horizontal(178, 596, 860) + horizontal(124, 760, 1000), width: 28 },
    { ink: 'lit', d: polygon([742, 186], [706, 262], [730, 258], [708, 332], [764, 240], [740, 244], [766, 186]) },
    drawHills('far', [-1600, 440], [-800, 426], [-100, 452], [400, 436], [800, 450], [1000, 436]),
    ...drawWater(horizonY, 720),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'stone', d: drawEach(towers, (x) => column(x, -1, 0)) },
        { ink: 'side', d: drawEach(towers, (x) => column(x, 0, 1)) },
        {
          ink: 'hanger',
          d:
            drawEach(weights, ([x, y]) => vertical(x, top - 10, y)) +
            polyline([564, top], upper[0] ?? low) +
            polyline([861, top], high),
          width: 3,
        },
        {
          ink: 'side',
          d: drawEach(weights, ([x, y]) => drawRectangle(x - 16, y, 32, 64)) + drawRectangle(488, top - 8, 450, 18),
        },
        {
          ink: 'stone',
          d: circles(
            22,
            towers.map((x): Point => [x, top - 18]),
          ),
        },
        { ink: 'stone', d: drawRectangle(-1600, deck - 3, 2172, 8) + drawRectangle(854, deck - 3, 200, 8) },
        { ink: 'under', d: drawRectangle(-1600, deck + 5, 2172, 10) + drawRectangle(854, deck + 5, 200, 10) },
      ],
    },
    {
      step: 1,
      shapes: [
        { ink: 'accent', d: drawEach(upper, (joint, index) => polyline(joint, lower[index] ?? joint)) + web, width: 4 },
        { ink: 'accent', d: polyline(...upper), width: 8 },
        { ink: 'accent', d: polyline(...lower), width: 12 },
      ],
    },
  ],
  foreground: [drawHills('bank', [-1600, 570], [-700, 590], [0, 574], [420, 596], [1000, 588])],
  lamps: drawLamps([
    ...range(7).map((index): Point => [-420 + index * 150, deck - 20]),
    [556, deck - 20],
    [872, deck - 20],
  ]),
};
