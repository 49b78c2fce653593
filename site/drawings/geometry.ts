export type Point = readonly [x: number, y: number];

/**
 * Points of the chain that hangs between two supports of equal height, from `-halfSpan` to `halfSpan`,
 * `sag` below them in the middle: y = a·cosh(x/a), moved so that the supports stand at height 0.
 * Lengths in any one unit, `sag` > 0; y grows upwards. Returns `samples` + 1 points.
 */
export function catenary(halfSpan: number, sag: number, samples: number): Point[] {
  const a = parameter(halfSpan, sag);
  const top = a * Math.cosh(halfSpan / a);
  return Array.from({ length: samples + 1 }, (_, index) => {
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

/**
 * An open SVG path through the points, each written as the way from the one before, in tenths of a unit: finer is not visible,
 * and short numbers keep the pages small. Every step goes to the rounded point, so that roundings do not add up.
 */
export function polyline(...points: readonly Point[]): string {
  let [lastX, lastY] = [0, 0];
  let command = '';
  return points
    .map(([x, y], index) => {
      const [tenthsX, tenthsY] = [round(x), round(y)];
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

/** The point in whole units: for lines that fill in, where half a unit is not seen and short numbers are sent. */
export function whole([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

/** One path of separate segments, so that many hangers cost one element. */
export function segments(pairs: readonly (readonly [Point, Point])[]): string {
  return pairs.map((ends) => polyline(...ends)).join('');
}

function pair(x: number, y: number): string {
  return y < 0 ? `${tenths(x)}${tenths(y)}` : `${tenths(x)} ${tenths(y)}`;
}

function tenths(value: number): string {
  return String(value / 10).replace(/^(-?)0\./, '$1.');
}

/**
 * An open SVG path of circular arcs, each through three neighbouring points: smooth at every size where a polyline shows its
 * corners, with a quarter of its points. Wants an odd number of points.
 */
export function smooth(points: readonly Point[]): string {
  return (
    polyline(...points.slice(0, 1)) +
    points
      .map((end, index) => {
        const [start, middle] = [points[index - 2], points[index - 1]];
        return index % 2 === 0 && start && middle ? arcThrough(start, middle, end) : '';
      })
      .join('')
  );
}

function arcThrough(start: Point, middle: Point, [x, y]: Point): string {
  const [dx, dy] = [x - start[0], y - start[1]];
  const twiceArea = (middle[0] - start[0]) * dy - (middle[1] - start[1]) * dx;
  const chord = Math.hypot(dx, dy);
  const rise = Math.abs(twiceArea) / chord;
  if (rise < 0.05) return `L${pair(round(x), round(y))}`;
  const legs = Math.hypot(middle[0] - start[0], middle[1] - start[1]) * Math.hypot(x - middle[0], y - middle[1]);
  const radius = tenths(round((legs * chord) / (2 * Math.abs(twiceArea))));
  return `A${radius} ${radius} 0 0 ${twiceArea > 0 ? 1 : 0} ${pair(round(x), round(y))}`;
}

/** In tenths of a unit. */
function round(value: number): number {
  return Math.round(value * 10);
}

/** The whole numbers from 0 to `count` − 1. */
export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/**
 * Lays a structure on the sheet: from metres, y upwards, to sheet units, y downwards. `origin` is where the structure's
 * zero point comes to lie; `heightFactor` stretches heights alone, as a surveyor's section does.
 */
export function place(origin: Point, unitsPerMetre: number, heightFactor = 1): (point: Point) => Point {
  return ([x, y]) => [origin[0] + x * unitsPerMetre, origin[1] - y * unitsPerMetre * heightFactor];
}

/** `parts` + 1 points at equal distances from `from` to `to`, both ends among them. */
export function divide(from: Point, to: Point, parts: number): Point[] {
  return range(parts + 1).map((index) => [
    from[0] + ((to[0] - from[0]) * index) / parts,
    from[1] + ((to[1] - from[1]) * index) / parts,
  ]);
}

/** The point at `angle` on a circle: degrees, anticlockwise from the right as seen on the sheet. */
export function onCircle([x, y]: Point, radius: number, angle: number): Point {
  const radians = (angle * Math.PI) / 180;
  return [x + radius * Math.cos(radians), y - radius * Math.sin(radians)];
}

/** An SVG path along a circle, anticlockwise from angle `from` to the larger `to`: degrees, less than a full turn. */
export function arc(centre: Point, radius: number, from: number, to: number): string {
  const start = polyline(onCircle(centre, radius, from));
  const end = polyline(onCircle(centre, radius, to)).slice(1);
  return `${start}A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 0 ${end}`;
}

/** A whole circle as an SVG path. */
export function circle(centre: Point, radius: number): string {
  return arc(centre, radius, 0, 180) + arc(centre, radius, 180, 360);
}

/** How high a line that runs to the right lies at `x`; undefined where it has not begun, or has ended. */
export function heightOf(line: readonly Point[], x: number): number | undefined {
  const next = line.findIndex(([beyond]) => beyond >= x);
  const [from, to] = [line[next - 1], line[next]];
  return from && to ? from[1] + ((x - from[0]) / (to[0] - from[0])) * (to[1] - from[1]) : undefined;
}

/** Straight members between the facing points of two chords. The chords have equally many points. */
export function posts(upper: readonly Point[], lower: readonly Point[]): string {
  return segments(upper.flatMap((point, index) => tie(point, lower[index])));
}

/** Crossing diagonals between two chords: each point is tied to those `reach` panels away on both sides. */
export function lattice(upper: readonly Point[], lower: readonly Point[], reach = 1): string {
  return segments(
    upper.flatMap((point, index) => [...tie(point, lower[index + reach]), ...tie(point, lower[index - reach])]),
  );
}

function tie(from: Point, to: Point | undefined): (readonly [Point, Point])[] {
  return to ? [[from, to]] : [];
}
