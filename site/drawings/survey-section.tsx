import type { Gradient } from '../../content/schema/fields.ts';
import { catenary, type Point, polyline, heightOf, range } from './geometry.ts';
import { FineLine, MainLine, OpenSheet, PlannedLine, StructureLine, WebLine } from './sheet.tsx';

// Sheet units, stretched to the place: a section has a scale for heights and another for lengths. The ground is measured
// every 24 from a datum line; the span stands in dashes.
const sheet = { width: 1200, height: 520 };
const datum = 452;
const station = 24;
const deck = 150;
const [from, to] = [126, 500] as const;
const sight = 96;
const ground: readonly Point[] = [
  [0, 164],
  [48, 158],
  [112, 160],
  [136, 176],
  [158, 232],
  [188, 258],
  [208, 330],
  [240, 372],
  [272, 396],
  [326, 402],
  [358, 372],
  [382, 318],
  [422, 288],
  [441, 226],
  [473, 204],
  [498, 168],
  [560, 160],
  [760, 166],
  [920, 154],
  [1060, 160],
  [1200, 148],
];

/** Strategic consultation: what is measured before anything is built. The span is only dashed. */
export function SurveySection({ gradient }: { gradient: Gradient }) {
  return (
    <OpenSheet {...sheet} fit="none">
      <FineLine d={ordinates} />
      <WebLine d={dimensions + table} />
      <PlannedLine d={planned} />
      <StructureLine d={polyline(...ground) + staffs + level} />
      <MainLine d={line} gradient={gradient} x={[0, 1200]} />
    </OpenSheet>
  );
}

const vertical = (x: number, top: number, foot: number) => polyline([x, top], [x, foot]);
const horizontal = (y: number, left: number, right: number) => polyline([left, y], [right, y]);
/** The mark at an end of a dimension. */
const slash = ([x, y]: Point) => polyline([x - 7, y + 7], [x + 7, y - 7]);

const heightAt = (x: number) => heightOf(ground, x) ?? 0;
const stations = range(sheet.width / station).map((index) => index * station + station / 2);
const ordinates = stations.map((x) => vertical(x, heightAt(x), datum)).join('');
const table = [
  ...[datum, datum + 26, datum + 52].map((y) => horizontal(y, 0, sheet.width)),
  ...stations.map((x) => vertical(x, datum, datum + 8)),
].join('');

const half = (to - from) / 2;
const tops = deck - 74;
const planned =
  polyline([from - 64, deck], ...catenary(half, 62, 32).map(([x, y]): Point => [from + half + x, tops - y]), [
    to + 64,
    deck,
  ]) +
  horizontal(deck, from - 56, to + 56) +
  vertical(from, tops - 6, 190) +
  vertical(to, tops - 6, 190);

// The length of the span above it, the depth of the valley under it.
const over = 36;
const deepest: Point = [299, 400];
const dimensions = [
  horizontal(over, from - 20, to + 20),
  ...[from, to].flatMap((x) => [vertical(x, over - 12, tops - 14), slash([x, over])]),
  vertical(deepest[0], deck + 4, deepest[1]),
  slash([deepest[0], deck + 4]),
  slash(deepest),
].join('');

const line = horizontal(sight, 16, 1160);
const staffs = [34, 800, 1136]
  .map((x) => {
    const foot = heightAt(x);
    const marks = range(8).map((index) => horizontal(68 + index * 11, x - 4, x + (index % 2) * 4));
    return [vertical(x - 4, 60, foot), vertical(x + 4, 60, foot), horizontal(60, x - 4, x + 4), ...marks].join('');
  })
  .join('');
const stand = 612;
const level =
  [-26, 4, 26].map((aside) => polyline([stand, sight + 10], [stand + aside, heightAt(stand + aside)])).join('') +
  [sight - 7, sight + 7].map((y) => horizontal(y, stand - 18, stand + 18)).join('') +
  [-18, 18].map((aside) => vertical(stand + aside, sight - 7, sight + 7)).join('');
