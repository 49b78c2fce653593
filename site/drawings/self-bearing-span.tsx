import { arc } from './arcs.ts';
import { roundBox, tick } from './documents/paper.ts';
import {
  bothSides,
  catenary,
  each,
  level,
  place,
  type Point,
  polygon,
  polyline,
  range,
  uprights,
  zigzag,
} from './geometry.ts';
import { type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// Sheet units: three equal spans between towers 190 above the deck, twelve bays each, of which the sheet shows half of the
// outer two. On the left the cable is clamped to the deck. The middle span lacks it: a truss 34 deep carries the deck.
const [left, right] = [160, 480] as const;
const span = right - left;
const edge = right + span / 2;
const sag = 142;
const head = 62;
const saddle = head + 8;
const deck = 252;
const girder = 9;
const soffit = deck + 34;
const water = 366;

/** Mobility: the cable is the signal. Where there is none the deck bears itself, and the handsets with a finished job wait there. */
export function SelfBearingSpan({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={ripples} />
      <Line.Dashed d={hangers(lacking.slice(8, -8))} />
      <Line.Planned d={polyline(...lacking)} />
      <Line.Web d={hangers(leftChain) + hangers(rightChain)} />
      <Line.Structure d={towers + leftDeck + rightDeck + chords + web + signal} />
      <MainLine d={leftCable + rightCable} gradient={gradient} />
      <MainLine d={jobs} gradient={gradient} filled />
      <Tags tags={tags} at={[[320, 170, 22]]} />
    </Sheet>
  );
}

/** The chain of the span that begins at `from`, `fall` deep, as far as the sheet shows it. */
function chain(from: number, fall = sag): Point[] {
  return catenary(span / 2, fall, 48)
    .map(place([from + span / 2, head]))
    .filter(([x]) => x >= 0 && x <= edge);
}

/** Hangers under every fourth point of a chain but its ends. */
function hangers(points: readonly Point[]): string {
  const hung = points.filter((_, index) => index % 4 === 0).slice(1, -1);
  return uprights(hung, deck);
}

/** Half the width of a tower at a height. */
function half(y: number): number {
  return 3 + (6 * (y - head)) / (deck - head);
}

const footing = water - 12;
const towers = each([left, right], (x) => {
  const legs = bothSides((side) => {
    const leg = (y: number, beyond = 0): Point => [x + side * (half(footing) + beyond), y];
    return polyline([x, head], [x + side * half(saddle), saddle], leg(footing), leg(footing, 5), leg(water, 6));
  });
  return legs + each([saddle, head + 70, head + 130, soffit], (y) => level(y, x - half(y), x + half(y)));
});

// Ten panels from tower to tower. Over the saddle of its tower each cable goes down to the second node.
const ends = [left + half(deck), right - half(deck)] as const;
const panel = (ends[1] - ends[0]) / 10;
const chords = level(deck, ...ends) + level(soffit, left + half(soffit), right - half(soffit));
const web = polyline(...zigzag([ends[0], deck], soffit, panel / 2, 20));
const leftChain = chain(left - span, deck - head);
const rightChain = chain(right);
const leftCable = polyline(...leftChain, [ends[0] + 2 * panel, deck]);
const rightCable = polyline([ends[1] - 2 * panel, deck], ...rightChain);
const lacking = chain(left);

// Each tower sends away from the middle.
const signal = each([20, 34, 48], (away) => arc([left, head], away, 145, 215) + arc([right, head], away, 325, 395));

const leftDeck = each([deck, deck + girder], (y) => level(y, 0, left - half(y)));
const rightDeck = each([deck, deck + girder], (y) => level(y, right + half(y), edge));

const surface = level(water, 0, edge);
const ripples = surface + each(range(3), (index) => level(water + 9 + index * 9, 46 + index * 46, 602 - index * 38));

// Handsets, between the hangers: five wait in a row, each with its job ticked off, two are under way again, twice as far apart.
const bay = span / 12;
const waiting = range(5).map((index) => left + (index + 4.5) * bay);
const travelling = range(2).map((index) => right + (2 * index + 1.5) * bay);
const handsetAt = (middle: number) => {
  const x = Math.round(middle);
  return roundBox([x - 10, deck - 39], 20, 36, 4) + level(deck - 34, x - 3, x + 3) + tick([x - 5, deck - 20], 10);
};
const jobs = each([...waiting, ...travelling], handsetAt);

// Paper crosses by boat as long as it has to.
const paperAt = (x: number) => polygon([x - 8, 327], [x + 8, 327], [x + 8, 350], [x - 8, 350]);
const hull = polygon([278, water - 12], [362, water - 12], [350, water], [290, water]);
const boat = hull + each([306, 334], paperAt);
const catwalk = polyline(...catenary(span / 2, 60, 24).map(place([320, head])));

export const runsOn = { deck: [deck, deck + girder], ground: water };

/** The boat is watched, towers stand with a rope to try, the span that bears itself is lifted in, one side hangs, then both. */
export const stages: readonly Stage[] = [
  { adds: surface, aids: boat, cross: true },
  { adds: towers, aids: catwalk },
  { adds: chords + web, enters: 'lifted', aids: handsetAt(320) },
  {
    adds: leftCable + leftDeck,
    enters: 'launched',
    fills: hangers(leftChain),
    aids: handsetAt(left - 2.5 * bay) + boat,
  },
  { adds: rightCable + rightDeck, enters: 'launched', fills: hangers(rightChain), loads: jobs + signal, cross: true },
];
