export type Point = readonly [x: number, y: number];

/** The points of a list that is written as SVG's own attribute of that name: `3.8 0, 3.8 2.1`. Throws where it is anything else. */
export function parsePoints(list: string): Point[] {
  return list.split(',').map((pair) => {
    const [x = NaN, y = NaN, ...others] = pair.trim().split(/\s+/).map(Number);
    if (!Number.isFinite(x + y) || others.length > 0) throw new Error(`No point: "${pair}" in "${list}"`);
    return [x, y];
  });
}

/** The whole numbers from 0 to `count` − 1. */
export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/**
 * Points of the chain that hangs between two supports of equal height, from `-halfSpan` to `halfSpan`,
 * `sag` below them in the middle: y = a·cosh(x/a), moved so that the supports stand at height 0.
 * Lengths in any one unit, `sag` > 0; y grows upwards. Returns `samples` + 1 points.
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

/** `parts` + 1 points at equal distances from `from` to `to`, both ends among them. */
export function splitLine(from: Point, to: Point, parts: number): Point[] {
  return range(parts + 1).map((index) => [
    from[0] + ((to[0] - from[0]) * index) / parts,
    from[1] + ((to[1] - from[1]) * index) / parts,
  ]);
}

/** Points to and fro between two heights, as the diagonals of a truss run: `count` steps to the right from the first. */
export function computeZigzag([x, y]: Point, other: number, step: number, count: number): Point[] {
  return range(count + 1).map((index) => [x + index * step, index % 2 ? other : y]);
}

/** How high a line that runs to the right lies at `x`; undefined where it has not begun, or has ended. */
export function computeHeight(line: readonly Point[], x: number): number | undefined {
  const next = line.findIndex(([beyond]) => beyond >= x);
  const [from, to] = [line[next - 1], line[next]];
  return from && to ? from[1] + ((x - from[0]) / (to[0] - from[0])) * (to[1] - from[1]) : undefined;
}

/**
 * Lays a structure on the sheet: from metres, or without a scale from sheet units, y upwards, to sheet units, y downwards. `origin`
 * is where the structure's zero point comes to lie; `heightFactor` stretches heights alone, as a surveyor's section does, and −1
 * turns them over, a chain to an arch.
 */
export function createProjection(origin: Point, unitsPerMetre = 1, heightFactor = 1): (point: Point) => Point {
  return ([x, y]) => [origin[0] + x * unitsPerMetre, origin[1] - y * unitsPerMetre * heightFactor];
}

/** The point in whole units: for lines that fill in, where half a unit is not seen and short numbers are sent. */
export function roundPoint([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

/** One path of what is drawn for each item, so that many hangers cost one element. */
export function each<Item>(items: readonly Item[], draw: (item: Item, index: number) => string): string {
  return items.map(draw).join('');
}

/** What stands on both sides of a middle: the left one, and its mirror image. `side` is a factor of the distance to the right. */
export function bothSides(draw: (side: number) => string): string {
  return each([-1, 1], draw);
}

/**
 * An open SVG path through the points, each written as the way from the one before, in tenths of a unit: finer is not visible,
 * and short numbers keep the pages small. Every step goes to the rounded point, so that roundings do not add up.
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

/** The same, closed: back to its first point. */
export function polygon(...points: readonly Point[]): string {
  return `${polyline(...points)}Z`;
}

/** `polyline` for points of a world that `project` lays on the sheet: that of `createProjection`, or of a camera. */
export function createLineDrawer<World>(project: (point: World) => Point): (...points: readonly World[]) => string {
  return (...points) => polyline(...points.map(project));
}

/** A line at the height `y`. */
export function level(y: number, from: number, to: number): string {
  return polyline([from, y], [to, y]);
}

export function upright(x: number, from: number, to: number): string {
  return polyline([x, from], [x, to]);
}

/** An upright from each point to the height `y`, as hangers from a chain to the deck. */
export function uprights(points: readonly Point[], y: number): string {
  return each(points, ([x, from]) => upright(x, from, y));
}

/** The way from one rounded point to the next, as SVG's relative commands take it: like shapes are then written alike. */
export function formatStep(from: Point, to: Point): string {
  return pair(toTenths(to[0]) - toTenths(from[0]), toTenths(to[1]) - toTenths(from[1]));
}

function pair(x: number, y: number): string {
  return y < 0 ? `${formatTenths(x)}${formatTenths(y)}` : `${formatTenths(x)} ${formatTenths(y)}`;
}

/** A number of tenths as SVG writes it, in units. */
export function formatTenths(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, '$1.');
}

/** In tenths of a unit. */
export function toTenths(value: number): number {
  return Math.round(value * 10);
}

/** The logo mark on a square of 32 units, as SVG paths. The icons and the cards are drawn from it too. */
export const logo = {
  /** Two towers on a deck. */
  structure: 'M7 5v22M25 5v22M3 23h26',
  cable: 'M2 15 7 6c4.5 14 13.5 14 18 0l5 9',
  hangers: 'M12 16v7M16 17.5v5.5M20 16v7',
};
