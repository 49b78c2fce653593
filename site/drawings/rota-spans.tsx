import type { Gradient } from '../../content/schema/fields.ts';
import { catenary, type Point, polyline, range, segments } from './geometry.ts';
import { MainLine, OpenSheet, StructureLine, WebLine } from './sheet.tsx';

// Sheet units, stretched to the place: a hanger an hour, a tower every eight hours.
const sheet = { width: 1200, height: 120 };
const shifts = 3;
const halfSpan = sheet.width / shifts / 2;
const deck = 104;
const tops = 12;
const shift = catenary(halfSpan, 80, 32);
const middles = range(shifts).map((index) => (2 * index + 1) * halfSpan);
const towers = range(shifts + 1).map((index) => index * 2 * halfSpan);

/** Cover round the clock: three spans that carry one day between them. */
export function RotaSpans({ gradient }: { gradient: Gradient }) {
  return (
    <OpenSheet {...sheet} fit="none">
      <WebLine d={hangers} />
      <StructureLine d={standing} />
      <MainLine d={middles.map((middle) => polyline(...cable(middle))).join('')} gradient={gradient} x={[0, 1200]} />
    </OpenSheet>
  );
}

function cable(middle: number): Point[] {
  return shift.map(([x, y]) => [middle + x, tops - y]);
}

const hangers = segments(
  middles.flatMap((middle) =>
    cable(middle)
      .filter((_, index) => index % 4 === 0)
      .slice(1, -1)
      .map(([x, y]): [Point, Point] => [
        [x, y],
        [x, deck],
      ]),
  ),
);
const standing =
  polyline([0, deck], [sheet.width, deck]) + towers.map((x) => polyline([x, tops - 8], [x, deck + 16])).join('');
