import { describe, expect, test } from 'vitest';

import { catenary, pointsOf } from './geometry.ts';

const halfSpan = 107;
const sag = 21;
const chain = catenary(halfSpan, sag, 40);

describe('a catenary', () => {
  test('hangs from both supports at height 0', () => {
    expect(chain.at(0)?.[0]).toBe(-halfSpan);
    expect(chain.at(-1)?.[0]).toBe(halfSpan);
    expect(chain.at(0)?.[1]).toBeCloseTo(0, 9);
    expect(chain.at(-1)?.[1]).toBeCloseTo(0, 9);
  });

  test('is lowest in the middle, by its sag', () => {
    expect(chain[20]?.[0]).toBe(0);
    expect(chain[20]?.[1]).toBeCloseTo(-sag, 6);
    expect(Math.min(...chain.map(([, y]) => y))).toBe(chain[20]?.[1]);
  });

  test('is the same on both sides', () => {
    const mirrored = chain.toReversed();
    for (const [index, [x, y]] of chain.entries()) {
      expect(mirrored[index]?.[0]).toBeCloseTo(-x, 9);
      expect(mirrored[index]?.[1]).toBeCloseTo(y, 9);
    }
  });

  test.each([1, 2, 7, 40])('has a point more than its %i samples', (samples) => {
    expect(catenary(halfSpan, sag, samples)).toHaveLength(samples + 1);
  });

  test('is a chain, not a parabola: flatter in the middle when it hangs deep', () => {
    const deep = catenary(50, 80, 4);
    expect(deep[1]?.[1]).toBeLessThan(-80 * 0.75);
  });

  test.each([
    [1000, 1],
    [50, 50],
    [10, 20],
  ])('finds its form for a half span of %i and a sag of %i', (half, depth) => {
    expect(catenary(half, depth, 2)[1]?.[1]).toBeCloseTo(-depth, 4);
  });
});

describe('a list of points', () => {
  test('is read as SVG reads it', () => {
    expect(pointsOf('0 -9, -0.9 2.1,\n 12 0')).toEqual([
      [0, -9],
      [-0.9, 2.1],
      [12, 0],
    ]);
  });

  test.each(['', '1', '1 2,', '1 2 3', '1,2', '1 b', '1 2; 3 4', '1 Infinity'])('is refused as %j', (list) => {
    expect(() => pointsOf(list)).toThrow('No point');
  });
});
