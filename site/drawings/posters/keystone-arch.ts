import { arc, circle, computePointOnCircle } from '../arcs.ts';
import {
  drawEach,
  horizontal,
  type Point,
  polygon,
  range,
  formatOffset,
  vertical,
  polyline,
  roundPoint,
} from '../geometry.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';
import { drawCrowns, drawGround } from '../scene.ts';

// Half a circle of 13 stones across a gorge; the seventh stands proud of the others.
const [inner, outer] = [188, 256];
const spring = 404;
const near: Point = [728, spring];
const back: Point = [752, spring - 4];
const turn = 180 / 13;
const indexes = range(13);

/** A segment of a ring between two angles, in degrees. */
function sector(centre: Point, [low, high]: Point, from: number, to: number): string {
  const [start, end] = [computePointOnCircle(centre, low, to), computePointOnCircle(centre, low, from)];
  return `${arc(centre, high, from, to)}L${roundPoint(start).join(' ')}a${low} ${low} 0 0 1 ${formatOffset(roundPoint(start), end)}Z`;
}

/** A stone other than the seventh, slightly narrower than its gap, with the screen of its app. */
const stones = indexes.filter((index) => index !== 6);
const stone = (index: number) => sector(near, [inner, outer], index * turn + 0.4, (index + 1) * turn - 0.4);
const screen = (index: number) =>
  polygon(
    ...(
      [
        [16, 3.6],
        [50, 2.8],
        [50, turn - 2.8],
        [16, turn - 3.6],
      ] as const
    ).map(([above, angle]) => roundPoint(computePointOnCircle(near, inner + above, index * turn + angle))),
  );
/** The course that covers the stones and is seen between them. */
const bed = sector(near, [inner, outer + 9], 0, 6 * turn) + sector(near, [inner, outer + 9], 7 * turn, 180);
const keystone = sector(near, [inner - 12, outer + 26], 6 * turn + 0.4, 7 * turn - 0.4);

const lagging = inner - 16;
const struts = [
  { shoe: -112, angles: [168, 146, 124] },
  { shoe: 0, angles: [66, 90, 114] },
  { shoe: 112, angles: [12, 34, 56] },
].flatMap(({ shoe, angles }) => angles.map((angle) => [shoe, angle] as const));
const centring =
  arc(near, lagging, 0, 180) +
  polyline([near[0] - lagging, spring], [near[0] + lagging, spring]) +
  drawEach(struts, ([shoe, angle]) =>
    polyline([near[0] + shoe, spring], roundPoint(computePointOnCircle(near, lagging, angle))),
  );

const raft = 694;

/** Power Platform: each stone is an app. The keystone holds all others, while their timber leaves with its maker. */
export const keystoneArch: Poster = {
  hour: 'evening',
  background: [
    { ink: 'lit', d: circle([668, 412], 54) },
    drawHills('far', [-1600, 440], [-900, 452], [-200, 444], [420, 452], [640, 436], [760, 400], [1000, 330]),
    ...drawWater(horizonY + 10, 690),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        {
          ink: 'mid',
          d: drawGround(
            700,
            [
              [-1600, 492],
              [-700, 482],
              [100, 498],
              [400, 480],
              [480, 480],
            ],
            (line) => drawCrowns(line, 74),
          ),
        },
        { ink: 'side', d: polygon([500, spring], [546, spring], [560, 470], [590, 520], [598, 600], [520, 600]) },
        {
          ink: 'under',
          d: polygon(
            [452, spring],
            [512, spring],
            [530, 452],
            [516, 480],
            [556, 540],
            [548, 600],
            [424, 600],
            [436, 470],
          ),
        },
        {
          ink: 'under',
          d: polygon([912, spring], [1000, spring - 40], [1000, 600], [866, 600], [874, 540], [900, 496]),
        },
      ],
    },
    { step: 2, shapes: [{ ink: 'under', d: centring, width: 4 }] },
    {
      step: 3,
      shapes: [
        { ink: 'under', d: sector(back, [inner, inner + 26], 7 * turn + 6, 180) },
        { ink: 'under', d: bed },
        { ink: 'stone', d: drawEach(stones, stone) },
        { ink: 'side', d: drawEach(stones, screen) },
      ],
    },
    {
      step: 4,
      entrance: 'lowered',
      shapes: [
        { ink: 'accent', d: keystone },
        {
          ink: 'under',
          d: circle([728, 158], 11) + vertical(728, 169, 202) + horizontal(190, 728, 738) + horizontal(201, 728, 738),
          width: 3,
        },
      ],
    },
    {
      step: 4,
      shapes: [
        { ink: 'bank', d: polygon([raft - 70, 548], [raft + 70, 548], [raft + 56, 566], [raft - 56, 566]) },
        { ink: 'stone', d: drawEach(range(3), (index) => drawRectangle(raft - 20, 524 + index * 8, 76, 5)) },
        {
          ink: 'stone',
          d:
            circle([raft - 44, 506], 8) +
            polygon([raft - 56, 548], [raft - 54, 518], [raft - 34, 518], [raft - 32, 548]),
        },
      ],
    },
  ],
  foreground: [drawHills('bank', [-1600, 560], [-800, 590], [-200, 562], [300, 590], [560, 606], [1000, 610])],
  labelPositions: [
    [728, 97],
    [812, 568],
  ],
};
