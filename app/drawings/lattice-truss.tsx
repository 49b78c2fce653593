import type { Gradient } from '../../content/accent.ts';
import { divide, place, type Point, polyline, posts, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

// Metres: a girder of 60 by 19 between inclined end posts, its diagonals at 45 degrees and 2 apart.
const at = place([320, 266], 9.7);
const half = 30;
const depth = 19;
const slant = 8.5;
const spacing = 2;

/** ERP implementation: a railway truss in which every bar holds its neighbours. */
export function LatticeTruss({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={ground + sleepers} />
      <WebLine d={web} />
      <StructureLine d={deck + frames + piers} />
      <MainLine d={outline} gradient={gradient} />
    </Sheet>
  );
}

/** The diagonal that rises to the right from `foot` on the bottom chord's line, cut off where it meets an end post. */
function diagonal(foot: number): [Point, Point][] {
  const low = foot < -half ? (-half - foot) / (1 - slant / depth) : 0;
  const high = Math.min(depth, (half - foot) / (1 + slant / depth));
  return low < high
    ? [
        [
          [foot + low, low],
          [foot + high, high],
        ],
      ]
    : [];
}

const web = segments(
  range((2 * half + depth) / spacing)
    .flatMap((index) => diagonal(half - (index + 1) * spacing))
    .flatMap(([from, to]) =>
      [-1, 1].map((side) => [at([side * from[0], from[1]]), at([side * to[0], to[1]])] as const),
    ),
);
const outline = polyline(
  [
    [-half, 0],
    [-half + slant, depth],
    [half - slant, depth],
    [half, 0],
  ].map(([x = 0, y = 0]) => at([x, y])),
);
const frames = posts(
  divide(at([-half + slant, depth]), at([half - slant, depth]), 4),
  divide(at([-half + slant, 0]), at([half - slant, 0]), 4),
);
const deck = segments([0, -1.2].map((height) => [at([-34, height]), at([34, height])]));
const sleepers = segments(range(56).map((index) => [at([-33 + index * 1.2, 0]), at([-33 + index * 1.2, -1.2])]));
const piers = [-half, half]
  .map((x) => polyline([at([x - 2.6, -12]), at([x - 1.8, -1.2]), at([x + 1.8, -1.2]), at([x + 2.6, -12])]))
  .join('');
const ground = segments(range(3).map((index) => [at([-34, -12 - index * 0.7]), at([34, -12 - index * 0.7])]));
