import { bothSides, divide, each, level, type Point, polyline, upright, whole } from './geometry.ts';
import { type InColours, Line, MainLine, OpenSheet } from './sheet.tsx';

// Sheet units: girders that grow from their piers and are 92 deep there, 38 in the middle of a span. The piece between
// the last two is on its way up.
const sheet = { width: 500, height: 430 };
const road = 44;
const middle = 38;
const haunch = 92;
const gap = [118, 382] as const;
const hook = 284;
const pierHalf = 11;
/** The pier beside the words stands clear of their left edge, which is 764 from the sheet at most. */
const beside = 820;
const piersAt = [-2 * beside, -beside, 0, 500, 500 + beside, 500 + 2 * beside] as const;

/** Technology staffing: a bridge under way, and the piece that it lacks. The bridge runs on beyond the sheet. */
export function LiftedSegment({ gradient }: InColours) {
  return (
    <OpenSheet {...sheet} fit="xMidYMin meet">
      <Line.Fine d={joints} />
      <Line.Web d={strands} />
      <Line.Planned d={missing} />
      <Line.Structure d={girders + piers + jacks} />
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

/** The girder's lower edge at a place, `fall` below where it belongs. */
function soffit(x: number, fall = 0): Point {
  const { radius, centre } = circleOver(x);
  return [x, road + middle + radius - Math.sqrt(radius ** 2 - (x - centre) ** 2) + fall];
}

/** The same between two places of one span. */
function belly(from: number, to: number, fall = 0): string {
  const { radius } = circleOver(to);
  return `${polyline(soffit(from, fall))}A${radius} ${radius} 0 0 1 ${polyline(soffit(to, fall)).slice(1)}`;
}

const standing = [
  { from: -2 * beside, to: -beside, parts: 24 },
  { from: -beside, to: 0, parts: 24 },
  { from: 0, to: gap[0], parts: 4 },
  { from: gap[1], to: 500, parts: 4 },
  { from: 500, to: 500 + beside, parts: 24 },
  { from: 500 + beside, to: 500 + 2 * beside, parts: 24 },
];
const girders =
  each(standing, ({ from, to }) => level(road, from, to) + belly(from, to)) +
  each(gap, (x) => polyline([x, road], soffit(x)));
const joints = each(standing, ({ from, to, parts }) =>
  each(divide([from, road], [to, road], parts), (top) => polyline(whole(top), whole(soffit(top[0])))),
);
const piers = each(piersAt, (x) => bothSides((side) => upright(x + side * pierHalf, road + haunch, 2400)));
const missing = level(road, ...gap) + belly(...gap);
const piece =
  belly(...gap, hook - road) +
  polyline(soffit(gap[0], hook - road), [gap[0], hook], [gap[1], hook], soffit(gap[1], hook - road));
/** What stands on an end of the girder and reaches out over the gap: a jack, and the strands that it pulls. */
const overGap = (draw: (at: (back: number, y: number) => Point) => string) =>
  each(gap, (x, index) => draw((back, y) => [x + (index * 2 - 1) * back, y]));
const jacks = overGap((at) =>
  polyline(at(34, road), at(20, road - 26), at(-12, road - 26), at(-12, road - 18), at(34, road)),
);
const strands = overGap((at) => each([-8, -16], (back) => polyline(at(back, road - 26), at(back, hook))));
