import { circle } from './arcs.ts';
import { type Point, polyline } from './geometry.ts';

/** Returns a person standing at a point, 35 units high. */
export function drawPerson([x, y]: Point): string {
  return `${polyline([x - 5, y])}v-19a5 5 0 0 1 10 0v19z${circle([x, y - 30], 5)}`;
}
