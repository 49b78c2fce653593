import type { Structure } from '../../content/schema/fields.ts';
import { arc, circle, circles, drawSmoothLine } from './arcs.ts';
import { drawRectangle } from './posters/poster.ts';
import {
  drawBothSides,
  computeCatenary,
  drawEach,
  horizontal,
  createProjection,
  parsePoints,
  polyline,
  vertical,
  computeZigzag,
} from './geometry.ts';

// Units of one cell: the deck, which the styles of the menu draw from item to item, lies at 30 and the ground at 40.
const cell = { width: 72, height: 42 };
const [middle, deck, ground] = [36, 30, 40];
const line = (list: string) => polyline(...parsePoints(list));

/** Recognisable outline of each structure at the height of text. */
const miniatures: Readonly<Record<Structure | 'lifted-segment', string>> = {
  'cable-stayed-fan':
    line('4 37, 16 23, 68 23, 56 37, 4 37') +
    drawEach([17, 30, 43], (x) => polyline([x, 37], [x + 12, 23])) +
    drawEach([10, 23, 50, 62], (x) => polyline([36, 5], [x, deck])) +
    line('30 41, 36 2, 43 23'),
  cantilever:
    line('2 23, 23 5, 29 5, 51 23, 70 23') +
    line('2 30, 20 40, 32 40, 51 30') +
    line('23 5, 32 40') +
    line('29 5, 20 40, 13 14, 11 35') +
    drawEach([56, 66], (x) => vertical(x, deck, 37)) +
    horizontal(37, 52, 70),
  'closed-loop':
    drawLens(20) +
    drawLens(52) +
    drawEach([5, middle, 67], (x) => vertical(x, 15, ground)) +
    line('36 15, 30 5') +
    circle([29, 3], 2),
  'hanger-chart':
    polyline([2, deck], ...computeCatenary(20, 13, 12).map(createProjection([middle, 4])), [70, deck]) +
    drawEach(parsePoints('24 25, 36 17, 48 25'), ([x, top]) =>
      polyline([x - 4, deck], [x - 4, top], [x + 4, top], [x + 4, deck]),
    ) +
    vertical(16, 4, ground) +
    vertical(56, 4, ground),
  'keystone-arch':
    arc([middle, ground], 24, 0, 84) +
    arc([middle, ground], 24, 96, 180) +
    arc([middle, ground], 17, 0, 180) +
    line('33 24, 32 11, 40 11, 39 24'),
  'launched-truss':
    polyline(...parsePoints('2 26, 2 12, 44 12, 62 26, 2 26'), ...computeZigzag([8, 12], 26, 6, 6)) +
    circles(2, parsePoints('14 28, 30 28')),
  'lifted-segment':
    line('-30 10, 22 10, 22 14, 6 20, 6 42, 1 42, 1 20, -30 12') +
    line('102 10, 50 10, 50 14, 66 20, 66 42, 71 42, 71 20, 102 12') +
    line('23 28, 49 28, 49 32, 36 30, 23 32, 23 28') +
    drawEach([25, 47], (x) => vertical(x, 9, 28)),
  'market-hall':
    polyline(
      [20, deck],
      ...computeCatenary(16, 14, 8).map(createProjection([middle, 18], 1, -1)),
      [52, deck],
      [52, 18],
      [20, 18],
    ) +
    drawBothSides((side) => polyline([middle + side * 16, 18], [middle + side * 33, 21], [middle + side * 33, deck])) +
    drawEach([27, 36, 45], (x) =>
      polyline(...parsePoints('0 0, 4 10, -4 10, 0 0').map(createProjection([x, 18], 1, -1))),
    ),
  'self-bearing-span':
    vertical(16, 6, ground) +
    vertical(56, 6, ground) +
    line('2 24, 16 6, 24 30') +
    line('48 30, 56 6, 70 24') +
    polyline(...computeZigzag([16, deck], 37, 5, 8)) +
    drawEach([29, 36, 43], (x) => drawRectangle(x - 2.5, 22.5, 5, 6)) +
    arc([16, 6], 7, 150, 205) +
    arc([56, 6], 7, 335, 390),
  'space-frame':
    drawSmoothLine(parsePoints('4 18, 36 3, 68 18')) +
    drawEach([-1, 1], (side) => {
      const half = (list: string) => parsePoints(list).map(([x, y]) => [middle + side * x, y] as const);
      return (
        drawSmoothLine(half('32 18, 18 13, 0 24')) +
        drawSmoothLine(half('18 13, -2 6, -18 7')) +
        polyline(...half('32 18, 27 32, 24 14')) +
        polyline(...half('0 24, 0 40, 8 18'))
      );
    }),
  'stepped-viaduct':
    line('4 30, 4 24, 20 24, 20 17, 36 17, 36 10, 52 10, 52 3, 68 3, 68 30') +
    drawEach(
      parsePoints('28 24, 44 17, 60 10'),
      ([x, y]) => arc([x, y], 5, 0, 180) + vertical(x - 5, y, deck) + vertical(x + 5, y, deck),
    ) +
    line('40 10, 40 1, 48 1, 48 10') +
    drawEach([4, 7], (y) => horizontal(y, 40, 48)),
  'swing-bridge':
    circle([middle, deck], 10) +
    line('4 26, 4 34, 68 34, 68 26, 4 26') +
    drawEach([12, 24, 48, 60], (x) => vertical(x, 28, 32)) +
    line('10 2, 20 2, 20 14, 15 20, 10 14, 10 2'),
};

/** Miniatures in a row, in the given order, as a mask with cells of 72 by 42. */
export function StructureThumbnails({ structures }: { structures: readonly Structure[] }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={structures.length * cell.width}
      height={cell.height}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {structures.map((structure, index) => {
        const transform = `translate(${index * cell.width})`;
        return <path key={transform} d={miniatures[structure]} transform={transform} />;
      })}
    </svg>
  );
}

function drawLens(x: number): string {
  const chain = computeCatenary(15, 9, 12);
  const [arch = [], cable = []] = [-1, 1].map((turn) => chain.map(createProjection([x, 15], 1, turn)));
  return (
    polyline(...arch, ...cable.toReversed()) +
    drawEach([-8, 0, 8], (aside) => vertical(x + aside, 24 - Math.abs(aside) / 3, deck))
  );
}
