import { drawEach, horizontal, type Point, polygon, polyline, range } from '../geometry.ts';
import { drawCrowns, drawLamps } from '../scene.ts';
import { drawHills, type Poster, drawRectangle } from './poster.ts';

const [deck, upper, lower] = [352, 452, 540];
/** The middles of the piers, which reach beyond the edge, and half a pier's width. */
const piers = [560, 716, 872, 1028];
const half = 20;
const raised = 1;

const tower = (x: number) => drawRectangle(x - half, 150, 2 * half, lower + 30 - 150);
const lit = (x: number) => drawRectangle(x + half - 12, 150, 12, lower + 30 - 150);
const house = (x: number) =>
  polygon([x - 40, 150], [x - 40, 104], [x - 28, 84], [x + 28, 84], [x + 40, 104], [x + 40, 150]);
const bay = (index: number): readonly [number, number] => [(piers[index] ?? 0) + half, 156 - 2 * half];
const gate = (index: number, top: number) => drawRectangle(bay(index)[0], top, bay(index)[1], 92);
const ribs = (index: number, top: number) =>
  drawEach([20, 44, 68], (y) => drawRectangle(bay(index)[0], top + y, bay(index)[1], 6));

/** A gauge: its board, and the marks of its scale. */
const gauge = { x: 492, y: 250, width: 34, height: 320 };
const marks = drawEach(range(13), (index) => drawRectangle(gauge.x, gauge.y + 12 + index * 24, index % 3 ? 12 : 24, 6));

const [from, width] = bay(raised);
const falls = drawRectangle(from, upper - 2, width, lower + 30 - upper);
const jets = drawEach(range(5), (index) => drawRectangle(from + 8 + index * 23, upper + 12 + (index % 2) * 18, 8, 110));
const foam = `${drawCrowns(
  [
    [from - 34, 582],
    [from + width / 2, 560],
    [from + width + 34, 582],
  ],
  22,
)}V620H${from - 34}Z`;

/** BBP Technologies: a barrage with its gauge. A closed gate stores readings and releases them, in order, on opening. */
export const tidalBarrage: Poster = {
  hour: 'storm',
  background: [
    {
      ink: 'mid',
      d: `${drawCrowns(
        [
          [470, 96],
          [560, 58],
          [720, 40],
          [880, 62],
          [1100, 30],
        ],
        46,
      )}L1100 118L470 118Z`,
    },
    { ink: 'lit', d: polygon([940, 118], [914, 222], [936, 217], [906, 338], [960, 196], [938, 201], [958, 118]) },
    drawHills('far', [-1600, 424], [-1100, 396], [-500, 440], [0, 416], [500, 444], [1000, 400]),
    { ink: 'water', d: drawRectangle(-1600, upper, 2600, 400) },
    {
      ink: 'lit',
      d: drawEach(range(7), (index) =>
        horizontal(upper + 12 + (index % 3) * 11, -700 + index * 170, -640 + index * 170),
      ),
      width: 2,
    },
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'mid', d: drawRectangle(540, lower - 2, 500, 200) },
        { ink: 'side', d: gate(0, upper - 14) + gate(2, upper - 14) },
        { ink: 'under', d: ribs(0, upper - 14) + ribs(2, upper - 14) },
        { ink: 'hanger', d: falls },
        { ink: 'lit', d: jets },
        { ink: 'accent', d: gate(raised, deck - 130) },
        { ink: 'under', d: ribs(raised, deck - 130) },
        {
          ink: 'hanger',
          d: drawEach([24, 92], (x) => polyline([bay(raised)[0] + x, 120], [bay(raised)[0] + x, deck - 130])),
          width: 3,
        },
        { ink: 'side', d: drawEach(piers, tower) + drawEach(piers, house) },
        { ink: 'stone', d: drawEach(piers, lit) },
        { ink: 'under', d: drawEach(piers, (x) => drawRectangle(x - 46, 148, 92, 8)) },
        {
          ink: 'lit',
          d: drawEach(piers, (x) => drawEach([-26, -4, 18], (aside) => drawRectangle(x + aside - 5, 112, 12, 16))),
        },
        { ink: 'lit', d: foam },
        { ink: 'stone', d: drawRectangle(540, deck, 460, 8) },
        { ink: 'under', d: drawRectangle(540, deck + 8, 460, 12) },
        { ink: 'side', d: polygon([-1600, 500], [540, 500], [540, 700], [-1600, 700]) },
        { ink: 'stone', d: drawRectangle(-1600, 494, 2140, 9) },
        { ink: 'accent', d: drawRectangle(gauge.x, gauge.y, gauge.width, gauge.height) },
        { ink: 'under', d: marks },
      ],
    },
  ],
  foreground: [drawHills('bank', [-1600, 560], [-900, 584], [-200, 566], [400, 592], [700, 604], [1000, 596])],
  lamps: drawLamps([...range(6).map((index): Point => [-420 + index * 140, 480]), [560, 76], [872, 76]]),
};
