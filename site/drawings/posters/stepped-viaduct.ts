import { circle } from '../arcs.ts';
import { drawEach, type Point, polygon, range, vertical } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { drawArch, drawHills, horizonY, type Poster, drawRectangle, drawWater } from './poster.ts';

const [bay, radius, foot] = [126, 46, 660];
const landingAt = (index: number) => ({ x: 218 + index * bay, deck: 528 - index * 62 });

/** Steps of an invoice, each on its landing: the days that it waits there by email, and by rule. */
const steps = [
  { before: 2, after: 0 },
  { before: 3, after: 1 },
  { before: 9, after: 1 },
  { before: 2, after: 2 },
].map((days, index) => ({ ...days, ...landingAt(index + 2) }));
/** All landings, with those that lead up to them and on. */
const landings = range(7).map(landingAt);
/** The lamp of each landing. */
const posts = landings.map(({ x, deck }): Point => [x + 6, deck - 30]);

const opening = ({ x, deck }: { x: number; deck: number }, aside = 0) =>
  drawArch(x + bay / 2 + aside, deck + 24 + radius, radius, foot);
const face = polygon(
  [218, foot],
  ...landings.flatMap(({ x, deck }): Point[] => [
    [x, deck],
    [x + bay, deck],
  ]),
  [1100, foot],
);

/** A pile of leaves of one width, one for each day. */
const pile = (x: number, deck: number, days: number) =>
  drawEach(range(days), (index) => drawRectangle(x - 21, deck - 14 - index * 14, 42, 11));

/** Business processes: a climbing viaduct, an arch a step. Piles show days an invoice waits: sixteen, then four. */
export const steppedViaduct: Poster = {
  hour: 'dawn',
  background: [
    { ink: 'lit', d: circle([784, 432], 58) },
    drawHills('far', [-1600, 446], [-900, 418], [-300, 452], [200, 432], [620, 452], [860, 416], [1000, 440]),
    ...drawWater(horizonY, 784),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        drawHills('mid', [-1600, 500], [-700, 470], [100, 520], [420, 492], [640, 556], [900, 560], [1000, 520]),
      ],
    },
    { step: 2, shapes: [{ ink: 'under', d: drawEach(landings, (one) => opening(one) + opening(one, 15)) }] },
    {
      step: 3,
      shapes: [
        { ink: 'side', d: drawEach(posts, ([x, y]) => vertical(x, y, y + 26)), width: 3 },
        { ink: 'side', d: face + drawEach(landings, (one) => opening(one)) },
        { ink: 'stone', d: drawEach(landings, ({ x, deck }) => drawRectangle(x - 4, deck - 4, bay + 4, 9)) },
      ],
    },
    {
      step: 4,
      entrance: 'lowered',
      shapes: [
        { ink: 'side', d: drawEach(steps, ({ x, deck, before }) => pile(x + 34, deck - 2, before)) },
        { ink: 'accent', d: drawEach(steps, ({ x, deck, after }) => pile(x + 88, deck - 2, after)) },
      ],
    },
  ],
  foreground: [drawHills('bank', [-1600, 560], [-800, 586], [0, 566], [420, 590], [700, 584], [1000, 594])],
  lamps: drawLamps(posts),
  labelPositions: [
    [756, 140],
    [813, 250],
  ],
};
