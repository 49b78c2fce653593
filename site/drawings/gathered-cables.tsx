import type { Gradient } from '../../content/schema/fields.ts';
import { arc, catenary, divide, lattice, onCircle, type Point, polyline, posts } from './geometry.ts';
import { FineLine, MainLine, OpenSheet, StructureLine, WebLine } from './sheet.tsx';

// Sheet units: a saddle on the head of a tower. Four cables reach it from as many anchorages; bound into one, they
// leave it for a span of 3,000.
const sheet = { width: 520, height: 600 };
const saddle: Point = [392, 106];
const radius = 60;
const halfSpan = 1500;
const sag = 100;
const anchored = [26, 39, 52, 65];
const bundle = [-4.5, -1.5, 1.5, 4.5];

/** Partner for Microsoft technology: four cables that one saddle gathers into one. The one runs on beyond the sheet. */
export function GatheredCables({ gradient }: { gradient: Gradient }) {
  return (
    <OpenSheet {...sheet} fit="xMaxYMin slice">
      <FineLine d={hangers} />
      <WebLine d={bracing} />
      <StructureLine d={cables} />
      <StructureLine d={tower} />
      <MainLine d={cable} gradient={gradient} x={[392, 1300]} />
    </OpenSheet>
  );
}

// Each cable leaves its groove where it touches the saddle's circle, the steepest the lowest.
const cables = anchored
  .map((angle, index) => {
    const groove = radius + (bundle[3 - index] ?? 0);
    const leaves = onCircle(saddle, groove, 90 + angle);
    const radians = (angle * Math.PI) / 180;
    const far: Point = [leaves[0] - 1400 * Math.cos(radians), leaves[1] + 1400 * Math.sin(radians)];
    return polyline(far, leaves) + arc(saddle, groove, 90, 90 + angle);
  })
  .join('');

const span = catenary(halfSpan, sag, 80)
  .filter(([x]) => x <= 0)
  .map(([x, y]): Point => [saddle[0] + halfSpan + x, saddle[1] - radius - y]);
const cable =
  bundle.map((aside) => polyline(...span.map(([x, y]): Point => [x, y + aside]))).join('') +
  span
    .slice(1)
    .map(([x, y]) => polyline([x, y - 9], [x, y + 9]))
    .join('');
// They carry what stands beside the sheet.
const hangers = span
  .filter(([x]) => x > sheet.width + 40)
  .map(([x, y]) => polyline([x, y + 9], [x, 2000]))
  .join('');

const legs = [-1, 1].map((side) =>
  divide([saddle[0] + side * 26, saddle[1] + 4], [saddle[0] + side * 96, saddle[1] + 1300], 13),
);
const [left = [], right = []] = legs;
const bracing = lattice(left, right);
const tower =
  legs.map((leg) => polyline(...leg)).join('') +
  posts(left, right) +
  arc(saddle, radius - 9, 30, 150) +
  polyline(
    onCircle(saddle, radius - 9, 150),
    [saddle[0] - 44, saddle[1] + 4],
    [saddle[0] + 44, saddle[1] + 4],
    onCircle(saddle, radius - 9, 30),
  );
