import { circle } from '../arcs.ts';
import {
  computeCatenary,
  splitLine,
  drawEach,
  createProjection,
  type Point,
  polygon,
  polyline,
  range,
  verticals,
  computeZigzag,
} from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

const [west, east, top, foot] = [570, 886, 62, 482];
const boom = { upper: 124, lower: 148 };
const middle = (west + east) / 2;
/** Position of the trolley, and height of its platform. */
const [trolley, platform] = [690, 440];

/** A leg of a tower, from its foot to the top. */
const leg = (tower: number, side: number) =>
  polygon([tower + side * 40, foot], [tower + side * 22, foot], [tower + side * 3, top], [tower + side * 11, top]);
const braces = (tower: number) => {
  const edges = [-30, 30].map((aside) => splitLine([tower + aside, foot], [tower + aside * 0.25, top], 7));
  return drawEach([0, 1], (first) =>
    polyline(...range(8).map((index): Point => edges[(index + first) % 2]?.[index] ?? [0, 0])),
  );
};
const chain = computeCatenary((east - west) / 2, 50, 12).map(createProjection([middle, top]));
const stays = polyline([west, top], [484, boom.upper], [484, foot]) + polyline([east, top], [1000, boom.upper]);

const slings = drawEach([-60, -20, 20, 60], (aside) =>
  polyline([trolley + aside * 0.7, boom.lower + 12], [trolley + aside * 1.2, platform]),
);
const parcels =
  drawRectangle(trolley - 70, platform - 46, 42, 46) +
  drawRectangle(trolley + 30, platform - 36, 44, 36) +
  drawRectangle(trolley + 36, platform - 66, 30, 28);
const parcel = drawRectangle(trolley - 26, platform - 62, 54, 62);

/** A carrier's boat: its hull, and its superstructure. */
const hull = (x: number) => polygon([x - 50, 548], [x + 54, 548], [x + 40, 574], [x - 40, 574]);
const boats = [430, 560, 820];
const decks =
  drawRectangle(402, 524, 26, 24) +
  drawRectangle(436, 534, 30, 14) +
  polygon([560, 470], [560, 542], [606, 542]) +
  polygon([554, 482], [554, 542], [520, 542]) +
  drawRectangle(790, 522, 60, 26) +
  drawRectangle(830, 500, 12, 22);

/** ShipGuru: one gondola carries the parcels over, four carriers wait below, and one of them takes the parcel. */
export const transporterBridge: Poster = {
  hour: 'dusk',
  background: [
    { ink: 'lit', d: circle([796, 420], 66) },
    drawHills('far', [-1600, 446], [-1000, 418], [-400, 444], [200, 428], [620, 450], [1000, 430]),
    ...drawWater(horizonY, 796),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        {
          ink: 'mid',
          d:
            polygon([-1600, foot], [606, foot], [612, 520], [-1600, 520]) +
            polygon([850, foot], [1000, foot], [1000, 520], [844, 520]),
        },
        { ink: 'stone', d: drawRectangle(-1600, foot - 4, 2208, 7) + drawRectangle(848, foot - 4, 152, 7) },
        { ink: 'side', d: braces(west) + braces(east), width: 3.5 },
        { ink: 'hanger', d: stays + polyline(...chain) + verticals(chain.slice(1, -1), boom.upper), width: 2.5 },
        { ink: 'side', d: leg(west, -1) + leg(east, -1) },
        { ink: 'stone', d: leg(west, 1) + leg(east, 1) },
        { ink: 'side', d: polyline(...computeZigzag([478, boom.upper + 4], boom.lower - 2, 15, 36)), width: 3 },
        { ink: 'stone', d: drawRectangle(474, boom.upper, 530, 7) },
        { ink: 'side', d: drawRectangle(474, boom.lower - 4, 530, 8) },
        { ink: 'hanger', d: slings, width: 2.5 },
        { ink: 'under', d: drawRectangle(trolley - 52, boom.lower + 4, 104, 12) },
        { ink: 'side', d: parcels },
        { ink: 'accent', d: parcel + hull(690) + drawRectangle(664, 530, 20, 18) + drawRectangle(700, 536, 30, 12) },
        { ink: 'under', d: drawRectangle(trolley - 4, platform - 62, 10, 62) },
        { ink: 'stone', d: drawRectangle(trolley - 86, platform, 172, 8) },
        { ink: 'under', d: drawRectangle(trolley - 86, platform + 8, 172, 7) },
      ],
    },
  ],
  foreground: [
    { ink: 'side', d: decks },
    { ink: 'bank', d: drawEach(boats, hull) },
    drawHills('bank', [-1600, 580], [-900, 596], [-200, 580], [300, 600], [700, 608], [1000, 600]),
  ],
  lamps: drawLamps([
    ...range(6).map((index): Point => [-360 + index * 150, foot - 16]),
    [west, top - 10],
    [east, top - 10],
  ]),
};
