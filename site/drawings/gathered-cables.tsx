import { arc, onCircle } from './arcs.ts';
import { catenary, divide, each, place, type Point, polyline, upright } from './geometry.ts';
import { lattice, posts } from './trusses.ts';
import { FineLine, type InColours, MainLine, OpenSheet, StructureLine, WebLine } from './sheet.tsx';

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
export function GatheredCables({ gradient }: InColours) {
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
const cables = each(anchored, (angle, index) => {
  const groove = radius + (bundle[3 - index] ?? 0);
  const leaves = onCircle(saddle, groove, 90 + angle);
  return polyline(onCircle(leaves, 1400, 180 + angle), leaves) + arc(saddle, groove, 90, 90 + angle);
});

const span = catenary(halfSpan, sag, 80)
  .filter(([x]) => x <= 0)
  .map(place([saddle[0] + halfSpan, saddle[1] - radius]));
const cable =
  each(bundle, (aside) => polyline(...span.map(([x, y]): Point => [x, y + aside]))) +
  each(span.slice(1), ([x, y]) => upright(x, y - 9, y + 9));
// They carry what stands beside the sheet.
const hangers = each(span, ([x, y]) => (x > sheet.width + 40 ? upright(x, y + 9, 2000) : ''));

const [left = [], right = []] = [-1, 1].map((side) =>
  divide([saddle[0] + side * 26, saddle[1] + 4], [saddle[0] + side * 96, saddle[1] + 1300], 13),
);
const bracing = lattice(left, right);
const tower =
  polyline(...left) +
  polyline(...right) +
  posts(left, right) +
  arc(saddle, radius - 9, 30, 150) +
  polyline(
    onCircle(saddle, radius - 9, 150),
    [saddle[0] - 44, saddle[1] + 4],
    [saddle[0] + 44, saddle[1] + 4],
    onCircle(saddle, radius - 9, 30),
  );
