import {
  bothSides,
  catenary,
  each,
  heightOf,
  level,
  place,
  type Point,
  polygon,
  polyline,
  uprights,
} from './geometry.ts';
import { Body, Line, Panorama } from './sheet.tsx';

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
      <Line.Web d={hangers} />
      <path d={bars} className="fill-quiet" />
      <Body d={towers} />
      <Line.Structure d={decking} />
      <Line.Accent d={cable} />
    </Panorama>
  );
}

const main = catenary(halfSpan, sag, 40).map(place([middle, top]));
const outer = [-1, 1].map((side) =>
  catenary(sideSpan, deck - top, 36)
    .filter(([x]) => x <= 0)
    .map(([x, y]): Point => [middle + side * (halfSpan + sideSpan + x), top - y]),
);
const cable = each([main, ...outer], (points) => polyline(...points));
const hangers = each(outer, (points) => uprights(points.slice(1, -1), deck));

const start = middle - halfSpan + quietZone;
const unit = (2 * (halfSpan - quietZone)) / barWidths.reduce((sum, width) => sum + width);
const cableAt = (x: number) => heightOf(main, x) ?? top;
const bars = each(barWidths, (width, index) => {
  const left = start + unit * barWidths.slice(0, index).reduce((sum, before) => sum + before, 0);
  const right = left + unit * width;
  return index % 2 ? '' : polygon([left, deck], [left, cableAt(left)], [right, cableAt(right)], [right, deck]);
});

const towers = bothSides((side) => {
  const x = middle + side * halfSpan;
  return polygon([x - 19, 402], [x - 11, top - 14], [x + 11, top - 14], [x + 19, 402]);
});
const decking = each([deck, deck + 14], (y) => level(y, -900, 2500));
