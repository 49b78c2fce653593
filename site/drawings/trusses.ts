import { each, type Point, polyline } from './geometry.ts';

/** Straight members between the facing points of two chords. The chords have equally many points. */
export function posts(upper: readonly Point[], lower: readonly Point[]): string {
  return each(upper, (point, index) => tie(point, lower[index]));
}

/** Crossing diagonals between two chords: each point is tied to those `reach` panels away on both sides. */
export function lattice(upper: readonly Point[], lower: readonly Point[], reach = 1): string {
  return each(upper, (point, index) => tie(point, lower[index + reach]) + tie(point, lower[index - reach]));
}

/** A web of both. */
export function truss(upper: readonly Point[], lower: readonly Point[]): string {
  return lattice(upper, lower) + posts(upper, lower);
}

function tie(from: Point, to: Point | undefined): string {
  return to ? polyline(from, to) : '';
}
