import { circle } from './arcs.ts';
import type { Point3 } from './camera.ts';
import {
  each,
  type Point,
  polygon,
  polyline,
  range,
  toTenths,
  formatStep,
  formatTenths,
  roundPoint,
} from './geometry.ts';

// The masses of a poster: each is one flat shape, for one ink of the page.

/** An open path that bends towards each of its points but the ends, on which it lies. */
export function drawCurve(points: readonly Point[]): string {
  const bends = points.slice(1, -1).map(([x, y], index): string => {
    const [nextX, nextY] = points[index + 2] ?? [x, y];
    const isLast = index === points.length - 3;
    return `${pair([x, y])} ${pair(isLast ? [nextX, nextY] : [(x + nextX) / 2, (y + nextY) / 2])}`;
  });
  return `${polyline(...points.slice(0, 1))}Q${bends.join(' ')}`;
}

/** Ground from a skyline, left to right, down to `foot`. `shape` draws the skyline through its points. */
export function drawGround(
  foot: number,
  skyline: readonly Point[],
  shape: (points: readonly Point[]) => string,
): string {
  return `${shape(skyline)}${each([skyline.at(-1), skyline[0]], (end) => (end ? `L${end[0]} ${foot}` : ''))}Z`;
}

/** The skyline of woods: each part of a line is rounded up into crowns about as wide as `crown`, by turns wider and narrower. */
export function drawCrowns(line: readonly Point[], crown: number): string {
  const tops = line.slice(1).flatMap(([x, y], part) => {
    const [fromX, fromY] = line[part] ?? [x, y];
    const count = Math.max(1, Math.round(Math.hypot(x - fromX, y - fromY) / crown));
    return range(count).map((index): Point => {
      const share = (index + 1 + (index + 1 < count ? Math.sin(index * 2.4 + part * 1.7) * 0.3 : 0)) / count;
      return roundPoint([fromX + (x - fromX) * share, fromY + (y - fromY) * share]);
    });
  });
  const points = [...line.slice(0, 1), ...tops];
  // An arc whose radius is too small for its ends becomes half a circle.
  return (
    polyline(...line.slice(0, 1)) + each(tops, (end, index) => `a1 1 0 0 1 ${formatStep(points[index] ?? end, end)}`)
  );
}

/** What runs away from the eye between two lines that bend alike: a river. */
export function drawRiver(left: readonly Point[], right: readonly Point[]): string {
  return `${drawCurve(left)}L${drawCurve(right.toReversed()).slice(1)}Z`;
}

/** How far a block reaches to both sides and to both ends, at a height. */
type Storey = readonly [height: number, half: number, depth: number];

/**
 * A block that stands so far along, between two of its heights, by how the light falls on what is seen of it from below and from the
 * left: on its end there, on its side to the eye, and beneath.
 */
export function drawBlock(project: (point: Point3) => Point, along: number, foot: Storey, head: Storey) {
  const face = (...corners: readonly (readonly [...Storey, side: number, end: number])[]) =>
    polygon(...corners.map(([height, half, depth, side, end]) => project([side * half, height, along + end * depth])));
  return {
    lit: face([...foot, -1, 1], [...head, -1, 1], [...head, -1, -1], [...foot, -1, -1]),
    side: face([...foot, -1, -1], [...head, -1, -1], [...head, 1, -1], [...foot, 1, -1]),
    under: face([...foot, -1, 1], [...foot, -1, -1], [...foot, 1, -1], [...foot, 1, 1]),
  };
}

/** Lamps, as lines of no length: the width of a stroke with round ends is their size. */
export function drawLamps(points: readonly Point[]): string {
  return each(points, (point) => `${polyline(point)}h0`);
}

/** A hot-air balloon, by the middle and the radius of its envelope: that with its basket, and the part of it in the shade. */
export function drawBalloon([x, y]: Point, radius: number): { lit: string; side: string } {
  const [wide, low, foot, half] = [radius * 0.87, y + radius / 2, y + radius * 1.7, radius * 0.2];
  return {
    lit: circle([x, y], radius) + polygon([x - wide, low], [x - half, foot], [x + half, foot], [x + wide, low]),
    side:
      `${polyline([x, y - radius])}A${radius} ${radius} 0 0 1 ${pair([x + wide, low])}L${pair([x + half, foot])}L${pair([x, foot])}` +
      `L${pair([x + radius * 0.3, low])}A${radius} ${radius * 1.6} 0 0 0 ${pair([x, y - radius])}Z` +
      polygon(
        [x - half, foot + half],
        [x + half, foot + half],
        [x + half, foot + half * 2.5],
        [x - half, foot + half * 2.5],
      ),
  };
}

function pair([x, y]: Point): string {
  return `${formatTenths(toTenths(x))} ${formatTenths(toTenths(y))}`;
}
