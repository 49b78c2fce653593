import { circle, circles } from '../arcs.ts';
import { drawEach, type Point, polygon, polyline, range } from '../geometry.ts';
import { drawCurve, drawLamps } from '../scene.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

const quay = 482;
/** The deck of the ship, from the head of its stem to beyond the edge, and where the stem meets the water. */
const deck: readonly Point[] = [
  [482, 190],
  [610, 232],
  [760, 246],
  [1010, 246],
];
const stem: Point = [556, 560];
const flank = `${drawCurve(deck)}V560H${stem[0]}Z`;
/** The bow: as much of the flank as the light falls on. */
const bow = polygon([482, 190], [548, 216], [604, 560], stem);
const houses = drawRectangle(700, 186, 310, 62) + drawRectangle(740, 138, 270, 48) + drawRectangle(790, 100, 220, 38);
const windows = drawEach(
  range(7),
  (index) => drawRectangle(750 + index * 30, 154, 20, 14) + drawRectangle(720 + index * 30, 208, 20, 14),
);
const portholes = drawEach(range(12), (index) => drawRectangle(620 + index * 30, 294, 10, 10));

/** Returns a box on the quay, from the middle of its base. */
const box = (x: number, left: number, y: number, width: number, height: number) =>
  drawRectangle(x + left, quay - y - height, width, height);
const goods: readonly ((x: number) => string)[] = [
  (x) => polygon([x - 24, quay], [x - 24, quay - 50], [x, quay - 66], [x + 24, quay - 50], [x + 24, quay]),
  (x) => box(x, -22, 0, 21, 28) + box(x, 2, 0, 20, 22) + box(x, -14, 29, 28, 26),
  (x) => circle([x, quay - 30], 30) + circle([x, quay - 30], 11),
  (x) =>
    circles(12, [
      [x - 13, quay - 12],
      [x + 13, quay - 12],
      [x, quay - 35],
    ]),
  (x) =>
    polygon(
      [x - 8, quay - 72],
      [x + 8, quay - 72],
      [x + 8, quay - 50],
      [x + 25, quay],
      [x - 25, quay],
      [x - 8, quay - 50],
    ),
  (x) => box(x, -24, 0, 48, 40) + box(x, -7, 40, 14, 18),
  (x) => circle([x, quay - 60], 11) + polygon([x - 14, quay - 46], [x + 14, quay - 46], [x + 18, quay], [x - 18, quay]),
  (x) => drawEach([-24, -9, 6], (left) => box(x, left, 0, 10, 44 - left)),
];
const places = range(8).map((index) => 520 + index * 58);
const load = (index: number) => goods[index]?.(places[index] ?? 0) ?? '';

/** Products: a ship at the quay, and before it eight different loads. One is marked: the one a visitor came for. */
export const goodsQuay: Poster = {
  hour: 'haze',
  background: [
    { ink: 'lit', d: circle([604, 150], 44) },
    drawHills('far', [-1600, 440], [-1000, 414], [-300, 444], [200, 426], [600, 446], [1000, 430]),
    ...drawWater(horizonY, 300),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        {
          ink: 'hanger',
          d: polyline([490, 194], [640, 44], [742, 140]) + polyline([500, 206], [452, quay]),
          width: 2.5,
        },
        { ink: 'side', d: drawRectangle(636, 36, 8, 204) },
        { ink: 'accent', d: polygon([826, 100], [840, 20], [906, 20], [906, 100]) },
        { ink: 'under', d: polygon([836, 42], [840, 16], [906, 16], [906, 42]) },
        { ink: 'stone', d: houses },
        { ink: 'under', d: windows + drawRectangle(694, 182, 316, 5) + drawRectangle(734, 134, 276, 5) },
        { ink: 'side', d: flank },
        { ink: 'stone', d: bow },
        { ink: 'lit', d: portholes },
        { ink: 'under', d: polygon([548, 520], [1010, 520], [1010, 564], stem) },
        { ink: 'under', d: drawRectangle(-1600, quay, 2600, 300) },
        { ink: 'stone', d: drawRectangle(-1600, quay, 2600, 12) },
        { ink: 'mid', d: drawRectangle(-1600, quay + 38, 2600, 5) + drawRectangle(-1600, quay + 76, 2600, 6) },
        { ink: 'under', d: drawEach([0, 1, 6], load) },
        { ink: 'lit', d: drawEach([3, 5, 7], load) },
        { ink: 'bank', d: load(2) },
        { ink: 'accent', d: load(4) },
      ],
    },
  ],
  foreground: [],
  lamps: drawLamps([[640, 30], ...range(6).map((index): Point => [-400 + index * 140, quay - 22])]),
};
