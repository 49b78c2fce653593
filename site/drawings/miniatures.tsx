import type { Structure } from '../../content/schema/fields.ts';
import { arc, circle, circles } from './arcs.ts';
import { bothSides, catenary, each, level, place, pointsOf, polyline, upright, zigzag } from './geometry.ts';

// Units of one cell: the deck, which the styles of the menu draw from item to item, lies at 30 and the ground at 40.
const cell = { width: 72, height: 42 };
const [middle, deck, ground] = [36, 30, 40];
const trend = catenary(56, 24, 16).map(place([4, 4]));
const line = (list: string) => polyline(...pointsOf(list));

/** What is recognised of each structure at the size of a word. */
const miniatures: Readonly<Record<Structure, string>> = {
  'cable-stayed-fan':
    line('31 40, 36 3, 41 40') +
    each([-28, -20, -12, 12, 20, 28], (aside) => polyline([middle, 5], [middle + aside, deck])),
  cantilever:
    line('4 24, 33 6, 39 6, 68 24') +
    line('4 30, 31 40, 41 40, 68 30') +
    line('33 6, 41 40') +
    line('39 6, 31 40') +
    bothSides((side) => polyline([middle + side * 4, 22], [middle + side * 16, 14], [middle + side * 16, 36])),
  'closed-loop': lens(20) + lens(52),
  'hanger-chart':
    polyline(...trend.slice(8), [68, 12]) +
    each(pointsOf('14 26, 26 23, 38 20, 50 12'), ([x, top]) =>
      polyline([x - 3, deck], [x - 3, top], [x + 3, top], [x + 3, deck]),
    ) +
    upright(60, 2, ground),
  'keystone-arch':
    arc([middle, ground], 24, 0, 84) +
    arc([middle, ground], 24, 96, 180) +
    arc([middle, ground], 17, 0, 180) +
    line('33 24, 32 11, 40 11, 39 24'),
  'launched-truss':
    polyline(...pointsOf('2 26, 2 12, 44 12, 62 26, 2 26'), ...zigzag([8, 12], 26, 6, 6)) +
    circles(2, pointsOf('14 28, 30 28')),
  'market-hall': each([0, 8, 16], (inset) =>
    polyline(...catenary(30 - inset, 26 - inset, 14).map(place([middle, deck], 1, -1))),
  ),
  'self-bearing-span':
    upright(16, 4, ground) +
    upright(56, 4, ground) +
    line('2 24, 16 4, 24 30') +
    line('48 30, 56 4, 70 24') +
    polyline(...zigzag([16, deck], 37, 5, 8)) +
    each([28, 36, 44], (x) => upright(x, 24, 28)),
  'space-frame':
    polyline(...zigzag([11, 8], 17, 5, 10)) +
    level(8, 11, 61) +
    level(17, 16, 56) +
    upright(16, 17, deck) +
    upright(56, 17, deck),
  'stepped-viaduct':
    line('4 30, 4 24, 20 24, 20 17, 36 17, 36 10, 52 10, 52 3, 68 3, 68 30') +
    each(
      pointsOf('28 24, 44 17, 60 10'),
      ([x, y]) => arc([x, y], 5, 0, 180) + upright(x - 5, y, deck) + upright(x + 5, y, deck),
    ),
  'swing-bridge': circle([middle, 20], 8) + line('15 31, 55 3, 58 8, 18 36, 15 31'),
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
  const [arch = [], cable = []] = [-1, 1].map((turn) => chain.map(place([x, 15], 1, turn)));
  return (
    polyline(...arch, ...cable.toReversed()) +
    each([-8, 0, 8], (aside) => upright(x + aside, 15, deck)) +
    upright(x + 15, 15, ground)
  );
}
