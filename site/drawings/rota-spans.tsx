import { catenary, each, level, place, type Point, polyline, range, upright, uprights } from './geometry.ts';
import { Line, OpenSheet } from './sheet.tsx';

// Sheet units, stretched to the place: 12 hours are 100 wide, with a hanger an hour.
const sheet = { width: 1400, height: 120 };
const hour = 100 / 12;
const deck = 104;
const tops = 12;
const opens = 7;
const closes = 17;

/** By the hour of the week. The first night began before it, and the last one goes on after it. */
const days = range(7).map((day) => spanBetween(day * 24 + opens, day * 24 + closes));
const nights = range(8).map((day) => spanBetween((day - 1) * 24 + closes, day * 24 + opens));
const all = [...days, ...nights];

/** Cover round the clock: a span for each working day and each night, all on one deck. In colour what office hours leave out. */
export function RotaSpans() {
  return (
    <OpenSheet {...sheet} fit="none">
      <Line.Web d={hangersEvery(4)} />
      <g className="max-sm:hidden">
        <Line.Web d={hangersEvery(1)} />
      </g>
      <Line.Structure d={level(deck, 0, sheet.width) + towers + cablesOf(days.slice(0, 5))} />
      <Line.Cable d={cablesOf(days.slice(5)) + cablesOf(nights)} />
    </OpenSheet>
  );
}

/** A cable from one hour to another, a point an hour: as deep as it is long. */
function spanBetween(from: number, to: number): Point[] {
  const half = ((to - from) / 2) * hour;
  return catenary(half, 1.3 * half, to - from).map(place([((from + to) / 2) * hour, tops]));
}

const cablesOf = (spans: readonly (readonly Point[])[]) => each(spans, (span) => polyline(...span));
const hangersEvery = (hours: number) =>
  each(all, (span) =>
    uprights(
      span.slice(1, -1).filter((_, index) => (index + 1) % hours === 0),
      deck,
    ),
  );
const towers = each(days, ([from = [0, 0], ...others]) =>
  each([from, others.at(-1) ?? from], ([x]) => upright(x, tops - 8, deck + 16)),
);
