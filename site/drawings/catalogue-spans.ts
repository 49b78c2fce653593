import type { ProductIcon } from '../../content/schema/product.ts';
import { circle, smooth } from './arcs.ts';
import { bothSides, catenary, each, level, place, pointsOf, polyline, range, uprights, zigzag } from './geometry.ts';

/** Sheet units: how wide each span is, from tower to tower; the heights of the towers' tops, of the deck and of the ground. */
export const span = { width: 200, top: 24, deck: 190, ground: 290 };
const { width, top, deck } = span;
const middle = width / 2;

const fromMiddle = (side: number, distance: number, y: number) => [middle + side * distance, y] as const;

/** The chain that hangs from one tower to the next, `sag` below their height `level`; and the same turned over, an arch. */
const hung = (level: number, sag: number, parts: number) => catenary(middle, sag, parts).map(place([middle, level]));
const arched = (level: number, rise: number, parts: number) =>
  catenary(middle, rise, parts).map(place([middle, level], 1, -1));

const code = new Set([4, 6, 7, 10, 12, 13, 16, 19, 21, 22, 25, 28, 29, 32, 34, 36]);
const coded = hung(top, 112, 40).filter((_, index) => code.has(index));
const scale = hung(top + 4, 142, 24);
const rib = arched(deck, 132, 12);

/** What carries the span of each product. */
export const spanOf: Record<ProductIcon, string> = {
  // Stays from both towers, and where they meet the fingers of a joint.
  'people-link':
    bothSides((side) =>
      each(range(3), (index) =>
        polyline(fromMiddle(side, middle, top + index * 34), fromMiddle(side, 20 + index * 26, deck)),
      ),
    ) + polyline(...pointsOf('91 174, 91 182, 109 182, 109 190, 91 190, 91 198, 109 198, 109 206, 91 206, 91 214')),
  // Hangers at the distances of a bar code.
  label: smooth(hung(top, 112, 8)) + uprights(coded, deck),
  // A crate below a boom.
  parcel:
    level(top + 16, 0, width) +
    level(top + 32, 0, width) +
    level(148, 54, 146) +
    bothSides((side) => polyline(fromMiddle(side, 26, top + 32), fromMiddle(side, 40, 148))) +
    polyline(...pointsOf('76 148, 76 108, 124 108, 124 148')),
  // Traces of a circuit, from the towers to their pads.
  chip: bothSides((side) =>
    each(range(3), (index) => {
      const [x, y, bend] = [18 + index * 26, top + 88 - index * 38, 12 + index * 10];
      const at = (distance: number, height: number) => fromMiddle(side, distance, height);
      return (
        polyline(at(middle, y), at(middle - x + bend, y), at(middle - x, y + bend), at(middle - x, deck - 22)) +
        circle(at(middle - x, deck - 16), 6)
      );
    }),
  ),
  // A graduated chain and its plumb line.
  flask:
    smooth(scale) +
    each(scale.slice(1, -1), ([x, y]) => polyline([x, y], [x + (middle - x) * 0.12, y - (y - top) * 0.12])) +
    level(top, 0, width) +
    polyline([middle, top], [middle, 92], [middle - 10, 106], [middle, 132], [middle + 10, 106], [middle, 92]),
  // An arch that its deck ties.
  medicine: smooth(rib) + uprights(rib.slice(1, -1), deck),
  // A truss.
  'person-card': level(92, 0, width) + polyline(...zigzag([0, deck], 92, width / 10, 10)),
  // Stays from one tower, each shorter than the one before.
  shortlist: each(range(5), (index) => polyline([0, top + index * 33], [width - 6 - index * 39, deck])),
};
