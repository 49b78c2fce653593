import type { Gradient } from '../../content/schema/fields.ts';
import { catenary, type Point, polyline, range, segments } from './geometry.ts';
import { DashedLine, FineLine, MainLine, Sheet, sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

// Sheet units: three equal spans between towers 190 above the deck, twelve bays each, of which the sheet shows half of the
// outer two. On the left the cable is clamped to the deck. The middle span lacks it: a truss 34 deep carries the deck.
const [left, right] = [160, 480] as const;
const span = right - left;
const sag = 142;
const head = 62;
const saddle = head + 8;
const deck = 252;
const girder = 9;
const soffit = deck + 34;
const water = 366;

/** Mobility: the cable is the signal. Where there is none the deck bears itself, and the job sheets wait there. */
export function SelfBearingSpan({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[deck, deck + girder, water]}>
      <FineLine d={ripples} />
      <DashedLine d={missing} />
      <WebLine d={hangers(leftChain) + hangers(rightChain) + writing} />
      <StructureLine d={towers + leftDeck + rightDeck + chords + web + jobs} />
      <MainLine d={leftCable + rightCable} gradient={gradient} />
    </Sheet>
  );
}

/** The chain of the span that begins at `from`, `fall` deep, as far as the sheet shows it. */
function chain(from: number, fall = sag): Point[] {
  return catenary(span / 2, fall, 48)
    .map(([x, y]): Point => [from + span / 2 + x, head - y])
    .filter(([x]) => x >= 0 && x <= sheet.width);
}

/** Hangers under every fourth point of a chain but its ends. */
function hangers(points: readonly Point[]): string {
  const hung = points.filter((_, index) => index % 4 === 0).slice(1, -1);
  return segments(hung.map(([x, y]) => upright(x, y, deck)));
}

function upright(x: number, from: number, to: number): [Point, Point] {
  return [
    [x, from],
    [x, to],
  ];
}

function level(y: number, from: number, to: number): [Point, Point] {
  return [
    [from, y],
    [to, y],
  ];
}

/** Half the width of a tower at a height. */
function half(y: number): number {
  return 3 + (6 * (y - head)) / (deck - head);
}

const footing = water - 12;
const towers = [left, right]
  .map(
    (x) =>
      [-1, 1]
        .map((turn) =>
          polyline(
            [x, head],
            [x + turn * half(saddle), saddle],
            [x + turn * half(footing), footing],
            [x + turn * (half(footing) + 5), footing],
            [x + turn * (half(footing) + 6), water],
          ),
        )
        .join('') + segments([saddle, head + 70, head + 130, soffit].map((y) => level(y, x - half(y), x + half(y)))),
  )
  .join('');

// Ten panels from tower to tower. Over the saddle of its tower each cable goes down to the second node.
const ends = [left + half(deck), right - half(deck)] as const;
const panel = (ends[1] - ends[0]) / 10;
const chords = segments([level(deck, ...ends), level(soffit, left + half(soffit), right - half(soffit))]);
const web = polyline(...range(21).map((index): Point => [ends[0] + (index * panel) / 2, index % 2 ? soffit : deck]));
const leftChain = chain(left - span, deck - head);
const rightChain = chain(right);
const leftCable = polyline(...leftChain, [ends[0] + 2 * panel, deck]);
const rightCable = polyline([ends[1] - 2 * panel, deck], ...rightChain);
const missing = polyline(...chain(left)) + hangers(chain(left).slice(8, -8));

const leftDeck = segments([deck, deck + girder].map((y) => level(y, 0, left - half(y))));
const rightDeck = segments([deck, deck + girder].map((y) => level(y, right + half(y), sheet.width)));

const surface = polyline(...level(water, 0, sheet.width));
const ripples =
  surface + segments(range(3).map((index) => level(water + 9 + index * 9, 46 + index * 46, 602 - index * 38)));

// Job sheets, between the hangers: five wait in a row, three are under way again, twice as far apart.
const bay = span / 12;
const waiting = range(5).map((index) => left + (index + 4.5) * bay);
const travelling = range(3).map((index) => right + (2 * index + 1.5) * bay);
const jobsAt = (places: readonly number[], foot = deck) =>
  places.map((x) => `${polyline(...level(foot - 27, x - 8, x + 8), ...level(foot - 4, x + 8, x - 8))}Z`).join('');
const jobs = jobsAt([...waiting, ...travelling]);
const writing = segments(
  [...waiting, ...travelling].flatMap((x) => [20, 14].map((above) => level(deck - above, x - 4, x + 4))),
);

// Paper crosses by boat as long as it has to.
const boat = `${polyline(...level(water - 12, 278, 362), ...level(water, 350, 290))}Z` + jobsAt([306, 334], water - 12);
const catwalk = polyline(...catenary(span / 2, 60, 24).map(([x, y]): Point => [320 + x, head - y]));

/** The boat is watched, towers stand with a rope to try, the span that bears itself is lifted in, one side hangs, then both. */
export const stages: readonly Stage[] = [
  { adds: surface, aids: boat },
  { adds: towers, aids: catwalk },
  { adds: chords + web, aids: jobsAt([320]) },
  { adds: leftCable + leftDeck, fills: hangers(leftChain), aids: jobsAt([left - 2.5 * bay]) + boat },
  { adds: rightCable + rightDeck, fills: hangers(rightChain), aids: jobs },
];
