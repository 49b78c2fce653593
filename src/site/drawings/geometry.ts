/** A point in the plane. On the sheet y grows downwards. */
export type Point = readonly [x: number, y: number];

/** Value of the `d` attribute of an SVG path. */
export type PathData = string;

/** Parses a list of points in the syntax of SVG's `points`: `3.8 0, 3.8 2.1`. Throws if it is malformed. */
export function parsePoints(list: string): Point[] {
  return list.split(',').map((pair) => {
    const [x = NaN, y = NaN, ...others] = pair.trim().split(/\s+/).map(Number);
    if (!Number.isFinite(x + y) || others.length > 0) throw new Error(`No point: "${pair}" in "${list}"`);
    return [x, y];
  });
}

/** Returns the integers from 0 to `count` − 1. */
export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/**
 * Returns `segmentCount` + 1 points of a catenary between two supports of equal height, from `-halfSpan` to `halfSpan`,
 * `sag` below them in the middle: y = a·cosh(x/a), shifted so that the supports are at height 0.
 * Lengths in any one unit, `sag` > 0; y grows upwards.
 */
export function computeCatenary(halfSpan: number, sag: number, segmentCount: number): Point[] {
  const a = solveCatenaryParameter(halfSpan, sag);
  const top = a * Math.cosh(halfSpan / a);
  return range(segmentCount + 1).map((index) => {
    const x = -halfSpan + (2 * halfSpan * index) / segmentCount;
    return [x, a * Math.cosh(x / a) - top];
  });
}

/** Solves a·(cosh(halfSpan/a) − 1) = sag by bisection: the left side falls steadily as a grows. */
function solveCatenaryParameter(halfSpan: number, sag: number): number {
  let low = halfSpan / 20;
  let high = (halfSpan * halfSpan) / (2 * sag) + sag;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (middle * (Math.cosh(halfSpan / middle) - 1) > sag) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns `segmentCount` + 1 equidistant points from `start` to `end`, inclusive. */
export function splitLine(start: Point, end: Point, segmentCount: number): Point[] {
  return range(segmentCount + 1).map((index) => [
    start[0] + ((end[0] - start[0]) * index) / segmentCount,
    start[1] + ((end[1] - start[1]) * index) / segmentCount,
  ]);
}

/** Returns a projection to the sheet, from y upwards to y downwards. `origin` is the zero point of the structure there. */
export function createProjection(origin: Point): (point: Point) => Point {
  return ([x, y]) => [origin[0] + x, origin[1] - y];
}

/** Rounds a point to whole units, for minor lines: half a unit is not visible, and short numbers save bytes. */
export function roundPoint([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

/** Joins the path data drawn for each item, so that many hangers cost one element. */
export function drawEach<Item>(items: readonly Item[], draw: (item: Item, index: number) => string): PathData {
  return items.map(draw).join('');
}

/**
 * Returns the path data of an open line through the points, in relative commands with tenths of a unit: finer is not
 * visible, and short numbers keep the pages small. Each step goes to the rounded point: rounding errors do not add up.
 */
export function polyline(...points: readonly Point[]): PathData {
  let [lastX, lastY] = [0, 0];
  let command = '';
  return drawEach(points, ([x, y], index) => {
    const [tenthsX, tenthsY] = [toTenths(x), toTenths(y)];
    const [stepX, stepY] = [tenthsX - lastX, tenthsY - lastY];
    [lastX, lastY] = [tenthsX, tenthsY];
    const lastCommand = command;
    command = index === 0 ? 'M' : stepY === 0 ? 'h' : stepX === 0 ? 'v' : 'l';
    if (command === 'h') return `h${formatTenths(stepX)}`;
    if (command === 'v') return `v${formatTenths(stepY)}`;
    const way = formatPair(stepX, stepY);
    return command !== lastCommand ? `${command}${way}` : way.startsWith('-') ? way : ` ${way}`;
  });
}

/** Returns the path data of a closed `polyline`. */
export function polygon(...points: readonly Point[]): PathData {
  return `${polyline(...points)}Z`;
}

/** Returns the path data of a rectangle by its upper left corner and size. */
export function drawRectangle(x: number, y: number, width: number, height: number): PathData {
  return polygon([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
}

/** Returns the path data of a circle: an arc that ends a tenth of a unit before its start, closed. */
export function circle([x, y]: Point, radius: number): PathData {
  return `${polyline([x + radius, y])}a${radius} ${radius} 0 1 0 0 .1Z`;
}

/** Returns the path data of circles of one radius. */
export function circles(radius: number, centres: readonly Point[]): PathData {
  return drawEach(centres, (centre) => circle(centre, radius));
}

/** Returns an open quadratic curve: its ends lie on the path, all other points are control points. */
function drawCurve(points: readonly Point[]): PathData {
  const bends = points.slice(1, -1).map(([x, y], index): string => {
    const [nextX, nextY] = points[index + 2] ?? [x, y];
    const isLast = index === points.length - 3;
    return `${formatPoint([x, y])} ${formatPoint(isLast ? [nextX, nextY] : [(x + nextX) / 2, (y + nextY) / 2])}`;
  });
  return `${polyline(...points.slice(0, 1))}Q${bends.join(' ')}`;
}

/** Returns hills: the area between a skyline, left to right, and `bottomY`. */
export function drawHills(bottomY: number, skyline: readonly Point[]): PathData {
  return `${drawCurve(skyline)}${drawEach([skyline.at(-1), skyline[0]], (end) => (end ? `L${end[0]} ${bottomY}` : ''))}Z`;
}

function formatPoint([x, y]: Point): string {
  return `${formatTenths(toTenths(x))} ${formatTenths(toTenths(y))}`;
}

function formatPair(x: number, y: number): string {
  return y < 0 ? `${formatTenths(x)}${formatTenths(y)}` : `${formatTenths(x)} ${formatTenths(y)}`;
}

/** Formats a number of tenths as SVG units, without a leading zero. */
function formatTenths(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, '$1.');
}

/** Converts units to tenths, rounded. */
function toTenths(value: number): number {
  return Math.round(value * 10);
}

/** Logo on a square of 32 units, as SVG paths. The icons and the social cards are drawn from it too. */
export const logo = {
  /** Two towers on a deck. */
  structure: 'M7 5v22M25 5v22M3 23h26',
  cable: 'M2 15 7 6c4.5 14 13.5 14 18 0l5 9',
  hangers: 'M12 16v7M16 17.5v5.5M20 16v7',
};
