import { each, level, type Point, polyline, range, upright } from './geometry.ts';
import { DashedLine, FineLine, MainLine, OpenSheet, StructureLine, WebLine } from './sheet.tsx';

// Sheet units: a string between two pins on a level rule at the sheet's upper edge, and what hangs on it.
const left = 30;
const right = 610;
const weights = [
  { x: 150, load: 1 },
  { x: 300, load: 1.3 },
  { x: 500, load: 2 },
] as const;
const perhaps = 405;
const pull = 2.6;

/** Cookies: a string, the three things that hang on it, and the place of a fourth that is there only at times. */
export function HungWeights() {
  return (
    <OpenSheet width={640} height={240} fit="xMidYMid">
      <FineLine d={rule} />
      <DashedLine d={bob(perhaps, 1.3)} />
      <WebLine d={plumbLines} />
      <StructureLine d={bobs} />
      <MainLine d={string} gradient={['brick', 'lamp']} x={[left, right]} />
    </OpenSheet>
  );
}

/** The point of the string at `x`: it hangs as deep as the moments of all weights about the pins are large. */
function onString(x: number): Point {
  const moments = weights.map(
    (weight) => (weight.load * (Math.min(x, weight.x) - left) * (right - Math.max(x, weight.x))) / (right - left),
  );
  return [x, moments.reduce((sum, moment) => sum + moment, 0) / pull];
}

/** A plumb bob under the string, as large as its load. */
function bob(x: number, load: number): string {
  const [, y] = onString(x);
  const [neck, half, height] = [y + 18, 8 + load * 5, 20 + load * 14];
  const [shoulder, tip] = [neck + height * 0.45, neck + height];
  return (
    upright(x, y, neck) +
    polyline([x - half, neck], [x + half, neck], [x + half, shoulder], [x, tip], [x - half, shoulder], [x - half, neck])
  );
}

const string = polyline(...[left, ...weights.map(({ x }) => x), right].map(onString));
const bobs = each(weights, ({ x, load }) => bob(x, load));
const plumbLines = each(weights, ({ x }) => polyline([x, 0], onString(x)));
// The rule runs over the whole page, wherever on it the sheet lies.
const rule = level(1, -2000, 2000) + each(range(200), (index) => upright(index * 15 - 2000, 0, index % 5 ? 5 : 10));
