import type { Point } from './catenary.ts';

/**
 * An open SVG path through the points, each written as the way from the one before, in tenths of a unit: finer is not visible,
 * and short numbers keep the pages small. Every step goes to the rounded point, so that roundings do not add up.
 */
export function polyline(points: readonly Point[]): string {
  let [lastX, lastY] = [0, 0];
  let command = '';
  return points
    .map(([x, y], index) => {
      const [tenthsX, tenthsY] = [Math.round(x * 10), Math.round(y * 10)];
      const [stepX, stepY] = [tenthsX - lastX, tenthsY - lastY];
      [lastX, lastY] = [tenthsX, tenthsY];
      const lastCommand = command;
      command = index === 0 ? 'M' : stepY === 0 ? 'h' : stepX === 0 ? 'v' : 'l';
      if (command === 'h') return `h${tenths(stepX)}`;
      if (command === 'v') return `v${tenths(stepY)}`;
      const step = pair(stepX, stepY);
      return command !== lastCommand ? `${command}${step}` : step.startsWith('-') ? step : ` ${step}`;
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
