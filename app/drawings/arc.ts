import type { Point } from './catenary.ts';
import { polyline } from './path.ts';

/** The point at `angle` on a circle: degrees, anticlockwise from the right as seen on the sheet. */
export function onCircle([x, y]: Point, radius: number, angle: number): Point {
  const radians = (angle * Math.PI) / 180;
  return [x + radius * Math.cos(radians), y - radius * Math.sin(radians)];
}

/** An SVG path along a circle, anticlockwise from angle `from` to the larger `to`: degrees, less than a full turn. */
export function arc(centre: Point, radius: number, from: number, to: number): string {
  const start = polyline([onCircle(centre, radius, from)]);
  const end = polyline([onCircle(centre, radius, to)]).slice(1);
  return `${start}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 0 ${end}`;
}

/** A whole circle as an SVG path. */
export function circle(centre: Point, radius: number): string {
  return arc(centre, radius, 0, 180) + arc(centre, radius, 180, 360);
}
