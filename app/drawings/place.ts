import type { Point } from './catenary.ts';
import { range } from './range.ts';

/**
 * Lays a structure on the sheet: from metres, y upwards, to sheet units, y downwards. `origin` is where the structure's
 * zero point comes to lie; `heightFactor` stretches heights alone, as a surveyor's section does.
 */
export function place(origin: Point, unitsPerMetre: number, heightFactor = 1): (point: Point) => Point {
  return ([x, y]) => [origin[0] + x * unitsPerMetre, origin[1] - y * unitsPerMetre * heightFactor];
}

/** `parts` + 1 points at equal distances from `from` to `to`, both ends among them. */
export function divide(from: Point, to: Point, parts: number): Point[] {
  return range(parts + 1).map((index) => [
    from[0] + ((to[0] - from[0]) * index) / parts,
    from[1] + ((to[1] - from[1]) * index) / parts,
  ]);
}
