import type { Point } from './catenary.ts';

/**
 * An open SVG path through the points, each written as the way from the one before, in tenths of a unit: finer is not visible,
 * and short numbers keep the pages small. Every step goes to the rounded point, so that roundings do not add up.
 */
export function polyline(points: readonly Point[]): string {
  let [lastX, lastY] = [0, 0];
  return points
    .map(([x, y], index) => {
      const [tenthsX, tenthsY] = [Math.round(x * 10), Math.round(y * 10)];
      const step = pair(tenthsX - lastX, tenthsY - lastY);
      [lastX, lastY] = [tenthsX, tenthsY];
      if (index === 0) return `M${step}`;
      return index === 1 || step.startsWith('-') ? `${index === 1 ? 'l' : ''}${step}` : ` ${step}`;
    })
    .join('');
}

/** One path of separate segments, so that many hangers cost one element. */
export function segments(pairs: readonly (readonly [Point, Point])[]): string {
  return pairs.map((ends) => polyline(ends)).join('');
}

function pair(x: number, y: number): string {
  return y < 0 ? `${tenths(x)}${tenths(y)}` : `${tenths(x)} ${tenths(y)}`;
}

function tenths(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, '$1.');
}
