import { arc, circle } from './arcs.ts';
import type { Point } from './geometry.ts';

/** A person from the shoulders up, by their middle on the ground and half their width. */
export function person([x, y]: Point, half: number): string {
  return arc([x, y], half, 0, 180) + circle([x, y - 1.625 * half], 0.5625 * half);
}
