import { catenary, each, heightOf, level, place, pointsOf, polyline, range, upright } from './geometry.ts';
import { type InColours, Line, MainLine, OpenSheet } from './sheet.tsx';

// Sheet units, stretched to the place: a section has a scale for heights and another for lengths. The ground is measured
// every 24 from a datum line; the span stands in dashes.
const sheet = { width: 1200, height: 520 };
const datum = 500;
const station = 24;
const deck = 150;
const [from, to] = [126, 500] as const;
const sight = 96;
const ground = pointsOf(
  '0 164, 48 158, 112 160, 136 176, 158 232, 188 258, 208 330, 240 372, 272 396, 326 402, 358 372, 382 318, 422 288, ' +
    '441 226, 473 204, 498 168, 560 160, 760 166, 920 154, 1060 160, 1200 148',
);

/** Strategic consultation: what is measured before anything is built. The span is only dashed. */
export function SurveySection({ gradient }: InColours) {
  return (
    <OpenSheet {...sheet} fit="none">
      <Line.Fine d={ordinates} />
      <Line.Web d={dimensions + table} />
      <Line.Planned d={planned} />
      <Line.Structure d={polyline(...ground) + staffs + instrument} />
      <MainLine d={level(sight, 34, 1136)} gradient={gradient} x={[0, 1200]} />
    </OpenSheet>
  );
}

/** The mark at an end of a dimension. */
const slash = (x: number, y: number) => polyline([x - 7, y + 7], [x + 7, y - 7]);

const heightAt = (x: number) => heightOf(ground, x) ?? 0;
const stations = range(sheet.width / station).map((index) => index * station + station / 2);
const ordinates = each(stations, (x) => upright(x, heightAt(x), datum));
const table = level(datum, 0, sheet.width) + each(stations, (x) => upright(x, datum, datum + 8));

const half = (to - from) / 2;
const tops = deck - 74;
const cable = catenary(half, 62, 32).map(place([from + half, tops]));
const planned =
  polyline([from - 64, deck], ...cable, [to + 64, deck]) +
  level(deck, from - 56, to + 56) +
  upright(from, tops - 6, 190) +
  upright(to, tops - 6, 190);

// The length of the span above it, the depth of the valley under it.
const over = 36;
const deepest = { x: 285, y: 398 };
const dimensions =
  level(over, from - 20, to + 20) +
  each([from, to], (x) => upright(x, over - 12, tops - 14) + slash(x, over)) +
  upright(deepest.x, deck + 14, deepest.y) +
  slash(deepest.x, deck + 14) +
  slash(deepest.x, deepest.y);

const staffs = each([34, 800, 1136], (x) => {
  const foot = heightAt(x);
  const marks = each(range(8), (index) => level(68 + index * 11, x - 4, x + (index % 2) * 4));
  return upright(x - 4, 60, foot) + upright(x + 4, 60, foot) + level(60, x - 4, x + 4) + marks;
});
const stand = 612;
const instrument =
  each([-26, 4, 26], (aside) => polyline([stand, sight + 10], [stand + aside, heightAt(stand + aside)])) +
  each([sight - 7, sight + 7], (y) => level(y, stand - 18, stand + 18)) +
  each([-18, 18], (aside) => upright(stand + aside, sight - 7, sight + 7));
