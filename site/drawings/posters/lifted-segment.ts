import { circle } from '../arcs.ts';
import { each, type Point, polygon, polyline, range, upright } from '../geometry.ts';
import { lamps } from '../scene.ts';
import { hills, horizon, type Poster, rectangle, water } from './poster.ts';

// A bridge with a gap between two cantilevers, and over it a gantry of staging that lets the last segment down.
const deck = 448;
const piers = [-1450, -970, -490, -10, 470];
const [from, to] = [624, 796];
const [top, beam] = [92, 40];
const stages = [deck - 4, 356, 266, 176];
const posts = [
  [524, 596],
  [824, 896],
] as const;
const [hung, depth] = [314, 46];

/** One for each kind of specialist, in their groups: on which stage they stand, and where on it. */
const people: readonly Point[] = [
  ...range(4).map((index): Point => [534 + index * 17, stages[1] ?? 0]),
  ...range(2).map((index): Point => [548 + index * 22, stages[2] ?? 0]),
  ...range(4).map((index): Point => [834 + index * 17, stages[2] ?? 0]),
  ...range(5).map((index): Point => [828 + index * 16, stages[1] ?? 0]),
  [710, hung],
];
/** Somebody who stands there. */
const drawPerson = ([x, y]: Point) => `${polyline([x - 5, y])}v-19a5 5 0 0 1 10 0v19z${circle([x, y - 30], 5)}`;

/** A cantilever from its pier to the gap, as deep as its moment is. */
const cantilever = (tip: number, pier: number) =>
  `${polyline([pier, deck + depth + 60], [pier, deck], [tip, deck], [tip, deck + depth])}Q${(tip + pier) / 2} ${deck + depth + 6} ${pier} ${deck + depth + 60}Z`;
const braces = each(
  posts,
  ([left, right]) =>
    each(
      stages.slice(0, 3),
      (foot, index) =>
        polyline([left, foot], [right, stages[index + 1] ?? 0]) +
        polyline([right, foot], [left, stages[index + 1] ?? 0]),
    ) +
    polyline([left, stages[3] ?? 0], [right, top + beam]) +
    polyline([right, stages[3] ?? 0], [left, top + beam]),
);
const web = each(range(12), (index) => {
  const x = 500 + index * 35;
  return polyline([x, top + beam - 6], [x + 17.5, top + 6], [x + 35, top + beam - 6]);
});

/** Technology staffing: whoever is missing is let into the team’s own bridge, by sixteen in their five groups. */
export const liftedSegment: Poster = {
  hour: 'morning',
  behind: [
    { ink: 'lit', d: circle([712, 470], 96) },
    hills('far', [-1600, 430], [-1000, 452], [-400, 430], [100, 450], [500, 424], [760, 452], [1000, 436]),
    ...water(horizon, 712),
  ],
  layers: [
    {
      at: 1,
      shapes: [{ ink: 'under', d: each([...piers, 950], (x) => rectangle(x - 26, deck + 40, 52, 300)) }],
    },
    {
      at: 2,
      shapes: [
        {
          ink: 'side',
          d:
            each(piers, (x) => cantilever(x - 240, x) + cantilever(x === 470 ? from : x + 240, x)) +
            cantilever(to, 950),
        },
        { ink: 'stone', d: rectangle(-1600, deck - 2, 1600 + from, 10) + rectangle(to, deck - 2, 400, 10) },
      ],
    },
    {
      at: 3,
      shapes: [
        { ink: 'side', d: braces, width: 3 },
        { ink: 'side', d: each(posts.flat(), (x) => rectangle(x - 5, top, 10, deck - top)) + web, width: 5 },
        { ink: 'side', d: rectangle(490, top + beam - 6, 440, 9) },
        { ink: 'hanger', d: rectangle(490, top - 4, 440, 9) },
        { ink: 'hanger', d: each(posts, ([left]) => each(stages.slice(1), (y) => rectangle(left - 12, y, 96, 6))) },
      ],
    },
    {
      at: 4,
      enters: 'lowered',
      shapes: [
        { ink: 'hanger', d: each([668, 752], (x) => upright(x, top + beam, hung)), width: 3 },
        {
          ink: 'accent',
          d: polygon([from + 4, hung], [to - 4, hung], [to - 4, hung + depth], [from + 4, hung + depth]),
        },
        { ink: 'bank', d: each(people, drawPerson) },
      ],
    },
  ],
  front: [hills('bank', [-1600, 590], [-700, 566], [-100, 592], [500, 584], [800, 600], [1000, 596])],
  lamps: lamps(posts.flat().map((x): Point => [x, top - 14])),
};
