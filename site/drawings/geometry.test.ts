import { describe, expect, test } from 'vitest';

import { catenary, onCircle, type Point, smooth } from './geometry.ts';

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

describe('a smooth line', () => {
  test('lies on the circle that its points lie on, on the side that they bend to', () => {
    const clockwise = [180, 120, 60, 30, 0].map((angle) => onCircle([50, 50], 40, angle));
    expect(smooth(clockwise)).toBe('M10 50A40 40 0 0 1 70 15.4A40 40 0 0 1 90 50');
    expect(smooth(clockwise.toReversed())).toBe('M90 50A40 40 0 0 0 70 15.4A40 40 0 0 0 10 50');
  });

  test('is straight where its points are', () => {
    const points: Point[] = [
      [0, 0],
      [10, 5],
      [20, 10],
    ];
    expect(smooth(points)).toBe('M0 0L20 10');
  });
});
