import { bothSides, each, linesOf, place, type Point, range } from './geometry.ts';
import { posts } from './trusses.ts';
import { DashedLine, FineLine, MainLine, OpenSheet, StructureLine, WebLine } from './sheet.tsx';

// Metres: a bridge that grows from its pier in both directions at once, ten segments of 4.5 m to a side, each laid against
// one on the other. Heights are drawn 1.6 times.
const at = place([320, 60], 5.6, 1.6);
const arm = 45;
const segmentCount = 10;
const rootDepth = 6.5;
const tipDepth = 1.8;

/** Terms: two arms of equal length and weight that hold each other in balance on one pier. */
export function BalancedArms() {
  return (
    <OpenSheet width={640} height={240} fit="xMidYMid">
      <FineLine d={ground} />
      <DashedLine d={level} />
      <WebLine d={joints} />
      <StructureLine d={soffit + pier} />
      <StructureLine d={travellers} />
      <MainLine d={deck} gradient={['slate', 'lamp']} x={[68, 572]} />
    </OpenSheet>
  );
}

const line = linesOf(at);
const stations = range(2 * segmentCount + 1).map((index) => index / segmentCount - 1);
const top = stations.map((t): Point => [t * arm, 0]);
const bottom = stations.map((t): Point => [t * arm, -tipDepth - (rootDepth - tipDepth) * (1 - Math.abs(t)) ** 2]);
const soffit = line(...bottom);
const deck = line([-arm, 0], [arm, 0]);
const joints = posts(top.map(at), bottom.map(at));
const pier = each([-2.6, 2.6], (x) => line([x, -rootDepth + 0.4], [x, -20.2]));
// The frames from which the next two segments will hang.
const travellers = bothSides((side) => {
  const aside = linesOf(([x, y]: Point) => at([side * (arm + x), y]));
  return aside([-5, 0], [-2, 2.6], [5, 2.6], [-2, 0], [-2, 2.6]) + each([2, 5], (x) => aside([x, 2.6], [x, -tipDepth]));
});
const level = bothSides((side) => line([side * arm, 0], [side * 57, 0]));
// Beyond the sheet, over the whole page.
const ground = each([-17.4, -18.6, -19.8], (y) => line([-400, y], [400, y]));
