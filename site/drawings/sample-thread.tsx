import { arc, onCircle, smooth } from './arcs.ts';
import { catenary, each, level, place, type Point, pointsOf, polygon, polyline, range } from './geometry.ts';
import { AccentBody, Body, Line, Panorama } from './sheet.tsx';

const deck = 300;
/** How far apart a sample's stops are, and the piers below. */
const between = 142;
const [form, tube, rack, analyser, report] = [516, 658, 800, 942, 1084] as const;
const stops = [form, tube, rack, analyser, report];
/** How high over the deck the tags are, how far the thread hangs between two, and how far from the last it comes down. */
const tagged = 168;
const sag = 54;
const sideSpan = 260;
/** From and to of each bar of a tag, beside its middle. */
const bars = pointsOf('-14 -9, -6 -4, -1 3, 6 8, 11 14');

/** LIS365: form, tube, rack, analyser and report on one deck, the same bar code on each, and one thread through all. */
export function SampleThread() {
  return (
    <Panorama>
      <Line.Web d={arches} />
      <Line.Structure d={decking} />
      <Body d={bodies} />
      <Body d={fronts} />
      <Line.Web d={details} />
      <Line.Structure d={signature} />
      <Line.Accent d={thread} />
      <AccentBody d={each(stops, (x) => box(x, [-21, 21], [tagged - 16, tagged + 16]))} />
      <path
        d={each(stops, (x) => each(bars, (bar) => box(x, bar, [tagged - 9, tagged + 9])))}
        className="fill-accent"
      />
    </Panorama>
  );
}

const decking = each([deck, deck + 12], (y) => level(y, -900, 2500));
const arches = each(range(23), (index) => {
  const pier = rack + (index - 11.5) * between;
  return smooth([
    [pier + 8, 402],
    [pier + between / 2, deck + 34],
    [pier + between - 8, 402],
  ]);
});

/** Points from a stop's middle on the deck: to the right, and upwards. */
const at = (x: number, list: string) => pointsOf(list).map(place([x, deck]));
const open = (x: number, ...lists: readonly string[]) => each(lists, (list) => polyline(...at(x, list)));
const box = (x: number, [left, right]: Point, [low, high]: Point) =>
  polygon(...at(x, `${left} ${low}, ${left} ${high}, ${right} ${high}, ${right} ${low}`));

/** A tube without its cap. */
function glass(x: number, half: number, high: number): string {
  const [left, right, lower] = [x - half, x + half, deck - 10 - half];
  return `M${left} ${deck - high}L${left} ${lower}A${half} ${half} 0 0 0 ${right} ${lower}L${right} ${deck - high}`;
}

const racked = [rack - 37, rack, rack + 37];
const bodies =
  box(form, [-48, 48], [0, 224]) +
  glass(tube, 23, 220) +
  each(racked, (x) => glass(x, 13, 206)) +
  box(analyser, [-56, 56], [0, 240]) +
  polygon(...at(report, '-48 0, -48 224, 26 224, 48 202, 48 0'));
const fronts =
  box(form, [-20, 20], [214, 234]) +
  box(tube, [-30, 30], [216, 240]) +
  box(tube, [-44, 44], [0, 20]) +
  each([0, 76], (low) => box(rack, [-58, 58], [low, low + 18])) +
  box(analyser, [-44, 44], [196, 226]) +
  box(analyser, [-44, 44], [20, 136]);

// In the analyser a plumb line shows on its scale whether a result is within range.
const plumb = place([analyser, deck])([0, 136]);
const scale = each(range(7), (index) => polyline(...[84, 94].map((far) => onCircle(plumb, far, 246 + index * 8))));
const details =
  each([116, 88, 60, 32], (y) => box(form, [-36, -24], [y - 6, y + 6]) + open(form, `-14 ${y}, 34 ${y}`)) +
  open(tube, '-23 104, 23 104') +
  each(racked, (x) => open(x, '-13 122, 13 122')) +
  open(rack, '-54 18, -54 76', '54 18, 54 76') +
  open(analyser, '-38 204, -20 204, -14 218, -6 204, 14 204, 20 214, 26 204, 38 204', '0 136, 0 74') +
  arc(plumb, 84, 246, 294) +
  scale +
  open(report, '26 224, 26 202, 48 202', '-34 124, 34 124', '-34 104, 22 104', '-34 84, 30 84', '-34 28, 34 28');
const signature =
  open(report, '-28 36, -20 58, -14 36, -4 52, 2 36, 10 46, 16 36, 30 42') +
  open(analyser, '0 74, 7 66, 0 56, -7 66, 0 74');

const dips = stops.slice(1).flatMap((x) => catenary(between / 2, sag, 12).map(place([x - between / 2, deck - tagged])));
const thread = polyline([form - sideSpan, deck], ...dips, [report + sideSpan, deck]);
