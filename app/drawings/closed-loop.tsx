import type { Gradient } from '../../content/accent.ts';
import { catenary, lattice, place, type Point, polyline, posts, range, segments } from './geometry.ts';
import { FineLine, MainLine, Sheet, StructureLine, WebLine } from './sheet.tsx';

// After Brunel's bridge at Saltash: two spans of 139 m, each an arch above and a chain below that close into a lens.
const at = place([320, 168], 2.06);
const halfSpan = 69.5;
const sag = 32;
const panels = 14;

/** DevOps and CloudOps: two cables that swap places at the pier and come back to where they began. */
export function ClosedLoop({ gradient }: { gradient: Gradient }) {
  return (
    <Sheet>
      <FineLine d={water} />
      <WebLine d={web} />
      <StructureLine d={piers} />
      <StructureLine d={deck} />
      <MainLine d={loop} gradient={gradient} />
    </Sheet>
  );
}

const chain = catenary(halfSpan, sag, panels);
const chord = (side: number, turn: number): Point[] => chain.map(([x, y]) => at([x + side * halfSpan, turn * y]));
const [leftArch, leftChain] = [chord(-1, -1), chord(-1, 1)];
const [rightArch, rightChain] = [chord(1, -1), chord(1, 1)];
const deckLevel = -42;

// Over the left span, under the right one, and back the other way round.
const loop = `${polyline([...leftArch, ...rightChain, ...rightArch.toReversed(), ...leftChain.toReversed()])}Z`;
const onDeck = (points: readonly Point[]) => points.map(([x]): Point => [x, at([0, deckLevel])[1]]);
const web =
  lattice(leftArch, leftChain) +
  lattice(rightArch, rightChain) +
  posts(leftArch, onDeck(leftArch)) +
  posts(rightArch, onDeck(rightArch));
const deck = segments([deckLevel, deckLevel - 4].map((height) => [at([-170, height]), at([170, height])]));
const piers = [-2, 0, 2]
  .map((side) => {
    const x = side * halfSpan;
    return (
      polyline([at([x - 5, -74]), at([x - 3.4, 8]), at([x + 3.4, 8]), at([x + 5, -74])]) +
      polyline([at([x - 8.4, -88]), at([x - 7.6, -74]), at([x + 7.6, -74]), at([x + 8.4, -88])])
    );
  })
  .join('');
const water = segments(
  range(4).map((index) => [at([-150 + index * 22, -88 - index * 5]), at([150 - index * 22, -88 - index * 5])]),
);
