import { onCircle, type Point, polyline, range, segments } from './geometry.ts';

const steps = 12;

/** A hot-air balloon by the middle and the radius of its envelope: a half circle that narrows to its basket. */
export function balloon([x, y]: Point, radius: number): string {
  const meridian = (part: number): Point[] =>
    range(steps + 1).map((index) => {
      const [across, down] = onCircle([0, 0], radius, 90 - (index * 150) / steps);
      const below = Math.max(0, down / radius);
      return [x + across * part * (1 - 0.4 * below ** 2), y + down * (1 + 0.42 * below)];
    });
  const foot = y + radius * 1.62;
  const half = radius * 0.16;
  return (
    [-1, -0.42, 0.42, 1].map((part) => polyline(meridian(part))).join('') +
    segments([-1, 1].map((side) => [last(meridian(side)), [x + side * half, foot]])) +
    `${polyline([
      [x - half, foot],
      [x + half, foot],
      [x + half * 0.8, foot + half * 1.6],
      [x - half * 0.8, foot + half * 1.6],
    ])}Z`
  );
}

function last(points: readonly Point[]): Point {
  return points[points.length - 1] ?? [0, 0];
}
