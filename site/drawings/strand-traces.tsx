import { circle, type Point, polyline, range } from './geometry.ts';
import { AccentLine, Body, Panorama, StructureLine, WebLine } from './sheet.tsx';

// A cable of 37 strands, cut through: six round each one, as strands lie.
const [x0, y0]: Point = [664, 200];
const radius = 126;
const pitch = 31;
const rows = [-3, -2, -1, 0, 1, 2, 3];
/** Where the trace of each row ends, and how far apart traces run. */
const ends = [1010, 1300, 1120, 1480, 1075, 1380, 960];
const spread = 54;

/** BBP Technologies: the strands of a cable leave its section as the traces of a circuit. */
export function StrandTraces() {
  return (
    <Panorama>
      <StructureLine d={cable} />
      <WebLine d={bands} />
      <AccentLine d={traces} />
      <Body d={circle([x0, y0], radius)} />
      <StructureLine d={strands.map((row) => row.slice(0, -1).map(strand).join('')).join('')} />
      <path d={strands.map((row) => row.slice(-1).map(strand).join('')).join('')} className="fill-accent" />
      <AccentLine d={pads} />
    </Panorama>
  );
}

const heightOf = (row: number) => y0 + row * pitch * Math.sin(Math.PI / 3);
const strands = rows.map((row) => {
  const count = 7 - Math.abs(row);
  return range(count).map((index): Point => [x0 + (index - (count - 1) / 2) * pitch, heightOf(row)]);
});

function strand(centre: Point): string {
  return circle(centre, pitch / 2 - 2.5);
}

const cable = rows.map((row) => polyline([-900, heightOf(row)], [x0, heightOf(row)])).join('');
const bands = range(10)
  .flatMap((index) => [470 - index * 150, 456 - index * 150])
  .map((x) => polyline([x, heightOf(-3) - 10], [x, heightOf(3) + 10]))
  .join('');

const traceEnds = rows.map((row, index): Point => [ends[index] ?? 0, y0 + row * spread]);
const traces = traceEnds
  .map(([x, y], index) => {
    const row = rows[index] ?? 0;
    const [from, bend] = [heightOf(row), x0 + radius + 70 - Math.abs(row) * 18];
    return polyline([x0, from], [bend, from], [bend + Math.abs(y - from), y], [x - 11, y]);
  })
  .join('');
const pads = traceEnds.map((end) => circle(end, 11)).join('');
