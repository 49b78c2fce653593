import { catenary, each, level, place, polyline, range, upright, uprights } from './geometry.ts';
import { Line, OpenSheet } from './sheet.tsx';

// Sheet units, stretched to the place: a hanger an hour, and a tower every midnight from which two days hang.
const sheet = { width: 1400, height: 120 };
const halfDay = 100;
const deck = 104;
const tops = 12;
const days = range(7).map((index) => catenary(halfDay, 80, 24).map(place([(2 * index + 1) * halfDay, tops])));
const weekend = days.slice(5);

/** Cover round the clock: seven days of 24 hours, all on one deck. The weekend is as much a part of it as the week. */
export function RotaSpans() {
  return (
    <OpenSheet {...sheet} fit="none">
      <Line.Web d={hangersEvery(6)} />
      <g className="max-sm:hidden">
        <Line.Web d={hangersEvery(1)} />
      </g>
      <Line.Structure d={level(deck, 0, sheet.width) + towers + each(days, (day) => polyline(...day))} />
      <Line.Accent d={each(weekend, (day) => polyline(...day))} />
    </OpenSheet>
  );
}

const hangersEvery = (hours: number) =>
  each(days, (day) =>
    uprights(
      day.filter((_, hour) => hour % hours === 0 && hour % 24 > 0),
      deck,
    ),
  );
const towers = each(range(days.length + 1), (index) => upright(index * 2 * halfDay, tops - 8, deck + 16));
