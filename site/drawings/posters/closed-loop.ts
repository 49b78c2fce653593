import { circle, drawSmoothLine } from '../arcs.ts';
import { drawEach, type Point, polygon, polyline, range, roundPoint } from '../geometry.ts';
import { drawHills, horizonY, type Poster, type Shape, drawRectangle, drawWater } from './poster.ts';
import { drawCrowns, drawGround, drawLamps } from '../scene.ts';

// After Brunel's bridge at Saltash: two spans, each a tube above and a chain below that close into a lens. The eye is
// at the height of the deck, which recedes to the horizon. In metres: along the bridge from its near end, above deck.
const span = 139;
const at = (along: number, above: number): Point => {
  const near = 1 / (1 + along / 193);
  return roundPoint([150 + 860 * near, horizonY - 13 * above * near]);
};
const [heads, sag, girder, tide] = [16, 15, 3.2, -15.5];
const steps = range(7).map((index) => index / 3 - 1);

/** Position along a span at a share of it from −1 to 1; and the height of the tube there above its ends. */
const along = (first: number, part: number) => first + ((part + 1) * span) / 2;
const rise = (part: number) => sag * (1 - part ** 2);
/** Returns a band that bends over a span or under it, between two heights from its middle line: thicker where steep. */
function band(first: number, turn: number, low: number, high: number): string {
  const edge = (off: number, parts: readonly number[]) =>
    drawSmoothLine(
      parts.map((part) => at(along(first, part), heads + turn * rise(part) + off * (1 + 0.7 * part ** 2))),
    );
  return `${edge(high, steps)}L${edge(low, steps.toReversed()).slice(1)}Z`;
}
/** The chain, the tube and the light on it. */
const lens = (first: number): readonly Shape[] => [
  { ink: 'side', d: band(first, -1, -0.5, 0.5) },
  { ink: 'side', d: band(first, 1, -2, 2) },
  { ink: 'stone', d: band(first, 1, 0, 0.9) },
];
const hangers = (first: number) =>
  drawEach(range(7), (index) => {
    const part = (index + 1) / 4 - 1;
    return polyline(at(along(first, part), heads + rise(part)), at(along(first, part), 0));
  });
/** Returns a panel in the plane of the bridge, from one position along it to another. */
const panel = (from: number, to: number, foot: number, head: number) =>
  polygon(at(from, head), at(to, head), at(to, foot), at(from, foot));
const tower = (middle: number, half: number, foot: number, head: number) =>
  panel(middle + half, middle - half, foot, head);
const pier = (middle: number) => tower(middle, 5, tide + 3.5, -girder) + tower(middle, 9, tide, tide + 3.5);
const deck = (from: number, to: number): readonly Shape[] => [
  { ink: 'stone', d: panel(from, to, -0.7, 0.5) },
  { ink: 'under', d: panel(from, to, -girder, -0.7) },
];

const users = range(9).map((index) => 2 * span - 6 - index * 14);
const carriage = (from: number) => panel(from, from - 11, 0.5, 4.6);
const ferry = 800;

/** DevOps: nine of ten still use the old release; one tries the new one at midday. A ferry is the way back. */
export const closedLoop: Poster = {
  hour: 'haze',
  background: [
    { ink: 'lit', d: circle([652, 178], 40) },
    drawHills('far', [-1600, 446], [-800, 452], [-100, 440], [300, 452], [640, 430], [1000, 436]),
    ...drawWater(horizonY, 590),
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'under', d: pier(span) + pier(2 * span) },
        { ink: 'under', d: drawEach(range(4), (index) => tower(2 * span + 60 * (index + 1), 4, tide, -girder)) },
      ],
    },
    {
      step: 2,
      entrance: 'launched',
      shapes: [
        { ink: 'side', d: tower(2 * span, 4, 0, heads + 4) },
        { ink: 'hanger', d: hangers(span), width: 2 },
        ...lens(span),
        { ink: 'side', d: tower(span, 4, 0, heads + 5) },
        ...deck(1500, span),
      ],
    },
    {
      step: 3,
      entrance: 'lowered',
      shapes: [
        { ink: 'hanger', d: hangers(0), width: 2 },
        ...lens(0),
        { ink: 'side', d: tower(0, 4, 0, heads + 5) },
        ...deck(span, -10),
      ],
    },
    {
      step: 4,
      entrance: 'launched',
      shapes: [
        { ink: 'side', d: drawEach(users, carriage) },
        { ink: 'accent', d: carriage(76) },
      ],
    },
    {
      step: 4,
      shapes: [
        { ink: 'bank', d: polygon([ferry - 76, 544], [ferry + 76, 544], [ferry + 60, 566], [ferry - 64, 566]) },
        { ink: 'side', d: drawRectangle(ferry - 50, 524, 100, 20) },
        { ink: 'accent', d: drawRectangle(ferry - 8, 506, 18, 18) },
        { ink: 'lit', d: drawEach(range(5), (index) => drawRectangle(ferry - 42 + index * 18, 529, 11, 9)) },
      ],
    },
  ],
  foreground: [
    drawHills('mid', [-1600, 480], [-1000, 470], [-420, 486], [-200, 500], [-120, 600]),
    {
      ink: 'mid',
      d: drawGround(
        700,
        [
          [-300, 494],
          [100, 504],
          [350, 490],
          [440, 512],
          [530, 610],
        ],
        (line) => drawCrowns(line, 84),
      ),
    },
  ],
  lamps: drawLamps([0, 1, 2].map((index): Point => at(index * span, heads + 6.5))),
  labelPositions: [
    [575, 236],
    [790, 120],
    [ferry, 591],
  ],
};
