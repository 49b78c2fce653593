import { circle, circles } from '../arcs.ts';
import { splitLine, drawEach, type Point, parsePoints, polygon, polyline, range, computeZigzag } from '../geometry.ts';
import { drawArch, drawHills, type Poster, drawRectangle, drawWoods } from './poster.ts';

// The new bridge: a girder in panels of 56, pushed out to the left behind its nose, which reaches for the next pier.
const [top, seat, panel, tip] = [150, 236, 56, 596];
const nose = 118;
const web = [computeZigzag([tip, top], seat - 3, panel / 2, 14), computeZigzag([tip, seat - 3], top, panel / 2, 14)];
const ends = { upper: [tip - nose, seat - 16] as Point, lower: [tip - nose, seat] as Point };
const noseUpper = splitLine([tip, top], ends.upper, 4);
const noseLower = splitLine([tip, seat], ends.lower, 4);
const bars = drawEach(noseUpper.slice(1), (point, index) =>
  polyline(point, noseLower[index + 1] ?? point, noseUpper[index] ?? point),
);

const piers = [484, 716];
const pier = (x: number, from: number, to: number) =>
  polygon([x + from * 34, 600], [x + from * 15, seat + 16], [x + to * 15, seat + 16], [x + to * 34, 600]);
const rollers = [...piers, 888, 934].flatMap((x) => [x - 9, x + 9]).map((x): Point => [x, seat + 9]);

// The old one, low in the valley, on which the orders still travel.
const road = 500;
const arches = range(17).map((index) => -640 + index * 92);
const lorry = (x: number) =>
  polygon([x, road - 7], [x, road - 26], [x + 12, road - 26], [x + 16, road - 7]) +
  circles(5, [
    [x + 8, road - 4],
    [x - 26, road - 4],
  ]);
const lorries = [438, 562, 652, 806];

/** ERP implementation: the new bridge is pushed out with orders on trial in its bays; the old one bears the traffic. */
export const launchedTruss: Poster = {
  hour: 'harvest',
  background: [
    { ink: 'lit', d: circle([598, 348], 66) },
    drawHills('far', [-1600, 430], [-900, 448], [-300, 420], [200, 450], [560, 408], [800, 386], [1000, 330]),
    drawHills('mid', [-1600, 470], [-800, 456], [-100, 474], [420, 468], [700, 466], [1000, 440]),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'under', d: polygon(...parsePoints('866 600, 892 420, 860 330, 866 252, 1000 252, 1000 600')) },
        {
          ink: 'side',
          d: polygon(...parsePoints('866 252, 906 252, 880 336, 912 424, 886 500, 878 500, 892 420, 860 330')),
        },
      ],
    },
    {
      step: 1,
      shapes: [
        {
          ink: 'side',
          d: drawRectangle(-1600, road, 2480, 120) + drawEach(arches, (x) => drawArch(x, road + 50, 38, 640)),
        },
        { ink: 'stone', d: drawRectangle(-1600, road - 3, 2480, 8) },
      ],
    },
    {
      step: 2,
      shapes: [
        { ink: 'stone', d: drawEach(piers, (x) => pier(x, -1, 0)) },
        { ink: 'side', d: drawEach(piers, (x) => pier(x, 0, 1)) },
        { ink: 'hanger', d: circles(7, rollers) },
      ],
    },
    {
      step: 3,
      entrance: 'pushed',
      shapes: [
        { ink: 'side', d: drawEach(web, (line) => polyline(...line)), width: 4 },
        { ink: 'hanger', d: bars + polyline(ends.upper, ends.lower), width: 3 },
        { ink: 'hanger', d: polyline([tip, top], ends.upper) + polyline([tip, seat], ends.lower), width: 5 },
        { ink: 'hanger', d: drawRectangle(tip, top - 6, 500, 12) + drawRectangle(tip, seat - 9, 500, 11) },
      ],
    },
    {
      step: 4,
      entrance: 'lowered',
      shapes: [
        {
          ink: 'accent',
          d: drawEach(range(4), (index) => drawRectangle(tip + 10 + index * 1.5 * panel, top + 24, 36, 55)),
        },
        { ink: 'stone', d: drawEach(lorries, (x) => lorry(x)) },
        { ink: 'lit', d: drawEach(lorries, (x) => drawRectangle(x - 36, road - 34, 33, 26)) },
      ],
    },
  ],
  foreground: [drawWoods('bank', 62, [-1600, 604], [-400, 590], [380, 606], [1000, 596])],
  labelPositions: [
    [790, 126],
    [602, 448],
  ],
};
