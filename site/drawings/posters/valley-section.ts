import { circle } from '../arcs.ts';
import {
  computeCatenary,
  drawEach,
  horizontal,
  createProjection,
  type Point,
  parsePoints,
  polygon,
  polyline,
  vertical,
  verticals,
} from '../geometry.ts';
import { drawCurve } from '../scene.ts';
import { drawHills, drawPolygon, type Poster, drawRectangle, drawWater } from './poster.ts';

// A valley between two plateaus, three ways over it, and on the near hill the instrument that measures them.
const road = 296;
const slope = parsePoints('-1600 480, -300 450, 420 480, 566 296');
const cliff = parsePoints('650 296, 658 350, 644 392, 676 440, 666 520, 690 620, -1600 620');
const cable = computeCatenary(109, 58, 8).map(createProjection([781, road - 74]));
const high = polyline([610, road], ...cable, [952, road]) + verticals(cable, road) + horizontal(road, 650, 912);
const arch = 'M672 500A132 132 0 0 1 888 500h12A144 144 0 0 0 660 500Z';
const spandrels = drawEach(parsePoints('700 460, 726 435, 834 435, 860 460'), ([x, y]) => vertical(x, 420, y));
const [x, y] = [552, 226];
/** A part of the instrument, by its corners seen from the middle of its telescope. */
const part = (corners: string) => polygon(...parsePoints(corners).map(([right, down]): Point => [x + right, y + down]));
const legs = drawEach([-70, 8, 72], (foot) => part(`-9 58, 9 58, ${foot + 8} 384, ${foot - 8} 384`));
const telescope = part('-64 -9, 44 -13, 44 -17, 62 -17, 62 17, 44 17, 44 13, -64 9');

/** Strategic consultation: three ways over. A high bridge is only drawn, a boat runs, the one to build has colour. */
export const valleySection: Poster = {
  hour: 'haze',
  background: [
    { ink: 'lit', d: circle([780, 150], 44) },
    drawHills('far', [-1600, 440], [-900, 452], [-200, 436], [300, 450], [560, 400], [760, 376], [1000, 350]),
    ...drawWater(500, 780),
    { ink: 'mid', d: `${drawCurve(slope)}${drawEach(cliff, (corner) => `L${corner.join(' ')}`)}Z` },
    { ink: 'mid', d: drawPolygon('1000 296, 912 296, 898 352, 916 392, 882 440, 894 520, 866 620, 1000 620') },
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'hanger', d: high, width: 2 },
        { ink: 'accent', d: arch + drawRectangle(656, 414, 250, 10) },
        { ink: 'accent', d: spandrels, width: 5 },
        { ink: 'bank', d: drawPolygon('742 540, 824 540, 812 558, 754 558') + drawRectangle(766, 522, 26, 18) },
        { ink: 'lit', d: polyline([x + 60, y], [934, 232]), width: 1.5 },
        { ink: 'bank', d: drawRectangle(929, 196, 10, 100) },
        { ink: 'accent', d: drawEach([206, 236, 266], (mark) => drawRectangle(929, mark, 10, 15)) },
      ],
    },
  ],
  foreground: [
    drawHills('bank', [-1600, 590], [-400, 560], [200, 576], [480, 552], [640, 600], [760, 650], [1000, 670]),
    { ink: 'bank', d: legs + part('-26 46, 26 46, 26 58, -26 58') + part('-22 46, -14 -6, 14 -6, 22 46') },
    { ink: 'bank', d: circle([x, y], 30) },
    { ink: 'bank', d: telescope },
    { ink: 'accent', d: circle([x, y], 13) },
  ],
};
