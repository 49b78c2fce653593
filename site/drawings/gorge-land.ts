import { heightOf, type Point, pointsOf, range } from './geometry.ts';

// Metres above the water at high tide and from the middle of the span: each bank from the bed of the river outwards.
// In the west, under Leigh Woods, a pier of stone stands out from the slope; in the east the road runs below the rock.
const west = pointsOf(
  '0 -9, -24 -7, -34 0, -40 4, -54 6, -66 15, -78 21, -84 33, -95 40, -97 42, -99 75, -136 75, -150 79, -190 88, ' +
    '-236 91, -290 86, -360 80',
);
const east = pointsOf(
  '0 -9, 24 -7, 33 0, 37 5, 52 5, 58 20, 66 24, 69 38, 80 43, 84 57, 91 60, 96 75, 136 75, 152 77, 172 80, 262 92, ' +
    '300 96, 360 90',
);

/** The ground from Leigh Woods across the river to Clifton, in metres. */
export const ground: readonly Point[] = [...west.toReversed(), ...east.slice(1)];

export type Stroke = readonly [from: Point, to: Point];

/** The beds of the rock, which dip away from the river: short strokes at its face, and long ones behind them. */
export const rock: { face: Stroke[]; inside: Stroke[] } = {
  face: beds(3.4).map(({ x, y, side, chance }) => stroke(x, y, side, 5 + 17 * chance)),
  inside: beds(5.6).map(({ x, y, side, chance }) => stroke(x + side * (26 + 14 * chance), y, side, 60 + 190 * chance)),
};

/** The ways of the water between the banks. */
export const water: readonly Stroke[] = [0, -2.4, -4.8].map((y, index): Stroke => [
  [-34 + index * 5 + (index % 2) * 9, y],
  [33 - index * 6, y],
]);

/** How high the ground lies, seen from above. */
export function heightAt(x: number): number {
  return heightOf(ground, x) ?? 0;
}

function beds(distance: number) {
  return range(Math.floor(72 / distance)).flatMap((index) =>
    [west, east].flatMap((bank, which) => {
      const y = index * distance - 4;
      // Seen from the side: how far its face is from the middle at this height.
      const x = heightOf(
        bank.map(([x, y]) => [y, x]),
        y,
      );
      return x === undefined ? [] : [{ x, y, side: which * 2 - 1, chance: scattered(index * 2 + which) }];
    }),
  );
}

function stroke(x: number, y: number, side: number, length: number): Stroke {
  return [
    [x + side * 1.5, y],
    [x + side * (1.5 + length), y - length * 0.1],
  ];
}

/** A number from 0 to 1 that looks like chance and is the same in every build. */
function scattered(index: number): number {
  const large = Math.sin((index + 1) * 12.9898) * 43758.5453;
  return large - Math.floor(large);
}
