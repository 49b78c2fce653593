import type { Gradient } from '../../content/schema/fields.ts';
import { divide, lattice, place, type Point, polyline, posts, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

// After the bridge over the Forth: arms of 207 m from towers 110 m high, and spans of 106 m hung between them.
// Heights are drawn 2.5 times.
const at = place([232, 340], 0.98, 2.5);
const arm = 207;
const tower = 110;
const hung = 106;
const deckLevel = 44;
const tipHeight = 17;
const panels = 7;
const nextTower = 2 * (arm + 22) + hung;

/** SAP: two arms balanced on one tower, and a span that hangs between what others hold. */
export function Cantilever({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[deckLevel, deckLevel - 2.5, -6].map((height) => at([0, height])[1])}>
      <FineLine d={water} />
      <WebLine d={web} />
      <StructureLine d={lower} />
      <StructureLine d={legs + piers} />
      <MainLine d={upper} gradient={gradient} />
    </Sheet>
  );
}

// Panels shorten towards the tip, as the load does.
const stations = range(panels + 1).map((index) => 1 - (1 - index / panels) ** 1.35);
const topChord = (foot: number, side: number): Point[] =>
  stations.map((t) => at([foot + side * (22 + t * arm), tower - t * (tower - deckLevel - tipHeight)]));
const bottomChord = (foot: number, side: number): Point[] =>
  stations.map((t) => at([foot + side * (36 + t * (arm - 14)), 7 + (deckLevel - 7) * (1 - (1 - t) ** 1.8)]));

const arms = [
  [0, -1],
  [0, 1],
  [nextTower, -1],
] as const;
const hungFrom = arm + 22;
const hungTop = divide(at([hungFrom, deckLevel + tipHeight]), at([hungFrom + hung, deckLevel + tipHeight]), 6);
const hungBottom = divide(at([hungFrom, deckLevel]), at([hungFrom + hung, deckLevel]), 6);

const web =
  arms
    .map(
      ([foot, side]) =>
        lattice(topChord(foot, side), bottomChord(foot, side)) + posts(topChord(foot, side), bottomChord(foot, side)),
    )
    .join('') + lattice(hungTop, hungBottom);
const upper = polyline(
  at([-hungFrom, deckLevel]),
  ...topChord(0, -1).toReversed(),
  ...topChord(0, 1),
  ...topChord(nextTower, -1).toReversed(),
);
const deckBetween = (from: number, to: number) =>
  segments([deckLevel, deckLevel - 2.5].map((y) => [at([from, y]), at([to, y])]));
const ribs = arms.map(([foot, side]) => polyline(...bottomChord(foot, side))).join('');
const lower = ribs + deckBetween(-300, 500);

/** The tower's legs and its cross, from one height to another. */
const legsBetween = (from: number, to: number) =>
  segments(
    [-1, 1].flatMap((side) =>
      [side * 22, -side * 22].map((head) => {
        const onMember = (height: number) =>
          at([side * 36 + ((head - side * 36) * (height - 7)) / (tower - 7), height]);
        return [onMember(from), onMember(to)] as const;
      }),
    ),
  );
const legs = legsBetween(7, tower);
const piers =
  polyline(at([-36, 7]), at([36, 7])) +
  [-36, 36].map((x) => polyline(at([x - 8, -6]), at([x - 6, 7]), at([x + 6, 7]), at([x + 8, -6]))).join('');
const water = segments(
  range(5).map((index) => [at([-300 + index * 70, -6 - index * 3.4]), at([500 - index * 30, -6 - index * 3.4])]),
);

const surface = polyline(at([-300, -6]), at([500, -6]));
const soundings = segments(range(9).map((index) => [at([-200 + index * 75, deckLevel]), at([-200 + index * 75, -6])]));
const paths = [-24, 0, 24]
  .map((rise) => polyline(at([-300, deckLevel]), at([0, deckLevel + rise]), at([500, deckLevel])))
  .join('');
const grown = ribs + arms.map(([foot, side]) => polyline(...topChord(foot, side))).join('');
// Cranes on the tips, each with its hook where the next panel is to hang.
const travellers = [-hungFrom, hungFrom, nextTower - hungFrom]
  .map((x, index) => {
    const [tip, side] = [deckLevel + tipHeight, index === 1 ? 1 : -1];
    return polyline(
      at([x - side * 30, tip]),
      at([x - side * 8, tip + 16]),
      at([x + side * 14, tip + 12]),
      at([x + side * 14, deckLevel]),
    );
  })
  .join('');

/** Depths are sounded, a foot is set and three paths weighed, the tower rises, its arms grow evenly, a span closes the gap. */
export const stages: readonly Stage[] = [
  { adds: surface, aids: soundings },
  { adds: piers + legsBetween(7, deckLevel), aids: paths },
  { adds: legsBetween(deckLevel, tower) + polyline(at([-22, tower]), at([22, tower])) },
  {
    adds: grown + deckBetween(-300, hungFrom),
    fills: arms.map(([foot, side]) => lattice(topChord(foot, side), bottomChord(foot, side))).join(''),
    aids: travellers,
  },
  {
    adds: polyline(...hungTop) + deckBetween(hungFrom, 500) + posts(hungTop, hungBottom),
    fills: lattice(hungTop, hungBottom),
  },
];
