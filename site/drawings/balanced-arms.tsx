import { bothSides, each, linesOf, place, type Point, range } from './geometry.ts';
import { circle } from './arcs.ts';
import { posts } from './trusses.ts';
import { Line, MainLine, OpenSheet } from './sheet.tsx';

// Metres: a bridge that grows from its pier in both directions at once, ten segments of 4.5 m to a side, each laid against
// one on the other. Heights are drawn 1.6 times.
const at = place([320, 60], 5.6, 1.6);
const arm = 45;
const segmentCount = 10;
const rootDepth = 6.5;
const tipDepth = 1.8;

/** Terms: two parties, a weight on either arm, hold each other in balance on one pier. */
export function BalancedArms() {
  return (
    <OpenSheet width={640} height={240} fit="xMidYMid">
      <Line.Fine d={ground} />
      <Line.Web d={joints} />
      <Line.Structure d={soffit + pier} />
      <MainLine d={deck + weights} gradient={['slate', 'lamp']} x={[68, 572]} />
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
const pierHalf = 2.6;
const pier = each([-pierHalf, pierHalf], (x) => line([x, -rootDepth + 0.4], [x, -20.2]));
const weights = bothSides((side) => {
  const x = side * (arm - 5);
  return line([x - 4.6, 0], [x - 3.4, 3.4], [x + 3.4, 3.4], [x + 4.6, 0]) + circle(at([x, 4.4]), 9);
});
// Beyond the sheet, over the whole page, on both sides of the pier.
const ground = each([-17.4, -18.6, -19.8], (y) => bothSides((side) => line([side * pierHalf, y], [side * 400, y])));
