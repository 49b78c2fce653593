import type { SectorLoad } from '../../content/schema/fields.ts';
import { drawEach, drawHills, type Point, parsePoints, polygon, polyline } from '../drawings/geometry.ts';
import { drawBridgePaths, bridgeGeometry } from './bridge-paths.ts';
import { getSectorLoads } from './sector-loads.ts';

const { width, height, towers, top, sag, deck: level } = bridgeGeometry;

/**
 * Side view of a suspension bridge that bends under its load, as wide as its container; in dashes, the cable without a
 * load. A change of the load sets new paths on the elements with `data-part`.
 */
export function SectorBridge({ load }: { load: SectorLoad | undefined }) {
  const { cable, hangers, deck, cargo } = drawBridgePaths(getSectorLoads(load));
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" fill="none" aria-hidden="true">
      <path d={hills} className="fill-far" />
      <path d={river} className="fill-water" />
      <path d={banks} className="fill-mid" />
      <path d={atRest} className="stroke-hanger" strokeDasharray="2 6" />
      <path data-part="hangers" d={hangers} className="stroke-hanger" />
      <path d={drawEach(towers, (x) => drawTower(x, 1))} className="fill-side" />
      <path d={drawEach(towers, (x) => drawTower(x, 0.4))} className="fill-stone" />
      <path data-part="cargo" d={cargo} fillRule="evenodd" className="fill-bank" />
      <path data-part="deck" d={deck} className="stroke-bank" strokeWidth="6" />
      <g className="stroke-cable" strokeWidth="3">
        <path d={stays} className="cable" />
        <path data-part="cable" d={cable} className="cable" />
      </g>
    </svg>
  );
}

// The parabola differs from the catenary by less than half a unit.
const atRest = `M${towers[0]} ${top}Q${width / 2} ${top + 2 * sag} ${towers[1]} ${top}`;
const mirrorPoint = ([x, y]: Point): Point => [width - x, y];
const drawOnBothBanks = (draw: (...points: Point[]) => string, points: readonly Point[]) =>
  draw(...points) + draw(...points.map(mirrorPoint));
const stays = drawOnBothBanks(polyline, [
  [0, level - 30],
  [towers[0], top],
]);
const hills = drawHills(height, parsePoints('0 190, 160 160, 330 215, 520 190, 700 225, 860 170, 1000 185'));
const river = polygon([0, height - 26], [width, height - 26], [width, height], [0, height]);
const banks = drawOnBothBanks(polygon, parsePoints('0 196, 112 196, 116 228, 134 236, 130 264, 150 290, 0 290'));

/** Returns a tower, or the lit share of it from the left. */
function drawTower(x: number, share: number): string {
  const side = (half: number) => x - half + 2 * half * share;
  return polygon([x - 13, level + 20], [x - 9, top - 12], [side(9), top - 12], [side(13), level + 20]);
}
