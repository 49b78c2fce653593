import { circle, circles } from '../arcs.ts';
import { divide, each, type Point, polygon, polyline, range, whole } from '../geometry.ts';
import { lamps } from '../scene.ts';
import { hills, type Poster, rectangle } from './poster.ts';

// The chains of the bridge over the gorge, from the head of its tower down to the rock that holds them. What lies below ground is cut open.
const [head, rock] = [
  [826, 118],
  [452, 512],
] as const;
const apart = 30;
const [deck, tower] = [452, 840];

/** The pins of a chain of so many links; the first chain is the uppermost. */
function placePins(links: number, chain: number): Point[] {
  const down = ([x, y]: Point): Point => [x + chain * 7, y + chain * apart];
  return divide(down(head), down(rock), links).map(whole);
}

/** The links of a chain: single bars by turns with pairs, so that they can be counted. */
function drawLinks(pins: readonly Point[]): string {
  return each(pins.slice(1), ([x, y], index) => {
    const [fromX, fromY] = pins[index] as Point;
    const bar = (off: number, half: number) =>
      polygon([fromX, fromY + off - half], [x, y + off - half], [x, y + off + half], [fromX, fromY + off + half]);
    return index % 2 ? bar(-7, 3) + bar(7, 3) : bar(0, 8);
  });
}

const mainSpan = range(3).map((chain): Point[] => [
  [tower + 14, head[1] + chain * apart],
  [1000, 300 + chain * apart],
]);
const hangers = each([880, 920, 960], (x) => polyline([x, 120 + (x - tower) * 1.15], [x, deck]));
const side = (left: number, right: number) =>
  polygon([tower + left * 1.5, 486], [tower + left, 104], [tower + right, 104], [tower + right * 1.5, 486]);
/** A terrace of houses of several heights, and its windows. */
const houses = range(52).map((index) => ({
  x: -1590 + index * 40,
  top: 464 - ((index * 7) % 5) * 3 - (index % 3) * 4,
}));
const windows = each(houses, ({ x, top }, index) =>
  each([0, 1, 2, 3], (at) =>
    (index * 3 + at * 5) % 7 < 3 ? rectangle(x + 12 + (at % 2) * 24, top + 12 + (at > 1 ? 17 : 0), 6, 9) : '',
  ),
);

/** About the company: three chains carry the deck, of as many links as there are services, products and kinds of specialists. */
export function drawAnchorage(counts: readonly number[]): Poster {
  const chains = counts.map(placePins);
  return {
    hour: 'evening',
    behind: [
      { ink: 'lit', d: circle([664, 400], 58) },
      hills('far', [-1600, 440], [-900, 452], [-300, 440], [300, 452], [640, 430], [800, 446], [1000, 420]),
      { ink: 'mid', d: each(houses, ({ x, top }) => rectangle(x, top, 60, 50)) },
      { ink: 'lit', d: windows },
    ],
    layers: [
      {
        at: 1,
        shapes: [
          { ink: 'mid', d: polygon([-1600, 504], [500, 500], [560, 478], [920, 478], [960, 800], [-1600, 800]) },
          { ink: 'bank', d: polygon([-1600, 522], [480, 522], [590, 508], [928, 508], [960, 800], [-1600, 800]) },
          { ink: 'under', d: polygon([508, 480], [640, 480], [540, 610], [400, 610], [400, 560]) },
        ],
      },
      {
        at: 2,
        shapes: [
          { ink: 'hanger', d: hangers, width: 2 },
          { ink: 'stone', d: side(-30, 12) + rectangle(tower - 40, 86, 56, 20) },
          { ink: 'side', d: side(12, 30) + rectangle(tower + 16, 86, 24, 20) },
          { ink: 'under', d: polygon([tower - 12, 430], [tower - 9, 300], [tower - 1, 300], [tower, 430]) },
        ],
      },
      {
        at: 3,
        shapes: [
          { ink: 'stone', d: rectangle(tower + 30, deck, 200, 8) },
          { ink: 'under', d: rectangle(tower + 30, deck + 8, 200, 9) },
          { ink: 'accent', d: each(mainSpan, (line) => polyline(...line)), width: 7 },
        ],
      },
      {
        at: 4,
        shapes: [
          { ink: 'accent', d: each(chains, drawLinks) },
          { ink: 'lit', d: circles(9, chains.flat()) },
          { ink: 'bank', d: circles(4, chains.flat()) },
          { ink: 'stone', d: polygon([436, 494], [496, 590], [456, 600], [404, 518]) },
        ],
      },
    ],
    front: [],
    lamps: lamps([[tower, 76], ...range(3).map((index): Point => [880 + index * 40, deck - 14])]),
  };
}
