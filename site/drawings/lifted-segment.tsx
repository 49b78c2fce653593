import type { Gradient } from '../../content/schema/fields.ts';
import { divide, type Point, polyline, posts, range, segments, whole } from './geometry.ts';
import { FineLine, MainLine, OpenSheet, PlannedLine, StructureLine, WebLine } from './sheet.tsx';

// Sheet units: girders that grow from their piers and are 92 deep there, 38 in the middle of a span. The piece between
// the last two is on its way up.
const sheet = { width: 500, height: 430 };
const road = 44;
const middle = 38;
const haunch = 92;
const gap = [118, 382] as const;
const hook = 284;
const pierHalf = 11;
const piersAt = [-1558, -779, 0, 500, 1279, 2058] as const;

/** Technology staffing: a bridge under way, and the piece that it lacks. The bridge runs on beyond the sheet. */
export function LiftedSegment({ gradient }: { gradient: Gradient }) {
  return (
    <OpenSheet {...sheet} fit="xMidYMin meet">
      <FineLine d={joints} />
      <WebLine d={strands} />
      <PlannedLine d={missing} />
      <StructureLine d={girders + piers + jacks} />
      <MainLine d={piece} gradient={gradient} x={gap} />
    </OpenSheet>
  );
}

/** The circle that the lower edge of the girder follows over a place: between two piers it rises from haunch to middle. */
function circleOver(x: number) {
  const next = Math.max(
    1,
    piersAt.findIndex((pier) => pier >= x),
  );
  const [from = 0, to = 0] = [piersAt[next - 1], piersAt[next]];
  const rise = haunch - middle;
  const radius = Math.round(((to - from) ** 2 / 4 + rise ** 2) / (2 * rise));
  return { radius, centre: (from + to) / 2 };
}

function soffit(x: number): number {
  const { radius, centre } = circleOver(x);
  return road + middle + radius - Math.sqrt(radius ** 2 - (x - centre) ** 2);
}

/** The girder's lower edge between two places of one span, `fall` below where it belongs. */
function belly(from: number, to: number, fall = 0): string {
  const { radius } = circleOver(to);
  const [start, end] = [from, to].map((x) => polyline([x, soffit(x) + fall]));
  return `${start}A${radius} ${radius} 0 0 1 ${end?.slice(1)}`;
}

const under = (from: number, to: number, parts: number) =>
  divide([from, 0], [to, 0], parts).map(([x]): Point => [x, soffit(x)]);
const above = (from: number, to: number, parts: number) => divide([from, road], [to, road], parts);
const standing = [
  [-1558, -779, 24],
  [-779, 0, 24],
  [0, gap[0], 4],
  [gap[1], 500, 4],
  [500, 1279, 24],
  [1279, 2058, 24],
] as const;
const girders =
  standing.map(([from, to]) => polyline(...above(from, to, 1)) + belly(from, to)).join('') +
  segments(gap.map((x) => [[x, road] as Point, [x, soffit(x)] as Point]));
const joints = standing
  .map(([from, to, parts]) => posts(above(from, to, parts).map(whole), under(from, to, parts).map(whole)))
  .join('');
const piers = piersAt
  .flatMap((x) => [-1, 1].map((side) => x + side * pierHalf))
  .map((x) => polyline([x, road + haunch], [x, 2400]))
  .join('');
const missing = polyline(...above(...gap, 1)) + belly(...gap);
const piece =
  belly(...gap, hook - road) +
  polyline(...[gap[0], ...gap, gap[1]].map((x, corner): Point => [x, corner % 3 ? hook : soffit(x) + hook - road]));
const jacks = gap
  .map((x, index) => {
    const side = index * 2 - 1;
    return polyline(
      [x + side * 34, road],
      [x + side * 20, road - 26],
      [x - side * 12, road - 26],
      [x - side * 12, road - 18],
      [x + side * 34, road],
    );
  })
  .join('');
const strands = segments(
  gap.flatMap((x, index) =>
    range(2).map((strand) => {
      const across = x + (1 - index * 2) * (8 + strand * 8);
      return [[across, road - 26] as Point, [across, hook] as Point] as const;
    }),
  ),
);
