import type { Structure } from '../../content/schema/fields.ts';
import { arc, catenary, circle, type Point, polyline, posts, range, segments } from './geometry.ts';

// Units of one cell: the deck, which the styles of the menu draw from item to item, lies at 30 and the ground at 40.
const cell = { width: 72, height: 42 };
const [middle, deck, ground] = [36, 30, 40];

/** What is recognised of each structure at the size of a word. */
const miniatures: Readonly<Record<Structure, string>> = {
  'cable-stayed-fan':
    polyline([31, ground], [middle, 3], [41, ground]) +
    segments([-28, -20, -12, 12, 20, 28].map((aside) => [[middle, 5] as const, [middle + aside, deck] as const])),
  cantilever:
    polyline([4, 24], [33, 6], [39, 6], [68, 24]) +
    polyline([4, deck], [31, ground], [41, ground], [68, deck]) +
    polyline([33, 6], [41, ground]) +
    polyline([39, 6], [31, ground]) +
    [-1, 1]
      .map((side) => polyline([middle + side * 4, 22], [middle + side * 16, 14], [middle + side * 16, 36]))
      .join(''),
  'closed-loop': lens(20) + lens(52),
  'hanger-chart':
    polyline(
      ...catenary(56, 24, 16)
        .slice(8)
        .map(([x, y]): Point => [4 + x, 4 - y]),
      [68, 12],
    ) +
    bar(14, 26) +
    bar(26, 23) +
    bar(38, 20) +
    bar(50, 12) +
    polyline([60, 2], [60, ground]),
  'keystone-arch':
    arc([middle, ground], 24, 0, 84) +
    arc([middle, ground], 24, 96, 180) +
    arc([middle, ground], 17, 0, 180) +
    polyline([33, 24], [32, 11], [40, 11], [39, 24]),
  'launched-truss':
    polyline(
      [2, 26],
      [2, 12],
      [44, 12],
      [62, 26],
      [2, 26],
      ...range(7).map((index): Point => [8 + index * 6, index % 2 === 0 ? 12 : 26]),
    ) +
    circle([14, 28], 2) +
    circle([30, 28], 2),
  'market-hall': [0, 8, 16]
    .map((inset) => {
      const rise = 26 - inset;
      return polyline(...catenary(30 - inset, rise, 14).map(([x, y]): Point => [middle + x, deck + y]));
    })
    .join(''),
  'self-bearing-span':
    polyline([16, 4], [16, ground]) +
    polyline([56, 4], [56, ground]) +
    polyline([2, 24], [16, 4], [24, deck]) +
    polyline([48, deck], [56, 4], [70, 24]) +
    polyline(...range(9).map((index): Point => [16 + index * 5, index % 2 === 0 ? deck : 37])) +
    range(3)
      .map((index) => polyline([28 + index * 8, 24], [28 + index * 8, 28]))
      .join(''),
  'space-frame':
    polyline(...range(11).map((index): Point => [11 + index * 5, index % 2 === 0 ? 8 : 17])) +
    polyline([11, 8], [61, 8]) +
    polyline([16, 17], [56, 17]) +
    posts(
      [16, 56].map((x): Point => [x, 17]),
      [16, 56].map((x): Point => [x, deck]),
    ),
  'stepped-viaduct':
    polyline([4, deck], [4, 24], [20, 24], [20, 17], [36, 17], [36, 10], [52, 10], [52, 3], [68, 3], [68, deck]) +
    [28, 44, 60]
      .map(
        (x, index) =>
          arc([x, 24 - index * 7], 5, 0, 180) +
          posts(
            [
              [x - 5, 24 - index * 7],
              [x + 5, 24 - index * 7],
            ],
            [
              [x - 5, deck],
              [x + 5, deck],
            ],
          ),
      )
      .join(''),
  'swing-bridge': circle([middle, 20], 8) + polyline([15, 31], [55, 3], [58, 8], [18, 36], [15, 31]),
};

/** The picture of all of these in a row, in their order, as a mask: its cells are 72 by 42. */
export function Miniatures({ of }: { of: readonly Structure[] }) {
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={of.length * cell.width}
      height={cell.height}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {of.map((structure, index) => {
        const transform = `translate(${index * cell.width})`;
        return <path key={transform} d={miniatures[structure]} transform={transform} />;
      })}
    </svg>
  );
}

function lens(x: number): string {
  const chain = catenary(15, 9, 12);
  const points = (turn: number) => chain.map(([across, y]): Point => [x + across, 15 + turn * y]);
  return (
    polyline(...points(1), ...points(-1).toReversed()) +
    [-8, 0, 8].map((aside) => polyline([x + aside, 15], [x + aside, deck])).join('') +
    polyline([x + 15, 15], [x + 15, ground])
  );
}

function bar(x: number, top: number): string {
  return polyline([x - 3, deck], [x - 3, top], [x + 3, top], [x + 3, deck]);
}
