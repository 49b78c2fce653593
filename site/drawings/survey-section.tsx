import type { Gradient } from '../../content/schema/fields.ts';
import { catenary, type Point, polyline, range, segments } from './geometry.ts';
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
      <StructureLine d={polyline(ground) + staffs + level} />
      <MainLine d={line} gradient={gradient} x={[0, 1200]} />
    </OpenSheet>
  );
}

type Line = readonly [Point, Point];

function vertical(x: number, top: number, foot: number): Line {
  return [
    [x, top],
    [x, foot],
  ];
}

function horizontal(y: number, left: number, right: number): Line {
  return [
    [left, y],
    [right, y],
  ];
}

/** The mark at an end of a dimension. */
function slash([x, y]: Point): Line {
  return [
    [x - 7, y + 7],
    [x + 7, y - 7],
  ];
}

function heightAt(x: number): number {
  const next = ground.findIndex(([beyond]) => beyond >= x);
  const [before, after] = [ground[next - 1], ground[next]];
  return before && after ? before[1] + ((x - before[0]) / (after[0] - before[0])) * (after[1] - before[1]) : 0;
}

const stations = range(sheet.width / station).map((index) => index * station + station / 2);
const ordinates = segments(stations.map((x) => vertical(x, heightAt(x), datum)));
const table = segments([
  ...[datum, datum + 26, datum + 52].map((y) => horizontal(y, 0, sheet.width)),
  ...stations.map((x) => vertical(x, datum, datum + 8)),
]);

const half = (to - from) / 2;
const tops = deck - 74;
const planned =
  polyline([
    [from - 64, deck],
    ...catenary(half, 62, 32).map(([x, y]): Point => [from + half + x, tops - y]),
    [to + 64, deck],
  ]) + segments([horizontal(deck, from - 56, to + 56), vertical(from, tops - 6, 190), vertical(to, tops - 6, 190)]);

// The length of the span above it, the depth of the valley under it.
const over = 36;
const deepest: Point = [299, 400];
const dimensions = segments([
  horizontal(over, from - 20, to + 20),
  ...[from, to].flatMap((x) => [vertical(x, over - 12, tops - 14), slash([x, over])]),
  vertical(deepest[0], deck + 4, deepest[1]),
  slash([deepest[0], deck + 4]),
  slash(deepest),
]);

const line = segments([horizontal(sight, 16, 1160)]);
const staffs = [34, 800, 1136]
  .map((x) => {
    const foot = heightAt(x);
    const marks = range(8).map((index) => horizontal(68 + index * 11, x - 4, x + (index % 2) * 4));
    return segments([vertical(x - 4, 60, foot), vertical(x + 4, 60, foot), horizontal(60, x - 4, x + 4), ...marks]);
  })
  .join('');
const stand = 612;
const level =
  segments(
    [-26, 4, 26].map((aside): Line => [
      [stand, sight + 10],
      [stand + aside, heightAt(stand + aside)],
    ]),
  ) +
  segments([sight - 7, sight + 7].map((y) => horizontal(y, stand - 18, stand + 18))) +
  segments([-18, 18].map((aside) => vertical(stand + aside, sight - 7, sight + 7)));
