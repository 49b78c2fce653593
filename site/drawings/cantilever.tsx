import { circles } from './arcs.ts';
import { bothSides, divide, each, level, linesOf, place, type Point, polygon, polyline, range } from './geometry.ts';
import { lattice, posts } from './trusses.ts';
import { Body, FineLine, type InColours, MainLine, Sheet, type Stage, StructureLine, Tags, WebLine } from './sheet.tsx';

// After the bridge over the Forth: arms of 207 m from towers 110 m high, and spans of 106 m hung between them.
// Heights are drawn 2.5 times.
const at = place([232, 340], 0.98, 2.5);
const arm = 207;
const tower = 110;
const hung = 106;
const deckLevel = 44;
const tipHeight = 17;
const afloat: Point = [506, 357];
const panels = 6;
const nextTower = 2 * (arm + 22) + hung;

/** SAP: each member is a program. What runs stays, a few are adapted; what nobody runs leaves a gap, and goes down to the barge. */
export function Cantilever({ gradient, tags }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <FineLine d={water} />
      <WebLine d={lattice(hungTop, hungBottom) + hoist + leader} />
      <StructureLine d={used + lower + upper + legs + piers + cradle} />
      <Body d={barge + takenOut + gaps} />
      <MainLine d={toAdapt} gradient={gradient} />
      <Tags
        tags={tags}
        at={[
          [436, 106],
          [bargeX, waterline - 6],
        ]}
      />
    </Sheet>
  );
}

const line = linesOf(at);

// Panels shorten towards the tip, as the load does.
const stations = range(panels + 1).map((index) => 1 - (1 - index / panels) ** 1.35);
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

/** The web of each arm: a diagonal and a post for each panel but the last, from the tower to the tip. */
const members = arms.flatMap(({ top, bottom }) =>
  bottom.slice(1, -1).flatMap((foot, panel) => top.slice(panel, panel + 2).map((head) => [head, foot] as const)),
);
// One panel loses both, so that its gap is seen from afar.
const retired = [4, 12, 13];
const adapted = [2, 14, 17];
const pick = (which: (index: number) => boolean) => members.filter((_, index) => which(index));
const drawn = (ends: typeof members) => each(ends, (member) => polyline(...member));
const used = drawn(pick((index) => ![...retired, ...adapted].includes(index)));
const toAdapt = drawn(pick((index) => adapted.includes(index)));
const toRetire = pick((index) => retired.includes(index));

// What is retired is let down from the span between the arms as long as it was, pins and all. Two lie on the barge's cradle.
const [bargeX, waterline] = afloat;
const hull = waterline - 25;
const hanging = 288;
const pin = 3.5;
const takenOut = each(toRetire, ([[x, y], [footX, footY]], index) => {
  const half = Math.hypot(x - footX, y - footY) / 2;
  const height = [hanging, hull - 6, hull - 17][index] ?? hull;
  const ends = [-half, half].map((aside): Point => [bargeX + aside, height]);
  return level(height, bargeX - half, bargeX + half) + circles(pin, ends);
});
const cradle = bothSides((side) => polyline([bargeX + side * 50, hull], [bargeX + side * 50, hull - 17]));
// From the first words to a member that they are about.
const leader = polyline([426, 114], [412, 200]);
const gaps = circles(pin, toRetire.flat());
const barge = polygon([bargeX - 104, hull], [bargeX + 104, hull], [bargeX + 92, waterline], [bargeX - 92, waterline]);
const hoist = bothSides((side) => polyline([bargeX + side * 30, at([0, deckLevel])[1]], [bargeX + side * 30, hanging]));
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
const paths = each([-24, 0, 24], (rise) => line([-300, deckLevel], [0, deckLevel + rise], [500, deckLevel]));
const endPost = line([-hungFrom, deckLevel], [-hungFrom, deckLevel + tipHeight]);
const grown = ribs + endPost + each(arms, ({ top }) => polyline(...top));
// Cranes on the tips, each with its hook where the next panel is to hang.
const travellers = each([-hungFrom, hungFrom, nextTower - hungFrom], (x, index) => {
  const [tip, side] = [deckLevel + tipHeight, index === 1 ? 1 : -1];
  const jib = [x + side * 14, tip + 12] as const;
  return line([x - side * 30, tip], [x - side * 8, tip + 16], jib, [x + side * 14, deckLevel]);
});

const heightOn = (height: number) => at([0, height])[1];
export const runsOn = { deck: [deckLevel, deckLevel - 2.5].map(heightOn), ground: heightOn(-6) };

/** Depths are sounded, a foot is set and three paths weighed, the tower rises, its arms grow evenly, a span closes the gap. */
export const stages: readonly Stage[] = [
  { adds: surface, aids: soundings },
  { adds: piers + legsBetween(7, deckLevel), aids: paths },
  { adds: legsBetween(deckLevel, tower) + line([-22, tower], [22, tower]) },
  {
    adds: grown + deckBetween(-300, hungFrom),
    fills: used + toAdapt,
    aids: travellers + drawn(toRetire),
  },
  {
    adds: polyline(...hungTop) + deckBetween(hungFrom, 500) + posts(hungTop, hungBottom),
    fills: lattice(hungTop, hungBottom),
  },
];
