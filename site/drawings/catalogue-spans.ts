import type { ProductIcon } from '../../content/schema/product.ts';
import { catenary, circle, divide, type Point, polyline, range, segments, smooth } from './geometry.ts';

/** Sheet units: how wide each span is, from tower to tower; the heights of the towers' tops, of the deck and of the ground. */
export const span = { width: 200, top: 24, deck: 190, ground: 290 };
const { width, top, deck } = span;
const middle = width / 2;

const sides = [-1, 1] as const;
const fromMiddle = (side: number, distance: number, y: number): Point => [middle + side * distance, y];

function toDeck(points: readonly Point[]): string {
  return points.map(([x, y]) => polyline([x, y], [x, deck])).join('');
}

/** The chain that hangs from one tower to the next, `sag` below their height `level`; and the same turned over, an arch. */
const hung = (level: number, sag: number, parts: number) =>
  catenary(middle, sag, parts).map(([x, y]): Point => [middle + x, level - y]);
const arched = (level: number, rise: number, parts: number) =>
  catenary(middle, rise, parts).map(([x, y]): Point => [middle + x, level + y]);

const cable = hung(top, 112, 40);
const hangersOfCode = new Set([4, 6, 7, 10, 12, 13, 16, 19, 21, 22, 25, 28, 29, 32, 34, 36]);
const scale = hung(top + 4, 142, 24);
const rib = arched(deck, 132, 12);

/** What carries the span of each product. */
export const spanOf: Record<ProductIcon, string> = {
  // Stays from both towers, and where they meet the fingers of a joint.
  'people-link':
    segments(
      sides.flatMap((side) =>
        range(3).map((index) => [fromMiddle(side, middle, top + index * 34), fromMiddle(side, 20 + index * 26, deck)]),
      ),
    ) +
    polyline(
      ...range(5).flatMap((finger) =>
        [0, 8].map((y) => fromMiddle(finger % 2 ? 1 : -1, 9, deck - 16 + finger * 8 + y)),
      ),
    ),
  // Hangers at the distances of a bar code.
  label: smooth(hung(top, 112, 8)) + toDeck(cable.filter((_, index) => hangersOfCode.has(index))),
  // A crate below a boom.
  parcel:
    polyline([0, top + 16], [width, top + 16]) +
    polyline([0, top + 32], [width, top + 32]) +
    polyline([54, 148], [146, 148]) +
    segments(sides.map((side) => [fromMiddle(side, 26, top + 32), fromMiddle(side, 40, 148)])) +
    polyline([76, 148], [76, 108], [124, 108], [124, 148]),
  // Traces of a circuit, from the towers to their pads.
  chip: sides
    .flatMap((side) =>
      range(3).map((index) => {
        const [x, y] = [18 + index * 26, top + 88 - index * 38];
        const bend = 12 + index * 10;
        const trace = [
          [middle, y],
          [middle - x + bend, y],
          [middle - x, y + bend],
          [middle - x, deck - 22],
        ] as const;
        return (
          polyline(...trace.map(([distance, height]) => fromMiddle(side, distance, height))) +
          circle(fromMiddle(side, middle - x, deck - 16), 6)
        );
      }),
    )
    .join(''),
  // A graduated chain and its plumb line.
  flask:
    smooth(scale) +
    scale
      .slice(1, -1)
      .map(([x, y]) => polyline([x, y], [x + (middle - x) * 0.12, y - (y - top) * 0.12]))
      .join('') +
    polyline([0, top], [width, top]) +
    polyline([middle, top], [middle, 92], [middle - 10, 106], [middle, 132], [middle + 10, 106], [middle, 92]),
  // An arch that its deck ties.
  medicine: smooth(rib) + toDeck(rib.slice(1, -1)),
  // A truss.
  'person-card':
    polyline([0, 92], [width, 92]) +
    polyline(...divide([0, 0], [width, 0], 10).map(([x], index): Point => [x, index % 2 ? 92 : deck])),
  // Stays from one tower, each shorter than the one before.
  shortlist: range(5)
    .map((index) => polyline([0, top + index * 33], [width - 6 - index * 39, deck]))
    .join(''),
};
