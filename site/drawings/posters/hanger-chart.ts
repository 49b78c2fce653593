import { arc, circle, drawSmoothLine } from '../arcs.ts';
import {
  computeCatenary,
  drawEach,
  interpolateY,
  horizontal,
  createProjection,
  type Point,
  polygon,
  polyline,
  range,
  vertical,
} from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

const [deck, head, middle, half] = [450, 88, 760, 172];
const towers = [middle - half, middle + half];

// The orders of the page's example, in pounds, from the towers inwards; the figure is their sum. Joined to deliveries,
// the first counts twice on the left, and the right lacks the second.
const orders = [1200, 800, 500];
const pound = 0.062;
const figure = 2500 * pound;
const chain = computeCatenary(half, deck - figure - head, 24).map(createProjection([middle, head]));

const bar = (x: number, wide: number, from: number, pounds: number) =>
  drawRectangle(x - wide, deck - (from + pounds) * pound, 2 * wide, pounds * pound - 2);
const stations = [-1, 1].flatMap((side) =>
  orders.map((order, index) => ({ x: middle + side * (136 - index * 37), order, index, side })),
);
const isMissing = ({ side, index }: (typeof stations)[number]) => side > 0 && index === 1;
const rows = drawEach(stations, (one) => (isMissing(one) ? '' : bar(one.x, 14, 0, one.order)));
const missing = drawEach(stations.filter(isMissing), ({ x, order }) => bar(x, 13, 0, order));
const twice = drawEach(stations.slice(0, 1), ({ x, order }) => bar(x, 14, order, order));
const answer = drawEach(orders, (order, index) =>
  bar(
    middle,
    32,
    orders.slice(0, index).reduce((sum, one) => sum + one, 0),
    order,
  ),
);
const cable =
  polyline([462, deck], [middle - half, head - 14]) +
  drawSmoothLine(chain) +
  polyline([middle + half, head - 14], [1070, deck]);
const hangers = drawEach(stations, ({ x }) => vertical(x, interpolateY(chain, x) ?? deck, deck));

const pylon = (x: number, from: number, to: number) =>
  polygon([x + from * 19, 520], [x + from * 12, head - 8], [x + to * 12, head - 8], [x + to * 19, 520]);
const braces = (x: number) => drawEach([head - 16, 216, 330], (y) => drawRectangle(x - 19, y, 38, 10));
const anchorage = polygon([436, 600], [440, deck - 2], [486, deck - 2], [498, 600]);

/** Returns a walker with an umbrella, by the middle of the canopy. */
const umbrella = ([x, y]: Point) =>
  `${arc([x, y], 30, 0, 180)}Z${circle([x + 2, y + 9], 7)}` +
  polygon([x - 19, y + 80], [x - 8, y + 18], [x + 12, y + 18], [x + 19, y + 80]);

/** Data and analytics: two towers count the same rows differently. One cable brings both to the same figure. */
export const hangerChart: Poster = {
  hour: 'rain',
  background: [
    { ink: 'lit', d: circle([676, 176], 40) },
    { ink: 'far', d: horizontal(186, 640, 1000) + horizontal(204, 590, 712) + horizontal(170, 850, 1000), width: 17 },
    drawHills('far', [-1600, 452], [-700, 430], [0, 446], [420, 436], [800, 448], [1000, 420]),
    ...drawWater(horizonY, 676),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        {
          ink: 'under',
          d: anchorage + drawEach(towers, (x) => polygon([x - 40, 540], [x - 32, 506], [x + 32, 506], [x + 40, 540])),
        },
      ],
    },
    {
      step: 2,
      shapes: [
        { ink: 'stone', d: drawEach(towers, (x) => pylon(x, -1, 0)) },
        { ink: 'side', d: drawEach(towers, (x) => pylon(x, 0, 1)) },
        { ink: 'under', d: drawEach(towers, braces) },
      ],
    },
    {
      step: 3,
      entrance: 'launched',
      shapes: [
        { ink: 'hanger', d: hangers, width: 2 },
        { ink: 'hanger', d: cable, width: 6 },
        { ink: 'stone', d: drawRectangle(-1600, deck - 1, 2600, 7) },
        { ink: 'under', d: drawRectangle(-1600, deck + 6, 2600, 9) },
      ],
    },
    {
      step: 4,
      entrance: 'lowered',
      shapes: [
        { ink: 'side', d: rows },
        { ink: 'under', d: twice },
        { ink: 'hanger', d: missing, width: 2 },
        { ink: 'accent', d: answer },
      ],
    },
  ],
  foreground: [
    drawHills('bank', [-1600, 560], [-800, 584], [-100, 566], [420, 590], [700, 584], [1000, 574]),
    { ink: 'bank', d: umbrella([324, 518]) + umbrella([394, 528]) },
  ],
  lamps: drawLamps(range(8).map((index): Point => [-500 + index * 124, deck - 16])),
  labelPositions: [
    [middle - 98, 525],
    [middle + 92, 525],
    [middle, 525],
  ],
};
