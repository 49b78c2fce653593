import { arc, circle, computePointOnCircle } from '../arcs.ts';
import { drawEach, type Point, polygon, polyline, range, vertical } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

const [deck, middle, radius, depth] = [452, 714, 236, 38];
const centre: Point = [middle, 404];
/** Angle at which the arch breaks off and that of a panel, in degrees, and half the width of the gap. */
const [broken, panel, gap] = [63, 9, 107];

/** The arch between two angles, with its hangers: its booms, and its thin members. */
function ribs(from: number, to: number) {
  const angles = range((to - from) / panel + 1).map((index) => from + index * panel);
  const [outer, inner] = [radius, radius - depth].map((one) =>
    angles.map((angle) => computePointOnCircle(centre, one, angle)),
  );
  const bars = drawEach(angles, (_, index) => {
    const [a, b, next] = [outer?.[index], inner?.[index], outer?.[index + 1]];
    return a && b ? polyline(a, b, ...(next ? [next] : [])) : '';
  });
  return {
    booms: arc(centre, radius, from, to) + arc(centre, radius - depth, from, to),
    thin: bars + drawEach(inner ?? [], ([x, y]) => vertical(x, y, deck)),
  };
}
const [right, piece, left] = [ribs(0, broken), ribs(broken, 180 - broken), ribs(180 - broken, 180)];
const pylon = (x: number, from: number, to: number) =>
  polygon([x + from * 34, 570], [x + from * 27, 356], [x + to * 27, 356], [x + to * 34, 570]);
const pylons = [middle - radius + 20, middle + radius - 20];

/** A walker at the end of the road. */
const walker = circle([586, 422], 5) + polygon([578, deck - 2], [581, 429], [591, 429], [594, deck - 2]);

/** 404 page: a bridge with a gap. Its missing piece appears as the visitor turns to the link home. */
export const brokenSpan: Poster = {
  hour: 'moonlight',
  background: [
    { ink: 'lit', d: circle([middle, 214], 64) },
    drawHills('far', [-1600, 430], [-1000, 452], [-400, 424], [200, 450], [640, 440], [1000, 424]),
    ...drawWater(horizonY, middle),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'side', d: left.thin + right.thin, width: 3 },
        { ink: 'hanger', d: left.booms + right.booms, width: 8 },
        {
          ink: 'stone',
          d: drawRectangle(-1600, deck - 3, 1600 + middle - gap, 8) + drawRectangle(middle + gap, deck - 3, 300, 8),
        },
        {
          ink: 'under',
          d: drawRectangle(-1600, deck + 5, 1594 + middle - gap, 9) + drawRectangle(middle + gap + 6, deck + 5, 300, 9),
        },
        { ink: 'stone', d: drawEach(pylons, (x) => pylon(x, -1, 0)) },
        { ink: 'side', d: drawEach(pylons, (x) => pylon(x, 0, 1)) },
        { ink: 'bank', d: walker },
      ],
    },
    {
      step: 1,
      animationClass: 'missing-piece',
      shapes: [
        { ink: 'accent', d: piece.thin, width: 3 },
        { ink: 'accent', d: piece.booms, width: 8 },
        { ink: 'accent', d: drawRectangle(middle - gap, deck - 3, 2 * gap, 14) },
      ],
    },
  ],
  foreground: [drawHills('bank', [-1600, 560], [-800, 588], [-100, 570], [400, 594], [1000, 586])],
  lamps: drawLamps([
    ...range(8).map((index): Point => [-560 + index * 150, deck - 20]),
    [middle - gap - 4, deck - 18],
    [middle + gap + 4, deck - 18],
  ]),
};
