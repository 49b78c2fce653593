import type { Point } from './catenary.ts';
import { segments } from './path.ts';

/** Straight members between the facing points of two chords. The chords have equally many points. */
export function posts(upper: readonly Point[], lower: readonly Point[]): string {
  return segments(upper.flatMap((point, index) => pair(point, lower[index])));
}

/** Crossing diagonals between two chords: each point is tied to those `reach` panels away on both sides. */
export function lattice(upper: readonly Point[], lower: readonly Point[], reach = 1): string {
  return segments(
    upper.flatMap((point, index) => [...pair(point, lower[index + reach]), ...pair(point, lower[index - reach])]),
  );
}

function pair(from: Point, to: Point | undefined): (readonly [Point, Point])[] {
  return to ? [[from, to]] : [];
}
