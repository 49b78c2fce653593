import { circle } from '../arcs.ts';
import { splitLine, drawEach, type Point, polygon, polyline, range } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

const [deck, top] = [452, 112];
/** The middles of the towers, half their width, and where the leaves meet. */
const [west, east, half] = [574, 868, 42];
const joint = (west + east) / 2;

/** Houses in a row, gable beside gable, from the left to the right. */
function houses(from: number, to: number, ground: number, low: number): string {
  return drawEach(range(Math.floor((to - from) / 56)), (index) => {
    const x = from + index * 56;
    const eaves = ground - low - ((index * 17) % 23);
    return polygon([x, 800], [x, eaves], [x + 28, eaves - 20], [x + 56, eaves], [x + 56, 800]);
  });
}

const [outer, inner] = [-half, half - 14].map((aside) => splitLine([west + aside, deck], [west + aside, top], 4));
const braces = drawEach(range(4), (index) => {
  const at = (side: readonly Point[] | undefined, level: number): Point => side?.[level] ?? [0, 0];
  return [0, 1]
    .map((up) =>
      polyline(
        [at(outer, index + up)[0] + 7, at(outer, index + up)[1]],
        [at(inner, index + 1 - up)[0] + 7, at(inner, index + 1 - up)[1]],
      ),
    )
    .join('');
});

/** A leaf from its tower to the joint: deep at its pivot, where the counterweight balances it. */
const leaf = (tower: number, side: number) =>
  polygon([tower + side * half, deck], [joint, deck], [joint, deck + 14], [tower + side * half, deck + 46]);
const pier = (tower: number) =>
  polygon([tower - 62, 700], [tower - 54, deck + 30], [tower + 54, deck + 30], [tower + 62, 700]);
/** A person crossing, by size. */
const walker = ([x, size]: Point) => {
  const at = (aside: number, height: number): Point => [x + aside * size, deck - height * size];
  const legs = [at(5, 18), at(11, 0), at(6, 0), at(0, 11), at(-6, 0), at(-11, 0), at(-5, 18)];
  return circle(at(0, 37), 5 * size) + polygon(at(-6, 31), at(6, 31), ...legs);
};
const walkers: readonly Point[] = [
  [640, 1],
  [670, 1.15],
  [700, 0.95],
  [740, 1.1],
  [766, 0.9],
  [800, 1.1],
  [940, 1],
];
/** The fingers of the joint, which fit one into the other. */
const fingers = drawEach(range(4), (index) => drawRectangle(joint - 18 + (index % 2) * 10, deck + index * 4, 26, 4));

/** ADP Connector: two towns, and between two kinds of towers one road whose leaves meet, so people walk across. */
export const basculeBridge: Poster = {
  hour: 'morning',
  background: [
    { ink: 'lit', d: circle([joint, 372], 62) },
    drawHills('far', [-1600, 430], [-700, 446], [-100, 436], [420, 450], [720, 440], [1000, 420]),
    { ink: 'mid', d: houses(-1600, 490, 462, 0) + houses(914, 1000, 430, 10) },
    ...drawWater(horizonY + 10, joint),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'under', d: pier(west) + pier(east) },
        {
          ink: 'side',
          d:
            drawRectangle(west - half, top - 8, 14, deck - top + 8) +
            drawRectangle(west - half - 8, top - 24, 2 * half + 16, 16),
        },
        { ink: 'side', d: braces, width: 6 },
        { ink: 'stone', d: drawRectangle(west + half - 14, top - 8, 14, deck - top + 8) },
        { ink: 'side', d: drawRectangle(east - half, top, 2 * half, deck - top) },
        { ink: 'stone', d: drawRectangle(east + 8, top, half - 8, deck - top) },
        { ink: 'side', d: polygon([east - half - 8, top - 6], [east, top - 64], [east + 12, top - 6]) },
        { ink: 'stone', d: polygon([east, top - 64], [east + half + 8, top - 6], [east + 12, top - 6]) },
        {
          ink: 'lit',
          d: drawEach(
            [0, 1, 2],
            (row) =>
              drawRectangle(east - 30, 220 + row * 64, 12, 26) + drawRectangle(east - 10, 220 + row * 64, 12, 26),
          ),
        },
        { ink: 'side', d: drawRectangle(west + half, 146, east - west - 2 * half, 34) },
        { ink: 'lit', d: drawEach(range(9), (index) => drawRectangle(west + half + 12 + index * 21, 154, 12, 14)) },
        { ink: 'side', d: leaf(west, 1) + leaf(east, -1) },
        { ink: 'stone', d: drawRectangle(-1600, deck, 2600, 8) },
        {
          ink: 'under',
          d: drawRectangle(-1600, deck + 8, 1600 + west - half, 12) + drawRectangle(east + half, deck + 8, 200, 12),
        },
        { ink: 'accent', d: fingers + drawEach(walkers, walker) },
      ],
    },
  ],
  foreground: [
    { ink: 'bank', d: polygon([-1600, 548], [440, 548], [470, 800], [-1600, 800]) },
    drawHills('bank', [440, 600], [700, 604], [1000, 584]),
  ],
  lamps: drawLamps([...range(7).map((index): Point => [-400 + index * 140, deck - 14]), [west, top - 32]]),
};
