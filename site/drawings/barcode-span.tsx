import { catenary, type Point, polyline, segments } from './geometry.ts';
import { AccentLine, Body, Panorama, StructureLine, WebLine } from './sheet.tsx';

/** Code 128: start, L, A, B, E, L, the check symbol, stop. */
const symbols = ['211214', '132131', '111323', '131123', '132113', '132131', '121421', '2331112'];

/** The widths of the bars and gaps of that code in turn, in its modules. It begins and ends with a bar. */
export const barWidths = Array.from(symbols.join(''), Number);

const middle = 800;
const halfSpan = 332;
const sag = 196;
const top = 44;
const deck = 330;
/** How far from its tower a side span's cable comes down to the deck. */
const sideSpan = 440;

const quietZone = 40;

/** BarTender connector: the hangers of the main span are a bar code. */
export function BarcodeSpan() {
  return (
    <Panorama>
      <WebLine d={hangers} />
      <path d={bars} className="fill-quiet" />
      <Body d={towers} />
      <StructureLine d={decking} />
      <AccentLine d={cable} />
    </Panorama>
  );
}

const sides = [-1, 1] as const;
const main = catenary(halfSpan, sag, 40).map(([x, y]): Point => [middle + x, top - y]);
const outer = sides.map((side) =>
  catenary(sideSpan, deck - top, 36)
    .filter(([x]) => x <= 0)
    .map(([x, y]): Point => [middle + side * (halfSpan + sideSpan + x), top - y]),
);
const cable = [main, ...outer].map((points) => polyline(...points)).join('');
const hangers = segments(outer.flatMap((points) => points.slice(1, -1).map((end) => [end, [end[0], deck]] as const)));

const start = middle - halfSpan + quietZone;
const unit = (2 * (halfSpan - quietZone)) / barWidths.reduce((sum, width) => sum + width);
const bars = barWidths
  .map((width, index) => {
    const left = start + unit * barWidths.slice(0, index).reduce((sum, before) => sum + before, 0);
    return index % 2 ? '' : bar(left, left + unit * width);
  })
  .join('');

function bar(left: number, right: number): string {
  return outline([left, deck], [left, cableAt(left)], [right, cableAt(right)], [right, deck]);
}

/** How high the cable hangs at `x`: on the straight line between two of its samples. */
function cableAt(x: number): number {
  const after = main.findIndex(([sample]) => sample >= x);
  const [[x0, y0], [x1, y1]] = [main[after - 1] ?? [0, 0], main[after] ?? [1, 0]];
  return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0);
}

function outline(...points: Point[]): string {
  return `${polyline(...points)}Z`;
}

const towers = sides
  .map((side) => middle + side * halfSpan)
  .map((x) => outline([x - 19, 402], [x - 11, top - 14], [x + 11, top - 14], [x + 19, 402]))
  .join('');
const decking = [deck, deck + 14].map((y) => polyline([-900, y], [2500, y])).join('');
