import {
  circle,
  circles,
  drawEach,
  drawHills,
  drawRectangle,
  type Point,
  parsePoints,
  polygon,
  polyline,
  range,
  roundPoint,
  splitLine,
} from './geometry.ts';
import type { Poster } from './poster-model.ts';

// Chains of the bridge over the gorge, from the top of its tower down to their anchor in the rock, shown in section.
const [deck, tower, apart] = [452, 840, 30];

/** Returns the pins of a chain with this number of links; the first chain is the uppermost. */
function placePins(links: number, chain: number): Point[] {
  const along = chain * 7;
  const down = chain * apart;
  return splitLine([826 + along, 118 + down], [452 + along, 512 + down], links).map(roundPoint);
}

/** The links of a chain: single bars alternate with pairs, so that they can be counted. */
function drawLinks(pins: readonly Point[]): string {
  return drawEach(pins.slice(1), ([x, y], index) => {
    const [fromX, fromY] = pins[index] as Point;
    const bar = (off: number, half: number) =>
      polygon([fromX, fromY + off - half], [x, y + off - half], [x, y + off + half], [fromX, fromY + off + half]);
    return index % 2 ? bar(-7, 3) + bar(7, 3) : bar(0, 8);
  });
}

const hills = parsePoints('-1600 440, -900 452, -300 440, 300 452, 640 430, 800 446, 1000 420');
const mainSpan = drawEach(range(3), (chain) =>
  polyline([tower + 14, 118 + chain * apart], [1000, 300 + chain * apart]),
);
const hangers = drawEach([880, 920, 960], (x) => polyline([x, 120 + (x - tower) * 1.15], [x, deck]));
/** A terrace of houses of several heights, and its windows. */
const houses = range(34).map((index): Point => [-1560 + index * 60, 464 - ((index * 7) % 5) * 3 - (index % 3) * 4]);
const windows = drawEach(houses, ([x, top], index) =>
  drawEach([0, 1, 2, 3], (at) =>
    (index * 3 + at * 5) % 7 < 3 ? drawRectangle(x + 12 + (at % 2) * 24, top + 12 + (at > 1 ? 17 : 0), 6, 9) : '',
  ),
);

const lamps: readonly Point[] = [
  [tower, 76],
  [880, deck - 14],
  [920, deck - 14],
  [960, deck - 14],
];

/** About: three chains carry the deck, with one link for each service, product and kind of specialist. */
export function drawAnchorage(counts: readonly number[]): Poster {
  const chains = counts.map(placePins);
  return {
    hour: 'evening',
    layers: [
      {
        name: 'background',
        shapes: [
          { ink: 'lit', d: circle([664, 400], 58) },
          { ink: 'far', d: drawHills(800, hills) },
          { ink: 'mid', d: drawEach(houses, ([x, top]) => drawRectangle(x, top, 60, 90)) },
          { ink: 'lit', d: windows },
          { ink: 'mid', d: polygon(...parsePoints('-1600 504, 500 500, 560 478, 920 478, 960 800, -1600 800')) },
          { ink: 'bank', d: polygon(...parsePoints('-1600 522, 480 522, 590 508, 928 508, 960 800, -1600 800')) },
          { ink: 'under', d: polygon(...parsePoints('508 480, 640 480, 540 610, 400 610, 400 560')) },
        ],
      },
      {
        name: 'structure',
        shapes: [
          { ink: 'hanger', d: hangers, width: '2' },
          {
            ink: 'stone',
            d: polygon(...parsePoints('795 486, 810 104, 852 104, 858 486')) + drawRectangle(800, 86, 56, 20),
          },
          {
            ink: 'side',
            d: polygon(...parsePoints('858 486, 852 104, 870 104, 885 486')) + drawRectangle(856, 86, 24, 20),
          },
          {
            ink: 'under',
            d: polygon(...parsePoints('828 430, 831 300, 839 300, 840 430')) + drawRectangle(870, deck + 8, 200, 9),
          },
          { ink: 'stone', d: drawRectangle(870, deck, 200, 8) },
          { ink: 'accent', d: mainSpan, width: '7' },
          { ink: 'accent', d: drawEach(chains, drawLinks) },
          { ink: 'lit', d: circles(9, chains.flat()) },
          { ink: 'bank', d: circles(4, chains.flat()) },
          { ink: 'stone', d: polygon(...parsePoints('436 494, 496 590, 456 600, 404 518')) },
        ],
      },
    ],
    lamps: drawEach(lamps, (lamp) => `${polyline(lamp)}h0`),
  };
}
