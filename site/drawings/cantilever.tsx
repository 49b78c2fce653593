import { box, words } from './documents/paper.ts';
import { bothSides, divide, each, linesOf, place, type Point, polygon, polyline, range } from './geometry.ts';
import { lattice, posts } from './trusses.ts';
import { Body, type InColours, Line, MainLine, Sheet, type Stage, Tags } from './sheet.tsx';

// After the bridge over the Forth: arms of 207 m from towers 110 m high, and spans of 106 m hung between them.
// Heights are drawn 2.5 times.
const at = place([232, 340], 0.98, 2.5);
const arm = 207;
const tower = 110;
const hung = 106;
const deckLevel = 44;
const tipHeight = 17;
const afloat: Point = [506, 357];
const panels = 4;
const row = 12;
const nextTower = 2 * (arm + 22) + hung;

/** SAP: each panel holds a program. What runs stays, two are adapted; what nobody runs leaves a gap, and goes down to the barge. */
export function Cantilever({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <Line.Fine d={water} />
      <Line.Web d={lattice(hungTop, hungBottom) + hoist + leader} />
      <Line.Structure d={used + uprights + lower + upper + legs + piers} />
      <Line.Planned d={each(retired, plate)} />
      <Body d={barge + each(takenOut, plate) + each(takenOut, listing)} />
      <MainLine d={toAdapt} gradient={gradient} filled />
      <Tags
        tags={tags}
        at={[
          [436, 106],
          [bargeX, waterline - 7],
        ]}
      />
    </Sheet>
  );
}

const line = linesOf(at);

// Panels shorten towards the tip, as the load does.
const stations = range(panels + 1).map((index) => 1 - (1 - index / panels) ** 1.2);
/** The chords of an arm, from the foot of its tower to its tip. */
const armOf = (foot: number, side: number) => ({
  top: stations.map((t) => at([foot + side * (22 + t * arm), tower - t * (tower - deckLevel - tipHeight)])),
  bottom: stations.map((t) => at([foot + side * (36 + t * (arm - 14)), 7 + (deckLevel - 7) * (1 - (1 - t) ** 1.8)])),
});
const [left, right, next] = [armOf(0, -1), armOf(0, 1), armOf(nextTower, -1)];
const arms = [left, right, next];
const hungFrom = arm + 22;
const hungAt = (height: number) => divide(at([hungFrom, height]), at([hungFrom + hung, height]), 6);
const [hungTop, hungBottom] = [hungAt(deckLevel + tipHeight), hungAt(deckLevel)];

/** The upright rectangle in a panel that keeps clear of posts and chords, and of the deck where there is little below it. */
interface Program {
  corner: Point;
  width: number;
  height: number;
}

const deckAt = at([0, deckLevel])[1];
const programs = arms.flatMap(({ top, bottom }) =>
  range(panels).map((panel): Program => {
    const [heads, feet] = [top, bottom].map((chord) => chord.slice(panel, panel + 2)) as [Point[], Point[]];
    const [, from = 0, to = 0] = [...heads, ...feet].map(([x]) => x).toSorted((a, b) => a - b);
    const [head, foot] = [Math.max(...heads.map(([, y]) => y)) + 4, Math.min(...feet.map(([, y]) => y))];
    const lowest = foot < deckAt + 2 * row ? deckAt - 4 : foot;
    return { corner: [from + 5, head], width: to - from - 10, height: lowest - head };
  }),
);
const pick = (...which: number[]) => programs.filter((_, index) => which.includes(index));
const adapted = pick(0, 5);
const retired = pick(2, 6, 7);
const plate = ({ corner, width, height }: Program) => box(corner, width, height);

/** A program's lines, each with its indent and in one word or two, but for where the deck passes. */
const listing = ({ corner: [x, y], width, height }: Program) =>
  each(range(Math.floor((height - 4) / row)), (index) => {
    const [indent = 0, ...lengths] = lines[index % lines.length] ?? [];
    const below = y + 8 + index * row - deckAt;
    if (below > -4 && below < 14) return '';
    return words([x + 4 + indent, deckAt + below], ...lengths.slice(0, width < 30 ? 1 : 2));
  });
