import { drawEach, type PathData, type Point, polyline, toTenths, formatOffset, formatTenths } from './geometry.ts';

/** Returns the point at `angle` on a circle: in degrees, anticlockwise from the right as seen on the sheet. */
export function computePointOnCircle([x, y]: Point, radius: number, angle: number): Point {
  const radians = (angle * Math.PI) / 180;
  return [x + radius * Math.cos(radians), y - radius * Math.sin(radians)];
}

/** Returns the path data of an arc, anticlockwise from `startAngle` to the larger `endAngle`: less than 360 degrees. */
export function arc(centre: Point, radius: number, startAngle: number, endAngle: number): PathData {
  const [start, end] = [
    computePointOnCircle(centre, radius, startAngle),
    computePointOnCircle(centre, radius, endAngle),
  ];
  return `${polyline(start)}a${radius} ${radius} 0 ${endAngle - startAngle > 180 ? 1 : 0} 0 ${formatOffset(start, end)}`;
}

/** Returns the path data of a circle: an arc that ends a tenth of a unit before its start, closed. */
export function circle([x, y]: Point, radius: number): PathData {
  return `${polyline([x + radius, y])}a${radius} ${radius} 0 1 0 0 .1Z`;
}

/** Returns the path data of circles of one radius. */
export function circles(radius: number, centres: readonly Point[]): PathData {
  return drawEach(centres, (centre) => circle(centre, radius));
}

/**
 * Returns the path data of an open line of circular arcs, each through three neighbouring points: smooth at every size,
 * with a quarter of the points of a polyline. Needs an odd number of points.
 */
export function drawSmoothLine(points: readonly Point[]): PathData {
  const arcs = drawEach(points, (end, index) => {
    const [start, middle] = [points[index - 2], points[index - 1]];
    return index % 2 === 0 && start && middle ? drawThreePointArc(start, middle, end) : '';
  });
  return polyline(...points.slice(0, 1)) + arcs;
}

function drawThreePointArc(start: Point, middle: Point, [x, y]: Point): string {
  const end = formatOffset(start, [x, y]);
  const [dx, dy] = [x - start[0], y - start[1]];
  const twiceArea = (middle[0] - start[0]) * dy - (middle[1] - start[1]) * dx;
  const chord = Math.hypot(dx, dy);
  const rise = Math.abs(twiceArea) / chord;
  if (rise < 0.05) return `l${end}`;
  const legs = Math.hypot(middle[0] - start[0], middle[1] - start[1]) * Math.hypot(x - middle[0], y - middle[1]);
  const radius = formatTenths(toTenths((legs * chord) / (2 * Math.abs(twiceArea))));
  return `a${radius} ${radius} 0 0 ${twiceArea > 0 ? 1 : 0} ${end}`;
}
