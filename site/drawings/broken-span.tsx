import { bothSides, catenary, each, linesOf, place, type Point, pointsOf } from './geometry.ts';
import { Line, Sheet } from './sheet.tsx';

// Metres: the bridge over the gorge, 214 m between its towers, with 62 m of it missing.
const at = place([320, 244], 2.4, 1.1);
const halfSpan = 107;
const towerHeight = 58;
const sag = 50;
const gap = 31;

/** A suspension bridge with a gap in it, for pages that are not there. Its missing piece comes where the page's way home is taken up. */
export function BrokenSpan() {
  return (
    <Sheet runsOn={{ deck: [0, -3].map((height) => at([0, height])[1]) }}>
      <Line.Fine d={gorge} />
      <Line.Dashed d={missing} />
      <Line.Web d={hangers} />
      <Line.Structure d={deck + towers} />
      <Line.Cable d={cable} />
      <g className="missing-piece opacity-0">
        <Line.Web d={pieceHangers} />
        <Line.Structure d={pieceDeck} />
        <Line.Cable d={pieceCable} />
      </g>
    </Sheet>
  );
}

const line = linesOf(at);
const chain = catenary(halfSpan, sag, 54).map(([x, y]): Point => [x, towerHeight + y]);
const cable =
  bothSides((side) => line(...chain.filter(([x]) => x * side >= gap - 6))) +
  bothSides((side) => line([side * halfSpan, towerHeight], [side * 159, 0]));
const hung = chain.filter(([x], index) => index % 2 === 0 && Math.abs(x) < halfSpan);
const hangersOf = (places: readonly Point[]) => each(places, ([x, y]) => line([x, y], [x, 0]));
const hangers = hangersOf(hung.filter(([x]) => Math.abs(x) >= gap));
const deck = bothSides((side) => line([side * 159, 0], [side * gap, 0], [side * (gap + 3), -3], [side * 159, -3]));
const towers = bothSides((side) =>
  bothSides((leg) => line([side * halfSpan + leg * 4.2, -40], [side * halfSpan + leg * 2.4, towerHeight + 2])),
);
const pieceCable = line(...chain.filter(([x]) => Math.abs(x) < gap));
const pieceHangers = hangersOf(hung.filter(([x]) => Math.abs(x) < gap));
const pieceDeck = each([0, -3], (y) => line([-gap + y, y], [gap - y, y]));
const missing = pieceCable + each([0, -3], (y) => line([-gap, y], [gap, y]));
const gorge = bothSides((side) =>
  line(...pointsOf('150 -3, 118 -10, 112 -40, 102 -40, 84 -48, 70 -58, 0 -58').map(([x, y]): Point => [side * x, y])),
);
