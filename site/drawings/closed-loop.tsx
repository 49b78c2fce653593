import type { Gradient } from '../../content/schema/fields.ts';
import { catenary, lattice, place, type Point, polyline, posts, range, segments, smooth, whole } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine, type Stage } from './sheet.tsx';

// After Brunel's bridge at Saltash: two spans of 139 m, each an arch above and a chain below that close into a lens.
const at = place([320, 168], 2.06);
const halfSpan = 69.5;
const sag = 32;
const panels = 12;

/** DevOps and CloudOps: two cables that swap places at the pier and come back to where they began. */
export function ClosedLoop({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet runsOn={[deckLevel, deckLevel - girder, -88].map((height) => at([0, height])[1])}>
      <FineLine d={water} />
      <WebLine d={web} />
      <StructureLine d={piers} />
      <StructureLine d={deck} />
      <MainLine d={loop} gradient={gradient} />
    </Sheet>
  );
}

const chain = catenary(halfSpan, sag, panels);
const curve = catenary(halfSpan, sag, 8);
const chord = (points: readonly Point[], side: number, turn: number): Point[] =>
  points.map(([x, y]) => at([x + side * halfSpan, turn * y]));
const deckLevel = -42;
const girder = 4;
const pierHalf = 4;

// Over the left span, under the right one, and back the other way round.
const loop = [chord(curve, -1, -1), chord(curve, 1, 1), chord(curve, 1, -1), chord(curve, -1, 1)].map(smooth).join('');

/** What ties arch, chain and deck of one span together. */
function webOf(side: number): string {
  const [arch, cable] = [-1, 1].map((turn) => chord(chain, side, turn).map(whole)) as [Point[], Point[]];
  const hung = arch.slice(1, -1);
  return (
    lattice(arch, cable) +
    posts(
      hung,
      hung.map(([x]) => whole([x, at([0, deckLevel])[1]])),
    )
  );
}

const web = webOf(-1) + webOf(1);
const deckBetween = (from: number, to: number) =>
  segments([deckLevel, deckLevel - girder].map((height) => [at([from, height]), at([to, height])]));
const deck = deckBetween(-170, 170);
const piersAt = [-2, 0, 2].map((side) => side * halfSpan);

// The deck passes in front; the lenses meet on the pier's head.
const shafts = piersAt
  .map((x) => {
    const half = (height: number) => pierHalf + (deckLevel - height) / 32;
    const side = (turn: number, height: number) => at([x + turn * half(height), height]);
    const under = deckLevel - girder;
    return (
      segments([-1, 1].map((turn) => [side(turn, -74), side(turn, under)])) +
      polyline(side(-1, deckLevel), side(-1, -4), at([x, 0]), side(1, -4), side(1, deckLevel)) +
      polyline(side(-1, -4), side(1, -4))
    );
  })
  .join('');
const footings = piersAt
  .map((x) => polyline(at([x - 8.4, -88]), at([x - 7.6, -74]), at([x + 7.6, -74]), at([x + 8.4, -88])))
  .join('');
const piers = shafts + footings;
const water = segments(
  range(4).map((index) => [at([-156 + index * 22, -88 - index * 5]), at([150 - index * 22, -88 - index * 5])]),
);

const lens = (side: number) => `${polyline(...chord(chain, side, -1), ...chord(chain, side, 1).toReversed())}Z`;
const box = (x: number, bottom: number, width: number, height: number) =>
  `${polyline(at([x, bottom]), at([x, bottom + height]), at([x + width, bottom + height]), at([x + width, bottom]))}Z`;
const pontoons = [-100, -60].map((x) => box(x, -88, 22, 8) + polyline(at([x + 11, -80]), at([x + 11, -46]))).join('');
const weights = [28, 52, 76, 100]
  .map((x) => box(x, deckLevel - 26, 12, 13) + polyline(at([x + 6, deckLevel - girder]), at([x + 6, deckLevel - 13])))
  .join('');

/** The crossing is paced out and footed, the piers stand, one lens is floated in and lifted, the other bears a load on purpose. */
export const stages: readonly Stage[] = [
  { adds: footings + polyline(at([-170, -88]), at([170, -88])) },
  { adds: shafts },
  { adds: lens(-1) + deckBetween(-170, pierHalf), fills: webOf(-1), aids: pontoons },
  { adds: lens(1) + deckBetween(pierHalf, 170), fills: webOf(1), aids: weights },
];
