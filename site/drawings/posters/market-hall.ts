import { arc, computePointOnCircle } from '../arcs.ts';
import { drawEach, type Point, polygon, polyline, range } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawArch, drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

const [middle, spring, floor] = [734, 300, 520];
const [outer, ring, glass] = [214, 192, 182];
const centre: Point = [middle, spring];
const disc = (radius: number) => `${arc(centre, radius, 0, 180)}Z`;

/** The bars of the gable: rays from its hub, and a ring between. */
const rays = drawEach(range(9), (index) => {
  const angle = 18 + index * 18;
  return polyline(computePointOnCircle(centre, 62, angle), computePointOnCircle(centre, glass, angle));
});
const posts = [-1, 1].map((side) => middle + side * (outer - 19));

const coatHalf = [
  [0, 7],
  [6, 12],
  [19, 19],
  [27, 78],
  [19, 81],
  [15, 44],
  [22, 134],
].map(([x = 0, y = 0]): Point => [x, y]);
const rail = spring + 22;
const coat = (x: number) =>
  polygon(
    ...[...coatHalf, ...coatHalf.toReversed().map(([across, y]): Point => [-across, y])].map(([across, y]): Point => [
      x + across,
      rail + y,
    ]),
  );
const hung = [-154, -98, -28, 44, 98, 152].map((across) => middle + across);
const stalls = [-116, 0, 116].map((across) => middle + across);

/** Retail and e-commerce: a covered hall with one rail for all who sell. Of its six coats three can be bought. */
export const marketHall: Poster = {
  hour: 'twilight',
  background: [
    { ink: 'lit', d: 'M534 84a32 32 0 1 0 26 50a38 38 0 0 1-26-50Z' },
    drawHills('far', [-1600, 430], [-1000, 446], [-300, 420], [200, 450], [480, 440], [1000, 446]),
    ...drawWater(horizonY, 120),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'mid', d: drawRectangle(396, floor - 10, 604, 34) },
        { ink: 'stone', d: drawRectangle(388, floor - 14, 620, 9) },
      ],
    },
    {
      step: 2,
      shapes: [
        { ink: 'under', d: drawRectangle(middle - outer, spring, 2 * outer, floor - spring - 14) },
        {
          ink: 'side',
          d:
            polygon([474, 372], [536, 340], [536, floor - 14], [474, floor - 14]) +
            polygon([936, 340], [1000, 372], [1000, floor - 14], [936, floor - 14]),
        },
      ],
    },
    {
      step: 3,
      shapes: [
        { ink: 'side', d: disc(outer) },
        { ink: 'stone', d: disc(ring) },
        { ink: 'lit', d: disc(glass) },
        { ink: 'side', d: rays + arc(centre, 120, 0, 180), width: 5 },
        { ink: 'side', d: disc(62) },
        {
          ink: 'stone',
          d:
            drawRectangle(middle - outer - 8, spring - 4, 2 * outer + 16, 12) +
            drawEach(posts, (x) => drawRectangle(x - 10, spring + 8, 20, floor - spring - 22)),
        },
        { ink: 'lit', d: drawArch(500, 412, 15, floor - 14) + drawArch(978, 412, 15, floor - 14) },
      ],
    },
    {
      step: 4,
      entrance: 'lowered',
      shapes: [
        { ink: 'hanger', d: polyline([posts[0] ?? 0, rail], [posts[1] ?? 0, rail]), width: 4 },
        { ink: 'side', d: drawEach(hung.slice(0, 3), coat) },
        { ink: 'side', d: drawEach(stalls, (x) => drawRectangle(x - 44, floor - 38, 88, 24)) },
        { ink: 'accent', d: drawEach(hung.slice(3), coat) },
      ],
    },
  ],
  foreground: [
    { ink: 'bank', d: polygon([232, 540], [376, 536], [352, 568], [254, 568]) + drawRectangle(300, 452, 4, 90) },
    { ink: 'side', d: polygon([306, 462], [306, 528], [356, 528]) },
  ],
  lamps: drawLamps([[302, 448], ...stalls.map((x): Point => [x, floor - 48])]),
  labelPositions: [
    [596, 578],
    [714, 578],
    [836, 578],
  ],
};
