import type { Gradient } from '../../content/accent.ts';
import { arc, catenary, lattice, place, type Point, polyline, posts, range, segments } from './geometry.ts';
import { DashedLine, FineLine, MainLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

// A lattice mast of 96 m whose legs close from 22 m apart to 3 m; each panel is shorter than the one below.
const at = place([150, 356], 2.2);
const height = 96;
const panels = 9;
const taper = 0.86;
const levels = range(panels + 1).map((index) => (height * (1 - taper ** index)) / (1 - taper ** panels));
const leg = (side: number) => levels.map((level) => at([side * (11 - 9.5 * (level / height)), level]));
const head: Point = at([0, height + 10]);
const ground = at([0, 0])[1];

/** Mobility: a mast, and the arcs of its signal thinning out over the land. */
export function SignalArcs({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={land} />
      <WebLine d={bracing + line} />
      <DashedLine d={far.map(wave).join('')} />
      <WebLine d={[206, 242, 280, 320].map(wave).join('')} />
      <StructureLine d={mast} />
      <StructureLine d={near} />
      <MainLine d={wave(172)} gradient={gradient} x={[270, 322]} />
    </Sheet>
  );
}

/** One front of the signal, as high as the sheet allows, down to the ground or to 46 degrees below the head. */
function wave(radius: number): string {
  const drop = (ground - head[1]) / radius;
  const down = drop < 1 ? (-Math.asin(drop) * 180) / Math.PI : -46;
  return arc(head, radius, Math.max(down, -46), 41);
}

const far = [362, 406, 452];
const mast = polyline(leg(-1)) + polyline(leg(1)) + polyline([at([0, height]), head]) + posts(leg(-1), leg(1));
const bracing = lattice(leg(-1), leg(1));
const near =
  [28, 56, 84, 112, 140].map(wave).join('') + [28, 56, 84].map((radius) => arc(head, radius, 139, 221)).join('');

// The line of poles that the signal makes unnecessary.
const span = 62;
const poles = range(8).map((index) => 232 + index * span);
const wire = catenary(span / 2, 7, 4);
const line =
  segments(
    poles.map((x) => [
      [x, ground],
      [x, ground - 36],
    ]),
  ) +
  segments(
    poles.map((x) => [
      [x - 4, ground - 32],
      [x + 4, ground - 32],
    ]),
  ) +
  poles.map((x) => polyline(wire.map(([along, y]) => [x + span / 2 + along, ground - 32 - y]))).join('');
const land = polyline([
  [0, ground],
  [640, ground],
]);
