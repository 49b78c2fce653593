import { arc } from './arcs.ts';
import { each, level, type Point, polyline, range, upright, uprights } from './geometry.ts';
import { Line, pen } from './sheet.tsx';

// Units of one bay between its posts; a margin for half a line.
const side = 48;
const margin = 2;

/** How a bay that begins at `x` is braced: crosses, diagonals, halves, arches, and a plate with its ribs. */
const bracings: readonly ((x: number) => string)[] = [
  (x) => polyline([x, 0], [x + side, side]) + polyline([x, side], [x + side, 0]),
  (x) => polyline([x, side], [x + side, 0]),
  (x) => polyline([x + side, 0], [x, side / 2], [x + side, side]),
  (x) => arc([x + side / 2, side], side / 2, 0, 180),
  (x) => each([12, 24, 36], (rib) => upright(x + rib, 0, side)),
];

interface BaysProps {
  count: number;
  /** Which of several girders it is: neighbours are braced in different ways. */
  girder: number;
}

/** A girder with a bay for each thing that is counted. */
export function Bays({ count, girder }: BaysProps) {
  const brace = bracings[girder % bracings.length];
  const length = count * side;
  const posts = range(count + 1).map((index): Point => [index * side, 0]);
  return (
    <svg
      viewBox={`${-margin} ${-margin} ${length + 2 * margin} ${side + 2 * margin}`}
      preserveAspectRatio="xMinYMid"
      {...pen}
      className="h-12 max-w-full"
    >
      <Line.Web d={brace ? each(posts.slice(0, -1), ([x]) => brace(x)) : ''} />
      <Line.Structure d={uprights(posts, side) + level(side, 0, length)} />
      <Line.Accent d={level(0, 0, length)} />
    </svg>
  );
}
