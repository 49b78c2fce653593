import type { Gradient } from '../../content/accent.ts';
import { catenary, place, type Point, polyline, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

// Half a span: the cable rises 76 m from its lowest point, over the deck's left end, to a tower 150 m away.
const at = place([26, 338], 3.45);
const halfSpan = 150;
const rise = 76;
const lowest = 9;

// How much of the room under the cable each bar takes: figures that follow the trend without lying on it.
const filled = [0.5, 0.66, 0.45, 0.7, 0.52, 0.76, 0.62, 0.5, 0.74, 0.6, 0.82, 0.64, 0.78, 0.86];

/** Data and analytics: the hangers of half a suspension bridge carry a bar chart, with the cable as its trend. */
export function HangerChart({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={grid} />
      <WebLine d={hangers} />
      <StructureLine d={columns} />
      <StructureLine d={tower} />
      <MainLine d={cable} gradient={gradient} />
    </Sheet>
  );
}

// Two samples to a bar, counted from the lowest point.
const chain = catenary(halfSpan, rise, 4 * (filled.length + 1))
  .filter(([x]) => x >= 0)
  .map(([x, y]): Point => [x, lowest + rise + y]);
const stations = chain
  .filter((_, index) => index % 2 === 0)
  .slice(1)
  .flatMap(([x, height], index) => {
    const part = filled[index];
    return part ? [{ x, height, top: height * part }] : [];
  });

const cable = polyline([...chain, [halfSpan + 40, lowest + rise - 46] as const].map(at));
const hangers = segments(stations.map((bar) => [at([bar.x, bar.height]), at([bar.x, bar.top])]));
const columns = stations
  .map(({ x, top }) => polyline([at([x - 3.2, 0]), at([x - 3.2, top]), at([x + 3.2, top]), at([x + 3.2, 0])]))
  .join('');
const tower =
  [-1, 1]
    .map((side) => polyline([at([halfSpan + side * 4.4, -18]), at([halfSpan + side * 2.4, lowest + rise + 2])]))
    .join('') +
  segments([26, 56, 82].map((height) => [at([halfSpan - 3.4, height]), at([halfSpan + 3.4, height])])) +
  segments([0, -3].map((height) => [at([-10, height]), at([190, height])]));
const grid = segments(range(5).map((index) => [at([-10, 18 + index * 18]), at([190, 18 + index * 18])]));
