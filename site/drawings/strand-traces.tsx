import { circle, circles } from './arcs.ts';
import { each, level, type Point, polyline, range, upright } from './geometry.ts';
import { AccentLine, Body, Panorama, StructureLine, WebLine } from './sheet.tsx';

// A cable of 37 strands, cut through: six round each one, as strands lie.
const [x0, y0]: Point = [664, 200];
const radius = 126;
const pitch = 31;
const rows = [-3, -2, -1, 0, 1, 2, 3];
/** Where the trace of each row ends, and how far apart traces run. */
const ends = [1010, 1300, 1120, 1430, 1075, 1380, 960];
const spread = 54;

/** BBP Technologies: the strands of a cable leave its section as the traces of a circuit. */
export function StrandTraces() {
  return (
    <Panorama>
      <StructureLine d={cable} />
      <WebLine d={bands} />
      <AccentLine d={traces} />
      <Body d={circle([x0, y0], radius)} />
      <StructureLine d={plain} />
      <path d={leading} className="fill-accent" />
      <AccentLine d={pads} />
    </Panorama>
  );
}

const heightOf = (row: number) => y0 + row * pitch * Math.sin(Math.PI / 3);
const strands = rows.map((row) => {
  const count = 7 - Math.abs(row);
  return range(count).map((index): Point => [x0 + (index - (count - 1) / 2) * pitch, heightOf(row)]);
});
const strandsOf = (rows: readonly Point[][]) => circles(pitch / 2 - 2.5, rows.flat());
const plain = strandsOf(strands.map((row) => row.slice(0, -1)));
const leading = strandsOf(strands.map((row) => row.slice(-1)));

const cable = each(rows, (row) => level(heightOf(row), -900, x0));
const bands = each(range(10), (index) =>
  each([470, 456], (x) => upright(x - index * 150, heightOf(-3) - 10, heightOf(3) + 10)),
);

const traceEnds = rows.map((row, index): Point => [ends[index] ?? 0, y0 + row * spread]);
const traces = each(traceEnds, ([x, y], index) => {
  const row = rows[index] ?? 0;
  const [from, bend] = [heightOf(row), x0 + radius + 70 - Math.abs(row) * 18];
  return polyline([x0, from], [bend, from], [bend + Math.abs(y - from), y], [x - 11, y]);
});
const pads = circles(11, traceEnds);
