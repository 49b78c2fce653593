import { circle } from '../arcs.ts';
import { splitLine, drawEach, type Point, polygon, polyline, range } from '../geometry.ts';
import { drawLamps } from '../scene.ts';
import { code128Widths } from '../code-128.ts';
import { drawHills, type Poster, drawRectangle } from './poster.ts';

const quay = 486;
/** Pivot of the jib, and its head, from which the rope hangs. */
const [pivot, head]: readonly [Point, Point] = [
  [812, 300],
  [600, 74],
];
const crate = { x: 538, y: 226, size: 124 };

/** A crate on `foot`, by size: its front, its sunlit side, and its label. */
const crates = [
  [500, quay, 62],
  [574, quay, 62],
  [648, quay, 52],
  [530, quay - 62, 54],
] as const;
const front = ([x, foot, size]: (typeof crates)[number]) => drawRectangle(x, foot - size, size - 8, size);
const side = ([x, foot, size]: (typeof crates)[number]) => drawRectangle(x + size - 8, foot - size, 8, size);
const tag = ([x, foot, size]: (typeof crates)[number]) => drawRectangle(x + 10, foot - size + 14, 28, 18);

/** The jib: two chords that meet at its head, and the lattice between them. */
const chords = [-11, 11].map((aside) =>
  splitLine([pivot[0] + aside, pivot[1] + aside * 0.6], [head[0] + aside * 0.2, head[1]], 9),
);
const web = polyline(...range(10).map((index): Point => chords[index % 2]?.[index] ?? head));
const jib = drawEach(chords, (chord) => polyline(...chord));

let at = crate.x + 20;
const bars = drawEach(code128Widths.slice(0, 13), (width, index) => {
  const from = at;
  at += width * 3.6;
  return index % 2 ? '' : drawRectangle(from, crate.y + 40, width * 3.6, 52);
});

const leg = (x: number, foot: number) => polygon([x, 330], [x + 16, 330], [foot + 20, quay], [foot, quay]);

/** BarTender Connector: crates on the quay. The one on the crane has its label before it touches the ground. */
export const quayCrane: Poster = {
  hour: 'harvest',
  background: [
    { ink: 'lit', d: circle([850, 404], 62) },
    drawHills('far', [-1600, 420], [-1000, 446], [-300, 430], [300, 448], [700, 424], [1000, 440]),
    {
      ink: 'mid',
      d: drawEach(range(5), (index) =>
        polygon(
          [620 + index * 84, 600],
          [620 + index * 84, 448],
          [662 + index * 84, 426],
          [704 + index * 84, 448],
          [704 + index * 84, 600],
        ),
      ),
    },
  ],
  layers: [
    {
      step: 1,
      shapes: [
        { ink: 'mid', d: drawRectangle(-1600, quay, 2600, 300) },
        { ink: 'stone', d: drawRectangle(-1600, quay - 4, 2600, 12) },
        {
          ink: 'under',
          d:
            drawRectangle(-1600, quay + 8, 2600, 10) +
            drawEach(range(20), (index) => drawRectangle(-900 + index * 96, quay + 30, 60, 8)),
        },
        { ink: 'side', d: drawEach(crates, front) },
        { ink: 'stone', d: drawEach(crates, side) },
        { ink: 'under', d: leg(790, 758) + drawRectangle(778, 318, 150, 18) },
        { ink: 'side', d: leg(900, 936) },
        { ink: 'hanger', d: polyline([862, 140], head) + polyline([862, 140], [926, 252]), width: 3 },
        { ink: 'side', d: jib, width: 7 },
        { ink: 'side', d: web, width: 3 },
        { ink: 'side', d: polygon([836, 240], [854, 136], [870, 136], [884, 240]) + drawRectangle(790, 236, 92, 82) },
        { ink: 'stone', d: drawRectangle(882, 236, 56, 82) },
        { ink: 'under', d: drawRectangle(784, 226, 160, 12) },
        { ink: 'lit', d: drawRectangle(800, 254, 30, 34) + drawRectangle(838, 254, 30, 34) },
        {
          ink: 'hanger',
          d:
            polyline(head, [head[0], 170]) +
            polyline([crate.x, crate.y], [head[0], 170], [crate.x + crate.size, crate.y]),
          width: 3,
        },
        { ink: 'side', d: drawRectangle(crate.x, crate.y, crate.size, crate.size) },
        {
          ink: 'stone',
          d: polygon(
            [crate.x + crate.size, crate.y],
            [crate.x + crate.size + 18, crate.y + 8],
            [crate.x + crate.size + 18, crate.y + crate.size - 8],
            [crate.x + crate.size, crate.y + crate.size],
          ),
        },
        { ink: 'accent', d: drawRectangle(crate.x + 10, crate.y + 22, crate.size - 22, 84) + drawEach(crates, tag) },
        { ink: 'under', d: bars },
      ],
    },
  ],
  foreground: [
    { ink: 'water', d: drawRectangle(-1600, 556, 2600, 300) },
    {
      ink: 'lit',
      d: drawEach([566, 578, 594], (y, index) => polyline([760 - index * 40, y], [900 + index * 30, y])),
      width: 2,
    },
    {
      ink: 'bank',
      d: drawEach([-560, 20, 410], (x) =>
        polygon(
          [x, quay + 2],
          [x + 4, quay - 20],
          [x - 4, quay - 28],
          [x + 28, quay - 28],
          [x + 20, quay - 20],
          [x + 24, quay + 2],
        ),
      ),
    },
  ],
  lamps: drawLamps([[862, 132], head, ...range(6).map((index): Point => [-420 + index * 150, quay - 24])]),
};
