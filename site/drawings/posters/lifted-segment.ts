import { circle } from '../arcs.ts';
import { drawEach, type Point, polyline, range, vertical } from '../geometry.ts';
import { drawPerson } from '../person.ts';
import { drawLamps } from '../scene.ts';
import { drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

// A bridge with a gap between two cantilevers, and over it a gantry of staging that lets the last segment down.
const deck = 448;
const piers = [-1450, -970, -490, -10, 470];
const [from, to] = [624, 796];
const [top, beam] = [92, 40];
const stages = [deck - 4, 356, 266, 176, top + beam] as const;
const [hung, depth] = [314, 46];
const posts = [
  [524, 596],
  [824, 896],
] as const;
/** People by group, one for each kind of specialist: their number, the first position, and the stage. */
const crew = [
  [4, 534, stages[1]],
  [2, 551, stages[2]],
  [4, 834, stages[2]],
  [5, 826, stages[1]],
  [1, 710, hung],
] as const;
const people = drawEach(crew, ([count, x, y]) => drawEach(range(count), (index) => drawPerson([x + index * 17, y])));
/** Half a span, from its tip to its pier, as deep as its bending moment requires. */
const cantilever = (tip: number, pier: number) =>
  `${polyline([pier, deck + 106], [pier, deck], [tip, deck], [tip, deck + depth])}Q${(tip + pier) / 2} ${deck + 52} ${pier} ${deck + 106}Z`;
const girders =
  drawEach(piers, (x) => cantilever(x - 240, x) + cantilever(x === 470 ? from : x + 240, x)) +
  cantilever(to, 950) +
  cantilever(1190, 950);
const braces = drawEach(posts, ([left, right]) =>
  drawEach(stages.slice(1), (head, index) => {
    const foot = stages[index] ?? deck;
    return polyline([left, foot], [right, head]) + polyline([right, foot], [left, head]);
  }),
);
const web = drawEach(range(12), (index) => {
  const x = 502 + index * 34;
  return polyline([x, top + beam - 6], [x + 17, top + 6], [x + 34, top + beam - 6]);
});

/** Technology staffing: whoever is missing is let into the team’s own bridge, by sixteen in their five groups. */
export const liftedSegment: Poster = {
  hour: 'morning',
  background: [
    { ink: 'lit', d: circle([712, 470], 96) },
    drawHills('far', [-1600, 430], [-1000, 452], [-400, 430], [100, 450], [500, 424], [760, 452], [1000, 436]),
    ...drawWater(horizonY, 712),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'under', d: drawEach([...piers, 950], (x) => drawRectangle(x - 26, deck + 40, 52, 300)) },
        { ink: 'side', d: girders },
        { ink: 'stone', d: drawRectangle(-1600, deck - 2, 1600 + from, 10) + drawRectangle(to, deck - 2, 400, 10) },
        { ink: 'side', d: braces, width: 3 },
        { ink: 'side', d: drawEach(posts.flat(), (x) => drawRectangle(x - 5, top, 10, deck - top)) },
        { ink: 'side', d: web, width: 5 },
        { ink: 'side', d: drawRectangle(490, top + beam - 6, 440, 9) },
        { ink: 'hanger', d: drawRectangle(490, top - 4, 440, 9) },
        {
          ink: 'hanger',
          d: drawEach(posts, ([left]) => drawEach(stages.slice(1, -1), (y) => drawRectangle(left - 12, y, 96, 6))),
        },
        { ink: 'hanger', d: drawEach([668, 752], (x) => vertical(x, top + beam, hung)), width: 3 },
        { ink: 'accent', d: drawRectangle(from + 4, hung, to - from - 8, depth) },
        { ink: 'bank', d: people },
      ],
    },
  ],
  foreground: [drawHills('bank', [-1600, 590], [-700, 566], [-100, 592], [500, 584], [800, 600], [1000, 596])],
  lamps: drawLamps(posts.flat().map((x): Point => [x, top - 14])),
};
