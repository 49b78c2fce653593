import { arc, circle, onCircle, smooth } from './arcs.ts';
import {
  bothSides,
  catenary,
  each,
  level,
  linesOf,
  place,
  type Point,
  polygon,
  polyline,
  range,
  uprights,
  whole,
} from './geometry.ts';
import { person } from './person.ts';
import { type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// After Brunel's bridge at Saltash: two spans of 139 m, each an arch above and a chain below that close into a lens.
const [middle, heads] = [320, 186];
const at = place([middle, heads], 2.06);
const halfSpan = 69.5;
const sag = 32;
const panels = 11;

/** DevOps and CloudOps: two slots side by side. Nine in ten use the old one, one the new one; a switch, and the way back. */
export function ClosedLoop({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={water} />
      <Line.Web d={hangersOf(-1) + hangersOf(1)} />
      <Line.Planned d={wayBack + arm(45)} />
      <Line.Structure d={shafts + footings + deckBetween(-170, 170)} />
      <Line.Structure d={lever(135) + arrow + (tags ? clock : '') + each(slots, rack) + each(users.slice(1), user)} />
      <MainLine d={loop + each(users.slice(0, 1), user)} gradient={gradient} filled />
      <Tags tags={tags} at={[...slots.map((x) => [x + 40, heads + 14, 40] as const), [middle, 34]]} />
    </Sheet>
  );
}

const chain = catenary(halfSpan, sag, panels);
const curve = catenary(halfSpan, sag, 8);
const chord = (points: readonly Point[], side: number, turn: number): Point[] =>
  points.map(([x, y]) => at([x + side * halfSpan, turn * y]));
const line = linesOf(at);
const deckLevel = -42;
const girder = 4;
const pierHalf = 4;

// Over the left span, under the right one, and back the other way round.
const loop = each([chord(curve, -1, -1), chord(curve, 1, 1), chord(curve, 1, -1), chord(curve, -1, 1)], smooth);

/** What hangs the deck from the chain of one span. */
function hangersOf(side: number): string {
  return uprights(chord(chain, side, 1).map(whole).slice(1, -1), Math.round(at([0, deckLevel])[1]));
}

const deckBetween = (from: number, to: number) =>
  each([deckLevel, deckLevel - girder], (height) => line([from, height], [to, height]));
/** One in the new slot, nine in the old one, each between two hangers. */
const users = [2.5, ...range(9).map((index) => index - 9.5)].map((bay) =>
  at([(bay * 2 * halfSpan) / panels, deckLevel]),
);
const user = (at: Point) => person(at, 8);
/** All of them, once the new slot has proved itself. */
const moved = each(range(10), (index) => user(at([((index + 0.5) * 2 * halfSpan) / panels, deckLevel])));

/** The middle of each slot, in which its servers stand beside its number. */
const slots = [-1, 1].map((side) => at([side * halfSpan, 0])[0]);
const rack = (x: number) =>
  polygon([x - 60, heads - 36], [x - 12, heads - 36], [x - 12, heads + 36], [x - 60, heads + 36]) +
  each([-12, 12], (y) => level(heads + y, x - 60, x - 12)) +
  each([-24, 0, 24], (y) => level(heads + y, x - 50, x - 36) + circle([x - 21, heads + y], 2));

// The switch stands on the middle pier. From the new span a way leads back over it.
const pivot: Point = [middle, heads - 14];
const arm = (angle: number) => polyline(onCircle(pivot, 9, angle), onCircle(pivot, 74, angle));
const lever = (angle: number) => circle(pivot, 9) + arm(angle) + circle(onCircle(pivot, 82, angle), 8);
const back: Point = [middle, 246];
const wayBack = arc(back, 200, 46, 134);
const arrow = polyline(onCircle(back, 209, 129), onCircle(back, 200, 134), onCircle(back, 191, 129));

// Eleven o'clock: the people are there. Without the drawing's words it would be a riddle.
const clockAt: Point = [572, 60];
const clock = circle(clockAt, 34) + polyline(onCircle(clockAt, 17, 120), clockAt, onCircle(clockAt, 25, 90));

const piersAt = [-2, 0, 2].map((side) => side * halfSpan);

// The deck passes in front; the lenses meet on the pier's head.
const shafts = each(piersAt, (x) => {
  const edge = (side: number, height: number): Point => [x + side * (pierHalf + (deckLevel - height) / 32), height];
  return (
    bothSides((side) => line(edge(side, -70), edge(side, deckLevel - girder))) +
    line(edge(-1, deckLevel), edge(-1, -4), [x, 0], edge(1, -4), edge(1, deckLevel)) +
    line(edge(-1, -4), edge(1, -4))
  );
});
const footings = each(piersAt, (x) => line([x - 8.4, -82], [x - 7.6, -70], [x + 7.6, -70], [x + 8.4, -82]));
const water = each(range(4), (index) =>
  line([-156 + index * 22, -82 - index * 5], [150 - index * 22, -82 - index * 5]),
);

const lens = (side: number) => smooth(chord(curve, side, -1)) + smooth(chord(curve, side, 1));
const box = (x: number, bottom: number, width: number, height: number) =>
  `${line([x, bottom], [x, bottom + height], [x + width, bottom + height], [x + width, bottom])}Z`;
const pontoons = each([-100, -60], (x) => box(x, -82, 22, 8) + line([x + 11, -74], [x + 11, -46]));

const heightOn = (height: number) => at([0, height])[1];
export const runsOn = { deck: [deckLevel, deckLevel - girder].map(heightOn), ground: heightOn(-82) };
export const sky = 30;

/** The crossing is paced out and footed, the piers stand, one span is floated in and used, then the other, with its way back. */
export const stages: readonly Stage[] = [
  { adds: footings + line([-170, -82], [170, -82]) },
  { adds: shafts },
  {
    enters: 'lifted',
    adds: lens(-1) + deckBetween(-170, pierHalf),
    fills: hangersOf(-1),
    aids: pontoons + each(users.slice(1), user),
  },
  {
    enters: 'lifted',
    adds: lens(1) + deckBetween(pierHalf, 170) + wayBack + arrow,
    fills: hangersOf(1),
    loads: lever(45) + each(slots, rack) + moved,
  },
];
