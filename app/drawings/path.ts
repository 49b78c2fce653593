import type { Point } from './catenary.ts';

/** An open SVG path through the points, rounded to a tenth of a unit: finer is not visible and costs bytes. */
export function polyline(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
}

/** One path of separate segments, so that many hangers cost one element. */
export function segments(pairs: readonly (readonly [Point, Point])[]): string {
  return pairs.map((pair) => polyline(pair)).join('');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
