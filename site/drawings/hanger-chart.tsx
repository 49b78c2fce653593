import { bothSides, catenary, each, heightOf, linesOf, place, type Point } from './geometry.ts';
import { FineLine, type InColours, MainLine, Sheet, type Stage, StructureLine, WebLine } from './sheet.tsx';

// Half a span: the cable rises 76 m from its lowest point, over the deck's left end, to a tower 150 m away.
const at = place([26, 338], 3.45);
const halfSpan = 150;
const rise = 76;
const lowest = 9;
const girder = 3;

// How much of the room under the cable each bar takes: figures that follow the trend without lying on it.
const filled = [0.5, 0.66, 0.45, 0.7, 0.52, 0.76, 0.62, 0.5, 0.74, 0.6, 0.82, 0.64, 0.78, 0.86];

/** Data and analytics: the hangers of half a suspension bridge carry a bar chart, with the cable as its trend. */
export function HangerChart({ gradient }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <FineLine d={grid} />
      <WebLine d={hangers} />
      <StructureLine d={columns} />
      <StructureLine d={tower + deck + anchorage} />
      <MainLine d={cable} gradient={gradient} />
    </Sheet>
  );
}

const line = linesOf(at);

// Two samples to a bar, counted from the lowest point.
const half = catenary(halfSpan, rise, 4 * (filled.length + 1));
const chain = half.filter(([x]) => x >= 0).map(([x, y]): Point => [x, lowest + rise + y]);
const stations = filled.flatMap((part, index) => {
  const point = chain[2 * index + 2];
  return point ? [{ x: point[0], height: point[1], top: point[1] * part }] : [];
});
const bars = (from: number, to: number) =>
  each(stations.slice(from, to), ({ x, top }) => line([x - 3.2, 0], [x - 3.2, top], [x + 3.2, top], [x + 3.2, 0]));

const cable = line(...chain, [halfSpan + 40, lowest + rise - 46]);
const hangers = each(stations, ({ x, height, top }) => line([x, height], [x, top]));
const columns = bars(0, stations.length);
const deck = each([0, -girder], (height) => line([-10, height], [190, height]));

/** A side of the tower at a height. */
const onLeg = (side: number, height: number): Point => [
  halfSpan + side * (4.4 - (2 * (height + 18)) / (lowest + rise + 20)),
  height,
];
const head = lowest + rise - 3;
const tower =
  bothSides((side) => line(onLeg(side, -18), onLeg(side, -girder)) + line(onLeg(side, 0), onLeg(side, head))) +
  each([26, 56, head], (height) => line(onLeg(-1, height), onLeg(1, height))) +
  line(onLeg(-1, head), [halfSpan, lowest + rise], onLeg(1, head));
// What holds the cable's lower end.
const anchorage = line([-6.5, 0], [-3, lowest + 2.5], [0, lowest + 2.5], [0, 0]);
// From the cable on: before it they would end in the air.
const steep = chain.map(([x, y]): Point => [y, x]);
const grid = each([18, 36, 54, 72], (height) => line([heightOf(steep, height) ?? halfSpan, height], [190, height]));

const marks = each(stations, ({ x }) => line([x, -girder], [x, -9]));
const levels = each(stations.slice(-3), ({ x, top }) => line([x, top], [190, top]));

export const runsOn = [0, -girder].map((height) => at([0, height])[1]);

/** Stations are set out, the tower is the staff to measure by, the cable hangs, three bars are levelled against it, all follow. */
export const stages: readonly Stage[] = [
  { adds: deck + marks },
  { adds: tower + anchorage, aids: grid },
  { adds: cable, fills: hangers },
  { adds: bars(11, 14), aids: levels },
  { adds: bars(0, 11) },
];
