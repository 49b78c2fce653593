import { each, type Point, polyline, toTenths, formatStep, formatTenths } from './geometry.ts';

/** Returns the point at `angle` on a circle: in degrees, anticlockwise from the right as seen on the sheet. */
export function findPointOnCircle([x, y]: Point, radius: number, angle: number): Point {
  const radians = (angle * Math.PI) / 180;
  return [x + radius * Math.cos(radians), y - radius * Math.sin(radians)];
}

/** Returns an SVG arc, anticlockwise from angle `from` to the larger `to`: in degrees, less than a full turn. */
export function arc(centre: Point, radius: number, from: number, to: number): string {
  const [start, end] = [findPointOnCircle(centre, radius, from), findPointOnCircle(centre, radius, to)];
  return `${polyline(start)}a${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 0 ${formatStep(start, end)}`;
}

/** Returns a circle as an SVG path: an arc that ends a tenth of a unit before its start, closed. */
export function circle([x, y]: Point, radius: number): string {
  return `${polyline([x + radius, y])}a${radius} ${radius} 0 1 0 0 .1Z`;
}

/** Returns circles of one radius as one path. */
export function circles(radius: number, centres: readonly Point[]): string {
  return each(centres, (centre) => circle(centre, radius));
}

/**
 * Returns an open SVG path of circular arcs, each through three neighbouring points: smooth at every size, with a
 * quarter of the points of a polyline. Needs an odd number of points.
 */
export function drawSmoothLine(points: readonly Point[]): string {
  const arcs = each(points, (end, index) => {
    const [start, middle] = [points[index - 2], points[index - 1]];
    return index % 2 === 0 && start && middle ? arcThrough(start, middle, end) : '';
  });
  return polyline(...points.slice(0, 1)) + arcs;
}

function arcThrough(start: Point, middle: Point, [x, y]: Point): string {
  const end = formatStep(start, [x, y]);
  const [dx, dy] = [x - start[0], y - start[1]];
  const twiceArea = (middle[0] - start[0]) * dy - (middle[1] - start[1]) * dx;
  const chord = Math.hypot(dx, dy);
  const rise = Math.abs(twiceArea) / chord;
  if (rise < 0.05) return `l${end}`;
  const legs = Math.hypot(middle[0] - start[0], middle[1] - start[1]) * Math.hypot(x - middle[0], y - middle[1]);
  const radius = formatTenths(toTenths((legs * chord) / (2 * Math.abs(twiceArea))));
  return `a${radius} ${radius} 0 0 ${twiceArea > 0 ? 1 : 0} ${end}`;
}
