import { circle } from './arcs.ts';
import type { Point3 } from './camera.ts';
import {
  type PathData,
  drawEach,
  type Point,
  polygon,
  polyline,
  range,
  toTenths,
  formatOffset,
  formatTenths,
  roundPoint,
} from './geometry.ts';

// Shapes of a poster: each is flat, in one ink of the page.

/** Returns an open quadratic curve: its ends lie on the path, all other points are control points. */
export function drawCurve(points: readonly Point[]): PathData {
  const bends = points.slice(1, -1).map(([x, y], index): string => {
    const [nextX, nextY] = points[index + 2] ?? [x, y];
    const isLast = index === points.length - 3;
    return `${formatPair([x, y])} ${formatPair(isLast ? [nextX, nextY] : [(x + nextX) / 2, (y + nextY) / 2])}`;
  });
  return `${polyline(...points.slice(0, 1))}Q${bends.join(' ')}`;
}

/** Returns the area between a skyline, left to right, and `bottomY`. */
export function drawGround(
  bottomY: number,
  skyline: readonly Point[],
  drawSkyline: (points: readonly Point[]) => string,
): PathData {
  return `${drawSkyline(skyline)}${drawEach([skyline.at(-1), skyline[0]], (end) => (end ? `L${end[0]} ${bottomY}` : ''))}Z`;
}

/** Returns the skyline of woods: arcs along a line, about as wide as `crownWidth`, of varying width. */
export function drawCrowns(line: readonly Point[], crownWidth: number): PathData {
  const tops = line.slice(1).flatMap(([x, y], part) => {
    const [fromX, fromY] = line[part] ?? [x, y];
    const count = Math.max(1, Math.round(Math.hypot(x - fromX, y - fromY) / crownWidth));
    return range(count).map((index): Point => {
      const share = (index + 1 + (index + 1 < count ? Math.sin(index * 2.4 + part * 1.7) * 0.3 : 0)) / count;
      return roundPoint([fromX + (x - fromX) * share, fromY + (y - fromY) * share]);
    });
  });
  const points = [...line.slice(0, 1), ...tops];
  // SVG scales up an arc whose radius is too small: it becomes a semicircle.
  return (
    polyline(...line.slice(0, 1)) +
    drawEach(tops, (end, index) => `a1 1 0 0 1 ${formatOffset(points[index] ?? end, end)}`)
  );
}

/** Returns a river: the area between two curves. */
export function drawRiver(left: readonly Point[], right: readonly Point[]): PathData {
  return `${drawCurve(left)}L${drawCurve(right.toReversed()).slice(1)}Z`;
}

/** Half the width and half the depth of a block at a height. */
type BlockSection = readonly [height: number, half: number, depth: number];

/**
 * Returns the visible faces of a block between two heights, as seen from below and from the left, by their light: the
 * left face, the face towards the eye, and the underside.
 */
export function drawBlock(
  project: (point: Point3) => Point,
  along: number,
  bottom: BlockSection,
  top: BlockSection,
): Record<'lit' | 'side' | 'under', string> {
  const face = (...corners: readonly (readonly [...BlockSection, side: number, end: number])[]) =>
    polygon(...corners.map(([height, half, depth, side, end]) => project([side * half, height, along + end * depth])));
  return {
    lit: face([...bottom, -1, 1], [...top, -1, 1], [...top, -1, -1], [...bottom, -1, -1]),
    side: face([...bottom, -1, -1], [...top, -1, -1], [...top, 1, -1], [...bottom, 1, -1]),
    under: face([...bottom, -1, 1], [...bottom, -1, -1], [...bottom, 1, -1], [...bottom, 1, 1]),
  };
}

/** Returns lamps as lines of zero length: the width of a stroke with round caps is their size. */
export function drawLamps(points: readonly Point[]): PathData {
  return drawEach(points, (point) => `${polyline(point)}h0`);
}

/** Returns a hot-air balloon by the centre and radius of its envelope: the lit shape, and its part in the shade. */
export function drawBalloon([x, y]: Point, radius: number): { lit: string; side: string } {
  const [wide, low, foot, half] = [radius * 0.87, y + radius / 2, y + radius * 1.7, radius * 0.2];
  return {
    lit: circle([x, y], radius) + polygon([x - wide, low], [x - half, foot], [x + half, foot], [x + wide, low]),
    side:
      `${polyline([x, y - radius])}A${radius} ${radius} 0 0 1 ${formatPair([x + wide, low])}L${formatPair([x + half, foot])}L${formatPair([x, foot])}` +
      `L${formatPair([x + radius * 0.3, low])}A${radius} ${radius * 1.6} 0 0 0 ${formatPair([x, y - radius])}Z` +
      polygon(
        [x - half, foot + half],
        [x + half, foot + half],
        [x + half, foot + half * 2.5],
        [x - half, foot + half * 2.5],
      ),
  };
}

function formatPair([x, y]: Point): string {
  return `${formatTenths(toTenths(x))} ${formatTenths(toTenths(y))}`;
}
