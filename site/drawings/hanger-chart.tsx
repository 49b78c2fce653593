import type { Gradient } from '../../content/schema/fields.ts';
import { catenary, place, type Point, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

// Half a span: the cable rises 76 m from its lowest point, over the deck's left end, to a tower 150 m away.
const at = place([26, 338], 3.45);
const halfSpan = 150;
const rise = 76;
const lowest = 9;
const girder = 3;

// How much of the room under the cable each bar takes: figures that follow the trend without lying on it.
const filled = [0.5, 0.66, 0.45, 0.7, 0.52, 0.76, 0.62, 0.5, 0.74, 0.6, 0.82, 0.64, 0.78, 0.86];

/** Data and analytics: the hangers of half a suspension bridge carry a bar chart, with the cable as its trend. */
export function HangerChart({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[0, -girder].map((height) => at([0, height])[1])}>
      <FineLine d={grid} />
      <WebLine d={hangers} />
      <StructureLine d={columns} />
      <StructureLine d={tower + deck + anchorage} />
      <MainLine d={cable} gradient={gradient} />
    </Sheet>
  );
}

// Two samples to a bar, counted from the lowest point.
const half = catenary(halfSpan, rise, 4 * (filled.length + 1));
const chain = half.filter(([x]) => x >= 0).map(([x, y]): Point => [x, lowest + rise + y]);
const stations = chain
  .filter((_, index) => index % 2 === 0)
  .slice(1)
  .flatMap(([x, height], index) => {
    const part = filled[index];
    return part ? [{ x, height, top: height * part }] : [];
  });
const bars = (from: number, to: number) =>
  stations
    .slice(from, to)
    .map(({ x, top }) => polyline(at([x - 3.2, 0]), at([x - 3.2, top]), at([x + 3.2, top]), at([x + 3.2, 0])))
    .join('');

const cable = polyline(...[...chain, [halfSpan + 40, lowest + rise - 46] as const].map(at));
const hangers = segments(stations.map((bar) => [at([bar.x, bar.height]), at([bar.x, bar.top])]));
const columns = bars(0, stations.length);
const deck = segments([0, -girder].map((height) => [at([-10, height]), at([190, height])]));

/** A side of the tower at a height. */
const onLeg = (side: number, height: number) =>
  at([halfSpan + side * (4.4 - (2 * (height + 18)) / (lowest + rise + 20)), height]);
const head = lowest + rise - 3;
const tower =
  segments(
    [-1, 1].flatMap((side) => [
      [onLeg(side, -18), onLeg(side, -girder)] as const,
      [onLeg(side, 0), onLeg(side, head)] as const,
    ]),
  ) +
  segments([26, 56, head].map((height) => [onLeg(-1, height), onLeg(1, height)])) +
  polyline(onLeg(-1, head), at([halfSpan, lowest + rise]), onLeg(1, head));
// What holds the cable's lower end.
const anchorage = polyline(at([-6.5, 0]), at([-3, lowest + 2.5]), at([0, lowest + 2.5]), at([0, 0]));
// Under the cable alone: beyond it they would end in the air.
const grid = segments(
  range(5).map((index) => {
    const level = 18 + index * 18;
    return [at(chain.find(([, height]) => height >= level) ?? [halfSpan, level]), at([190, level])] as const;
  }),
);

const marks = segments(stations.map(({ x }) => [at([x, -girder]), at([x, -9])]));
const levels = segments(stations.slice(-3).map(({ x, top }) => [at([x, top]), at([190, top])]));

/** Stations are set out, the tower is the staff to measure by, the cable hangs, three bars are levelled against it, all follow. */
export const stages: readonly Stage[] = [
  { adds: deck + marks },
  { adds: tower + anchorage, aids: grid },
  { adds: cable, fills: hangers },
  { adds: bars(11, 14), aids: levels },
  { adds: bars(0, 11) },
];
