export type Point = readonly [x: number, y: number];

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
 * Returns `samples` + 1 points of a catenary between two supports of equal height, from `-halfSpan` to `halfSpan`,
 * `sag` below them in the middle: y = a·cosh(x/a), shifted so that the supports are at height 0.
 * Lengths in any one unit, `sag` > 0; y grows upwards.
 */
export function computeCatenary(halfSpan: number, sag: number, samples: number): Point[] {
  const a = parameter(halfSpan, sag);
  const top = a * Math.cosh(halfSpan / a);
  return range(samples + 1).map((index) => {
    const x = -halfSpan + (2 * halfSpan * index) / samples;
    return [x, a * Math.cosh(x / a) - top];
  });
}

/** Solves a·(cosh(halfSpan/a) − 1) = sag by bisection: the left side falls steadily as a grows. */
function parameter(halfSpan: number, sag: number): number {
  let low = halfSpan / 20;
  let high = (halfSpan * halfSpan) / (2 * sag) + sag;
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (middle * (Math.cosh(halfSpan / middle) - 1) > sag) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Returns `parts` + 1 equidistant points from `from` to `to`, inclusive. */
export function splitLine(from: Point, to: Point, parts: number): Point[] {
  return range(parts + 1).map((index) => [
    from[0] + ((to[0] - from[0]) * index) / parts,
    from[1] + ((to[1] - from[1]) * index) / parts,
  ]);
}

/** Returns `count` + 1 points that alternate between two heights, like the diagonals of a truss, from left to right. */
export function computeZigzag([x, y]: Point, other: number, step: number, count: number): Point[] {
  return range(count + 1).map((index) => [x + index * step, index % 2 ? other : y]);
}

/** Returns the height at `x` of a line that runs to the right; undefined outside its ends. */
export function computeHeight(line: readonly Point[], x: number): number | undefined {
  const next = line.findIndex(([beyond]) => beyond >= x);
  const [from, to] = [line[next - 1], line[next]];
  return from && to ? from[1] + ((x - from[0]) / (to[0] - from[0])) * (to[1] - from[1]) : undefined;
}

/**
 * Returns a projection to the sheet: from metres, or without a scale from sheet units, y upwards, to sheet units, y
 * downwards. `origin` is the zero point of the structure on the sheet. `heightFactor` stretches heights only, as a
 * surveyor's section does; −1 flips them, a chain to an arch.
 */
export function createProjection(origin: Point, unitsPerMetre = 1, heightFactor = 1): (point: Point) => Point {
  return ([x, y]) => [origin[0] + x * unitsPerMetre, origin[1] - y * unitsPerMetre * heightFactor];
}

/** Rounds a point to whole units, for minor lines: half a unit is not visible, and short numbers save bytes. */
export function roundPoint([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

/** Joins the paths drawn for each item into one, so that many hangers cost one element. */
export function each<Item>(items: readonly Item[], draw: (item: Item, index: number) => string): string {
  return items.map(draw).join('');
}

/** Draws the left part and its mirror image. `side` is −1 or 1, a factor of the distance to the right. */
export function bothSides(draw: (side: number) => string): string {
  return each([-1, 1], draw);
}

/**
 * Returns an open SVG path through the points, in relative commands with tenths of a unit: finer is not visible, and
 * short numbers keep the pages small. Every step goes to the rounded point, so that rounding errors do not add up.
 */
export function polyline(...points: readonly Point[]): string {
  let [lastX, lastY] = [0, 0];
  let command = '';
  return each(points, ([x, y], index) => {
    const [tenthsX, tenthsY] = [toTenths(x), toTenths(y)];
    const [stepX, stepY] = [tenthsX - lastX, tenthsY - lastY];
    [lastX, lastY] = [tenthsX, tenthsY];
    const lastCommand = command;
    command = index === 0 ? 'M' : stepY === 0 ? 'h' : stepX === 0 ? 'v' : 'l';
    if (command === 'h') return `h${formatTenths(stepX)}`;
    if (command === 'v') return `v${formatTenths(stepY)}`;
    const way = pair(stepX, stepY);
    return command !== lastCommand ? `${command}${way}` : way.startsWith('-') ? way : ` ${way}`;
  });
}

/** Returns a closed `polyline`. */
export function polygon(...points: readonly Point[]): string {
  return `${polyline(...points)}Z`;
}

/** Returns a `polyline` for points that `project` maps to the sheet: from `createProjection` or `createCamera`. */
export function createLineDrawer<World>(project: (point: World) => Point): (...points: readonly World[]) => string {
  return (...points) => polyline(...points.map(project));
}

/** Returns a horizontal line at the height `y`. */
export function level(y: number, from: number, to: number): string {
  return polyline([from, y], [to, y]);
}

export function upright(x: number, from: number, to: number): string {
  return polyline([x, from], [x, to]);
}

/** Returns a vertical line from each point to the height `y`, like hangers from a chain to the deck. */
export function uprights(points: readonly Point[], y: number): string {
  return each(points, ([x, from]) => upright(x, from, y));
}

/** Formats the offset between two rounded points for relative SVG commands: equal shapes then give equal text. */
export function formatStep(from: Point, to: Point): string {
  return pair(toTenths(to[0]) - toTenths(from[0]), toTenths(to[1]) - toTenths(from[1]));
}

function pair(x: number, y: number): string {
  return y < 0 ? `${formatTenths(x)}${formatTenths(y)}` : `${formatTenths(x)} ${formatTenths(y)}`;
}

/** Formats a number of tenths as SVG units, without a leading zero. */
export function formatTenths(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, '$1.');
}

/** Converts units to tenths, rounded. */
export function toTenths(value: number): number {
  return Math.round(value * 10);
}

/** Logo on a square of 32 units, as SVG paths. The icons and the social cards are drawn from it too. */
export const logo = {
  /** Two towers on a deck. */
  structure: 'M7 5v22M25 5v22M3 23h26',
  cable: 'M2 15 7 6c4.5 14 13.5 14 18 0l5 9',
  hangers: 'M12 16v7M16 17.5v5.5M20 16v7',
};
