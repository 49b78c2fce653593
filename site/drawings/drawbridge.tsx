import { arc, circle, onCircle } from './arcs.ts';
import { each, linesOf, place, type Point, range } from './geometry.ts';
import { Line, MainLine, OpenSheet } from './sheet.tsx';

// Metres from the hinge of a leaf 10 m long. Its balance beam lies parallel to it on posts 8 m high and goes on behind them to
// the counterweight. Both stand raised by 20 degrees.
const scale = 11.4;
const at = place([400, 198], scale);
const hinge: Point = [0, 0];
const leaf = 10;
const post = 8;
const tail = 6;
const raised = 20;
const clearance = 11;
/** How far the road and the water run on, beyond the sheet and over the whole page. */
const out = 200;

/** Privacy: a drawbridge on its way down, and before the gap the one letter that its sender lets across. */
export function Drawbridge() {
  return (
    <OpenSheet width={640} height={240} fit="xMidYMid">
      <Line.Fine d={water} />
      <Line.Dashed d={lowered} />
      <Line.Web d={trestles} />
      <Line.Structure d={quays + frame + letter} />
      <MainLine d={moving} gradient={['harbour', 'slate']} x={[335, 440]} />
    </OpenSheet>
  );
}

/** The point `reach` metres along the leaf, or along what lies parallel to it `height` metres above. */
function along(height: number, reach: number): Point {
  const [x, y] = onCircle(hinge, reach, 180 - raised);
  return [x, height - y];
}

const line = linesOf(at);
const moving = line(along(post, -tail), along(post, leaf), along(0, leaf), hinge);
const lowered = line([-clearance, 0], hinge) + arc(at(hinge), leaf * scale, 180 - raised, 180);
const [weightX, weightY] = along(post, -tail);
const frame =
  line([-0.6, -3.6], [-0.2, post]) +
  line([2.6, 0], [0.2, post]) +
  line([-0.4, 3], [1.7, 3]) +
  line([weightX, weightY], [weightX, weightY - 1]) +
  circle(at([weightX, weightY - 2]), scale);
const letter =
  line([-18, 0.4], [-13, 0.4], [-13, 3.8], [-18, 3.8], [-18, 0.4]) + line([-18, 3.8], [-15.5, 1.8], [-13, 3.8]);
const quay = (edge: number, far: number) => line([far, 0], [edge, 0], [edge, -1], [far, -1]);
const quays = quay(-clearance, -out) + quay(0, out);
const trestles = each(range((2 * out) / 5), (index) => {
  const x = index * 5 - out - 1;
  const isClear = x < -clearance || x > 0;
  return isClear ? each([-0.5, 0.5], (foot) => line([x, -1], [x + foot, -3.6])) : '';
});
const water = each([-2.4, -3, -3.6], (y) => line([-out, y], [out, y]));
