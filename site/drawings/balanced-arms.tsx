import { place, type Point, polyline, posts, range, segments } from './geometry.ts';
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

const stations = range(2 * segmentCount + 1).map((index) => index / segmentCount - 1);
const top = stations.map((t): Point => at([t * arm, 0]));
const bottom = stations.map((t): Point => at([t * arm, -tipDepth - (rootDepth - tipDepth) * (1 - Math.abs(t)) ** 2]));
const deck = polyline(at([-arm, 0]), at([arm, 0]));
const soffit = polyline(...bottom);
const joints = posts(top, bottom);
const pier = segments([-2.6, 2.6].map((x) => [at([x, -rootDepth + 0.4]), at([x, -20.2])] as const));
// The frames from which the next two segments will hang.
const travellers = [-1, 1]
  .map(
    (side) =>
      polyline(
        ...[
          [arm - 5, 0],
          [arm - 2, 2.6],
          [arm + 5, 2.6],
          [arm - 2, 0],
          [arm - 2, 2.6],
        ].map(([x = 0, y = 0]) => at([side * x, y])),
      ) + segments([2, 5].map((x) => [at([side * (arm + x), 2.6]), at([side * (arm + x), -tipDepth])])),
  )
  .join('');
const level = segments([-1, 1].map((side) => [at([side * arm, 0]), at([side * 57, 0])]));
// Beyond the sheet, over the whole page.
const ground = segments([-17.4, -18.6, -19.8].map((y) => [at([-400, y]), at([400, y])]));