const lines = ['0 9 10', '5 7 7', '5 18', '7 5 5', '5 12', '0 7 12'].map((list) => list.split(' ').map(Number));
const kept = programs.filter((program) => ![...adapted, ...retired].includes(program) && program.corner[0] < 640);
const used = each(kept, listing);
const toAdapt = each(adapted, (program) => plate(program) + listing(program));
const uprights = each(arms, ({ top, bottom }) => posts(top.slice(1, -1), bottom.slice(1, -1)));

// What is retired is let down from the span between the arms as large as it was. Two stand on the barge.
const [bargeX, waterline] = afloat;
const hull = waterline - 28;
const hanging = deckAt + 24;
const takenOut = retired.map((program, index): Program => {
  const x = bargeX + ([-58, 58, 0][index] ?? 0) - program.width / 2;
  return { ...program, corner: [x, index === 2 ? hanging : hull - program.height] };
});
const hoist = bothSides((side) => polyline([bargeX + side * 8, deckAt], [bargeX + side * 8, hanging]));
// From the first words to a program that they are about.
const leader = each(adapted.slice(1), ({ corner: [x, y], width }) => polyline([372, 114], [x + width / 2, y + 4]));
const barge = polygon([bargeX - 104, hull], [bargeX + 104, hull], [bargeX + 92, waterline], [bargeX - 92, waterline]);
const upper = polyline(at([-hungFrom, deckLevel]), ...left.top.toReversed(), ...right.top, ...next.top.toReversed());
const deckBetween = (from: number, to: number) =>
  each([deckLevel, deckLevel - 2.5], (height) => line([from, height], [to, height]));
const ribs = each(arms, ({ bottom }) => polyline(...bottom));
const lower = ribs + deckBetween(-300, 500);

/** The tower's legs and its cross, from one height to another. */
const legsBetween = (from: number, to: number) =>
  bothSides((side) =>
    each([side * 22, -side * 22], (head) => {
      const onMember = (height: number): Point => [
        side * 36 + ((head - side * 36) * (height - 7)) / (tower - 7),
        height,
      ];
      return line(onMember(from), onMember(to));
    }),
  );
const legs = legsBetween(7, tower);
// The anchored arm ends on a pier of its own.
const anchor = bothSides((side) => line([-hungFrom + side * 5, -6], [-hungFrom + side * 3, deckLevel - 2.5]));
const piers =
  anchor + line([-36, 7], [36, 7]) + each([-36, 36], (x) => line([x - 8, -6], [x - 6, 7], [x + 6, 7], [x + 8, -6]));
const water = each(range(2), (index) =>
  line([-300 + index * 70, -6 - index * 3.4], [500 - index * 30, -6 - index * 3.4]),
);

const surface = line([-300, -6], [500, -6]);
const soundings = each(range(9), (index) => line([-200 + index * 75, deckLevel], [-200 + index * 75, -6]));
const endPost = line([-hungFrom, deckLevel], [-hungFrom, deckLevel + tipHeight]);
const grown = ribs + endPost + each(arms, ({ top }) => polyline(...top));
const heightOn = (height: number) => at([0, height])[1];
export const runsOn = { deck: [deckLevel, deckLevel - 2.5].map(heightOn), ground: heightOn(-6) };
export const sky = 56;

/** Depths are sounded, a foot is set, the tower rises, its arms grow evenly, a span closes the gap. */
export const stages: readonly Stage[] = [
  { adds: surface, aids: soundings },
  { adds: piers + legsBetween(7, deckLevel) },
  { adds: legsBetween(deckLevel, tower) + line([-22, tower], [22, tower]) },
  { adds: grown + deckBetween(-300, hungFrom), fills: uprights },
  {
    adds:
      polyline(...hungTop) +
      deckBetween(hungFrom, 500) +
      posts(hungTop, hungBottom) +
      hoist +
      barge +
      each(takenOut, plate) +
      each(takenOut, listing),
    fills: lattice(hungTop, hungBottom),
    loads: used + toAdapt,
  },
];
