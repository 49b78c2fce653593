import { catenary, place, type Point, polyline, segments } from './geometry.ts';
import { DashedLine, FineLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

// Metres: the bridge over the gorge, 214 m between its towers, with 62 m of it missing.
const at = place([320, 244], 2.4, 1.1);
const halfSpan = 107;
const towerHeight = 58;
const sag = 50;
const gap = 31;

/** A suspension bridge with a gap in it, for pages that are not there. Its missing piece comes where the page's way home is taken up. */
export function BrokenSpan() {
  return (
    <Sheet runsOn={[0, -3].map((height) => at([0, height])[1])}>
      <FineLine d={gorge} />
      <DashedLine d={missing} />
      <WebLine d={hangers} />
      <StructureLine d={deck + towers} />
      <path d={cable} className="cable stroke-cable" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      <g className="missing-piece opacity-0">
        <WebLine d={pieceHangers} />
        <StructureLine d={pieceDeck} />
        <path d={pieceCable} className="cable stroke-cable" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      </g>
    </Sheet>
  );
}

const chain = catenary(halfSpan, sag, 54).map(([x, y]): Point => [x, towerHeight + y]);
const standing = [-1, 1].map((side) => chain.filter(([x]) => x * side >= gap - 6));
const cable =
  standing.map((half) => polyline(...half.map(at))).join('') +
  segments([-1, 1].map((side) => [at([side * halfSpan, towerHeight]), at([side * 159, 0])]));
const hang = ([x, y]: Point) => [at([x, y]), at([x, 0])] as const;
const hung = chain.filter(([x], index) => index % 2 === 0 && Math.abs(x) < halfSpan);
const hangers = segments(hung.filter(([x]) => Math.abs(x) >= gap).map(hang));
const deck = [-1, 1]
  .map((side) => polyline(at([side * 159, 0]), at([side * gap, 0]), at([side * (gap + 3), -3]), at([side * 159, -3])))
  .join('');
const towers = [-1, 1]
  .flatMap((side) =>
    [-3, 3].map((x) =>
      polyline(at([side * halfSpan + x * 1.4, -40]), at([side * halfSpan + x * 0.8, towerHeight + 2])),
    ),
  )
  .join('');
const pieceCable = polyline(...chain.filter(([x]) => Math.abs(x) < gap).map(at));
const pieceHangers = segments(hung.filter(([x]) => Math.abs(x) < gap).map(hang));
const pieceDeck = segments([0, -3].map((y) => [at([-gap + y, y]), at([gap - y, y])]));
const missing = pieceCable + segments([0, -3].map((y) => [at([-gap, y]), at([gap, y])]));
const gorge = [-1, 1]
  .map((side) =>
    polyline(
      at([side * 150, -3]),
      at([side * 118, -10]),
      at([side * 108, -40]),
      at([side * 84, -48]),
      at([side * 60, -64]),
    ),
  )
  .join('');
