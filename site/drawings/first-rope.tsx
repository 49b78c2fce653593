import { circle } from './arcs.ts';
import { catenary, each, heightOf, level, place, type Point, pointsOf, polyline, range } from './geometry.ts';
import { Line, MainLine, pen } from './sheet.tsx';

// Heights in pixels; widths in thousandths of the page, whose width the gorge takes up.
const height = 184;
const brink = 66;
const mast = 54;
const sag = 96;
const [near, far] = [55, 945];
const traveller = 620;

/**
 * The first rope across the gorge, as wide as the page, and as high on all. Its basket carries the message: by the styles of
 * `.basket` it waits on the near side, runs while the form is sent, lands on success and stops on the way on failure.
 */
export function FirstRope() {
  return (
    <svg width="100%" height={height} {...pen}>
      <svg viewBox={`0 0 1000 ${height}`} preserveAspectRatio="none">
        <Line.Fine d={banks + water} />
        <Line.Web d={stays} />
        <MainLine d={rope} gradient={['lamp', 'harbour']} />
      </svg>
      {[near, far].map((foot) => (
        <svg key={foot} x={`${foot / 10}%`} y={brink} overflow="visible">
          <Line.Structure d={sheers} />
        </svg>
      ))}
      <svg x={`${traveller / 10}%`} y={hangsAt(traveller)} overflow="visible">
        <g className="basket">
          <Line.Structure d={basket} />
        </g>
      </svg>
    </svg>
  );
}

const chain = catenary((far - near) / 2, sag, 60).map(place([500, brink - mast]));
const rope = polyline(...chain);
const stays = polyline([near, brink - mast], [12, brink]) + polyline([far, brink - mast], [988, brink]);
const sheers = polyline([-13, 0], [0, -mast], [13, 0]) + level(-22, -8, 8);
// How far the rock reaches into the gorge at a depth below the brink.
const cliff = pointsOf('0 0, 72 0, 78 18, 74 30, 90 52, 87 68, 104 92, 118 118');
const banks = each([0, 1000], (edge) => {
  const x = (reach: number) => Math.abs(edge - reach);
  const beds = each(cliff.slice(2), ([reach, depth], index) =>
    level(brink + depth, x(reach * (0.2 + 0.1 * (index % 3))), x(reach * 0.85)),
  );
  return polyline(...cliff.map(([reach, depth]): Point => [x(reach), brink + depth])) + beds;
});
const water =
  level(184, 0, 1000) + each(range(2), (index) => level(174 - index * 8, 190 + index * 40, 790 - index * 60));
const basket =
  circle([0, -5], 5) +
  polyline([0, 0], [-17, 30]) +
  polyline([0, 0], [17, 30]) +
  polyline([-20, 30], [20, 30], [16, 48], [-16, 48], [-20, 30]);

/** How far below the sheet's upper edge the rope hangs there, in pixels. */
function hangsAt(x: number): number {
  const y = heightOf(chain, x);
  if (y === undefined) throw new Error(`No rope hangs at ${x}`);
  return Math.round(y);
}
