import { each, type Point, polygon, polyline } from './geometry.ts';

/** A hot-air balloon by the middle and the radius of its envelope: a circle whose tangents run on to the basket. */
export function balloon([x, y]: Point, radius: number): string {
  const foot = y + radius * 1.72;
  const half = radius * 0.16;
  const bottom = foot + half * 1.6;
  const seam = (part: number) =>
    polyline([x, y - radius]) +
    `A${Math.abs(part) * radius} ${radius} 0 0 ${part > 0 ? 1 : 0} ` +
    polyline([x + part * radius * Math.cos(Math.PI / 6), y + radius / 2], [x + part * half, foot]).slice(1);
  return (
    each([-1, -0.5, 0.5, 1], seam) +
    polygon([x - half, foot], [x + half, foot], [x + half * 0.8, bottom], [x - half * 0.8, bottom])
  );
}
