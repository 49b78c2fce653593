import { smooth } from './arcs.ts';
import { bothSides, catenary, each, linesOf, place, type Point, polygon, range, uprights, whole } from './geometry.ts';
import { lattice } from './trusses.ts';
import { FineLine, type InColours, MainLine, Sheet, type Stage, StructureLine, WebLine } from './sheet.tsx';

// After Brunel's bridge at Saltash: two spans of 139 m, each an arch above and a chain below that close into a lens.
const at = place([320, 168], 2.06);
const halfSpan = 69.5;
const sag = 32;
const panels = 12;

/** DevOps and CloudOps: two cables that swap places at the pier and come back to where they began. */
export function ClosedLoop({ gradient }: InColours) {
  return (
    <Sheet runsOn={runsOn}>
      <FineLine d={water} />
      <WebLine d={web} />
      <StructureLine d={shafts + footings} />
      <StructureLine d={deck} />
      <MainLine d={loop} gradient={gradient} />
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

/** What ties arch, chain and deck of one span together. */
function webOf(side: number): string {
  const [arch = [], cable = []] = [-1, 1].map((turn) => chord(chain, side, turn).map(whole));
  return lattice(arch, cable) + uprights(arch.slice(1, -1), Math.round(at([0, deckLevel])[1]));
}

const deckBetween = (from: number, to: number) =>
  each([deckLevel, deckLevel - girder], (height) => line([from, height], [to, height]));
const [web, deck] = [bothSides(webOf), deckBetween(-170, 170)];
const piersAt = [-2, 0, 2].map((side) => side * halfSpan);

// The deck passes in front; the lenses meet on the pier's head.
const shafts = each(piersAt, (x) => {
  const edge = (side: number, height: number): Point => [x + side * (pierHalf + (deckLevel - height) / 32), height];
  return (
    bothSides((side) => line(edge(side, -74), edge(side, deckLevel - girder))) +
    line(edge(-1, deckLevel), edge(-1, -4), [x, 0], edge(1, -4), edge(1, deckLevel)) +
    line(edge(-1, -4), edge(1, -4))
  );
});
const footings = each(piersAt, (x) => line([x - 8.4, -88], [x - 7.6, -74], [x + 7.6, -74], [x + 8.4, -88]));
const water = each(range(4), (index) =>
  line([-156 + index * 22, -88 - index * 5], [150 - index * 22, -88 - index * 5]),
);

const lens = (side: number) => polygon(...chord(chain, side, -1), ...chord(chain, side, 1).toReversed());
const box = (x: number, bottom: number, width: number, height: number) =>
  `${line([x, bottom], [x, bottom + height], [x + width, bottom + height], [x + width, bottom])}Z`;
const pontoons = each([-100, -60], (x) => box(x, -88, 22, 8) + line([x + 11, -80], [x + 11, -46]));
const weights = each(
  [28, 52, 76, 100],
  (x) => box(x, deckLevel - 26, 12, 13) + line([x + 6, deckLevel - girder], [x + 6, deckLevel - 13]),
);

export const runsOn = [deckLevel, deckLevel - girder, -88].map((height) => at([0, height])[1]);

/** The crossing is paced out and footed, the piers stand, one lens is floated in and lifted, the other bears a load on purpose. */
export const stages: readonly Stage[] = [
  { adds: footings + line([-170, -88], [170, -88]) },
  { adds: shafts },
  { adds: lens(-1) + deckBetween(-170, pierHalf), fills: webOf(-1), aids: pontoons },
  { adds: lens(1) + deckBetween(pierHalf, 170), fills: webOf(1), aids: weights },
];
