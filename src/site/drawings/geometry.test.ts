import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeCatenary, parsePoints } from './geometry.ts';

test('a catenary hangs from both supports, alike on both sides and lowest by its sag in the middle', () => {
  const size = fc.double({ min: 10, max: 1000, noNaN: true });
  const ratios = fc.double({ min: 0.001, max: 2, noNaN: true });
  const property = fc.property(size, ratios, fc.integer({ min: 1, max: 20 }), (half, ratio, parts) => {
    const heights = computeCatenary(half, half * ratio, 2 * parts).map(([, y]) => y);
    expect(heights).toHaveLength(2 * parts + 1);
    for (const [index, y] of heights.entries()) expect(heights.at(-1 - index)).toBeCloseTo(y, 6);
    expect([heights[0], Math.min(...heights)]).toEqual([expect.closeTo(0, 6), heights[parts]]);
    expect(heights[parts]).toBeCloseTo(-half * ratio, 3);
  });
  fc.assert(property);
  // A parabola would hang three quarters as deep here.
  expect(computeCatenary(50, 80, 4)[1]?.[1]).toBeLessThan(-80 * 0.75);
});

test('a list of points is read as SVG reads it, or refused', () => {
  expect(parsePoints('0 -9, -0.9 2.1,\n 12 0')).toEqual([
    [0, -9],
    [-0.9, 2.1],
    [12, 0],
  ]);
  for (const list of ['', '1', '1 2,', '1 2 3', '1 b', '1 Infinity'])
    expect(() => parsePoints(list)).toThrow('No point');
});
