import type { Gradient } from '../../content/accent.ts';
import { divide, lattice, place, type Point, polyline, posts, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

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
    <Sheet>
      <FineLine d={water} />
      <WebLine d={web} />
      <StructureLine d={lower} />
      <StructureLine d={legs} />
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
const upper = polyline([
  at([-260, deckLevel + tipHeight]),
  ...topChord(0, -1).toReversed(),
  ...topChord(0, 1),
  ...topChord(nextTower, -1).toReversed(),
]);
const lower =
  arms.map(([foot, side]) => polyline(bottomChord(foot, side))).join('') +
  segments([deckLevel, deckLevel - 2.5].map((y) => [at([-300, y]), at([500, y])]));
const legs = segments([
  [at([-36, 7]), at([-22, tower])],
  [at([36, 7]), at([22, tower])],
  [at([-36, 7]), at([22, tower])],
  [at([36, 7]), at([-22, tower])],
  [at([-36, 7]), at([36, 7])],
  ...[-36, 36].flatMap((x) => [-8, 8].map((side) => [at([x + side * 0.7, 7]), at([x + side, -6])] as const)),
]);
const water = segments(
  range(5).map((index) => [at([-300 + index * 70, -6 - index * 3.4]), at([500 - index * 30, -6 - index * 3.4])]),
);
