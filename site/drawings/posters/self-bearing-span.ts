import { arc, circle } from '../arcs.ts';
import { drawEach, horizontal, type Point, parsePoints, polygon, polyline, range } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater, drawWoods } from './poster.ts';

const lamp: Point = [806, 116];
const [foot, gallery] = [392, 146];

const cliff = parsePoints('700 600, 716 470, 744 440, 762 398');

/** Returns the x of a wall of the tower at a height. `side` is −1 for the left wall, 1 for the right. */
const wall = (y: number, side: number): number => lamp[0] + side * (25 + ((y - gallery) * 19) / (foot - gallery));
/** A ring around the tower, from one side to the other. */
const ring = (from: number, to: number, left: number, right: number) =>
  polygon([wall(from, left), from], [wall(from, right), from], [wall(to, right), to], [wall(to, left), to]);
const bands = [196, 294].map((y): readonly [number, number] => [y, y + 49]);

/** The beam to the sea, and the one that leaves the other side of the lantern. */
const beam = polygon(lamp, [440, 640], [610, 640]) + polygon(lamp, [960, -60], [1000, -60], [1040, -20]);

/** A boat under sail, by the middle of its waterline. */
function boat([x, y]: Point, size: number) {
  const at = (across: number, up: number): Point => [x + across * size, y - up * size];
  return {
    hull:
      polygon(at(-34, 14), at(36, 14), at(22, -4), at(-22, -4)) + polygon(at(-1, 14), at(-1, 84), at(2, 84), at(2, 14)),
    sails: polygon(at(4, 80), at(4, 20), at(34, 20)) + polygon(at(-4, 70), at(-4, 20), at(-26, 20)),
    lamp: at(0.5, 90),
  };
}
const heard = boat([580, 572], 1.15);
const unheard = [boat([394, 494], 0.5), boat([470, 524], 0.75), boat([690, 500], 0.5)];

/** Messages on their way up the beam. */
const messages = drawEach([0.24, 0.36, 0.48], (t) => {
  const [x, y] = [heard.lamp[0] + (lamp[0] - heard.lamp[0]) * t, heard.lamp[1] + (lamp[1] - heard.lamp[1]) * t];
  return drawRectangle(x - 11, y - 8, 22, 15);
});

/** Crests of the sea, larger towards the eye. */
const swell = drawEach(range(20), (index) => {
  const [row, size] = [index % 3, 15 + (index % 3) * 6];
  const crest = `a${size} ${size} 0 0 0 ${2 * size - 6} 0`;
  return polyline([-880 + index * 63, 484 + row * 36 + (index % 2) * 9]) + crest + crest;
});

/** Mobility: data stored aboard without a signal is sent when the beam of the lighthouse comes round. */
export const selfBearingSpan: Poster = {
  hour: 'storm',
  background: [
    drawHills('far', [-1600, 440], [-1000, 430], [-300, 452], [300, 444], [700, 456], [1000, 440]),
    ...drawWater(horizonY, 560).slice(0, 1),
    { ink: 'far', d: swell, width: 3 },
    { ink: 'far', d: horizontal(226, 872, 1000) + horizontal(246, 700, 1000) + horizontal(266, 900, 1000), width: 15 },
  ],
  layers: [
    { step: 4, entrance: 'lowered', shapes: [{ ink: 'stone', d: beam }] },
    {
      step: 1,
      shapes: [
        { ink: 'mid', d: polygon(...cliff, ...parsePoints('850 388, 1000 400, 1000 600')) },
        { ink: 'side', d: polygon(...cliff, ...parsePoints('786 396, 776 452, 800 500, 770 600')) },
      ],
    },
    {
      step: 2,
      shapes: [
        { ink: 'stone', d: ring(gallery, foot, -1, 0.1) },
        { ink: 'side', d: ring(gallery, foot, 0.1, 1) },
        { ink: 'under', d: drawEach(bands, ([from, to]) => ring(from, to, -1, 1)) },
        { ink: 'stone', d: drawRectangle(886, 354, 74, 44) },
        { ink: 'under', d: polygon([878, 356], [898, 326], [960, 326], [970, 356]) },
        { ink: 'lit', d: drawRectangle(900, 366, 12, 14) + drawRectangle(928, 366, 12, 14) },
      ],
    },
    {
      step: 3,
      shapes: [
        {
          ink: 'side',
          d: drawRectangle(lamp[0] - 38, gallery - 8, 76, 10) + `${arc([lamp[0], lamp[1] - 18], 24, 0, 180)}Z`,
        },
        { ink: 'lit', d: drawRectangle(lamp[0] - 19, lamp[1] - 18, 38, 40) },
      ],
    },
    {
      step: 4,
      shapes: [
        { ink: 'under', d: drawEach(unheard, ({ hull, lamp: dark }) => hull + circle(dark, 3)) },
        { ink: 'side', d: drawEach(unheard, ({ sails }) => sails) },
        { ink: 'under', d: heard.hull },
        { ink: 'accent', d: heard.sails + messages },
      ],
    },
  ],
  foreground: [
    // Surf.
    drawWoods('stone', 22, [664, 606], [700, 594], [820, 590], [1000, 596]),
  ],
  lamps: drawLamps([heard.lamp]),
  labelPositions: [[424, 580]],
};
