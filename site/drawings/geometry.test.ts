import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { onCircle, smooth } from './arcs.ts';
import { catenary, pointsOf } from './geometry.ts';

describe('a catenary', () => {
  test('hangs from both supports, alike on both sides and lowest by its sag in the middle', () => {
    const size = fc.double({ min: 10, max: 1000, noNaN: true });
    fc.assert(
      fc.property(
        size,
        fc.double({ min: 0.001, max: 2, noNaN: true }),
        fc.integer({ min: 1, max: 20 }),
        (half, ratio, parts) => {
          const sag = half * ratio;
          const chain = catenary(half, sag, 2 * parts);
          expect(chain).toHaveLength(2 * parts + 1);
          for (const [index, [x, y]] of chain.entries()) {
            expect(x).toBeCloseTo(-half + (index * half) / parts, 6);
            const [otherX = NaN, otherY = NaN] = chain.at(-1 - index) ?? [];
            expect([otherX + x, otherY - y].every((difference) => Math.abs(difference) < 1e-6)).toBe(true);
            expect(y).toBeGreaterThanOrEqual(-sag - 1e-3);
          }
          expect(chain[0]?.[1]).toBeCloseTo(0, 6);
          expect(chain[parts]?.[1]).toBeCloseTo(-sag, 3);
        },
      ),
    );
  });

  test('is a chain, not a parabola: flatter in the middle when it hangs deep', () =>
    expect(catenary(50, 80, 4)[1]?.[1]).toBeLessThan(-80 * 0.75));

  test('may have an odd number of parts', () => expect(catenary(107, 21, 7)).toHaveLength(8));
});

describe('a list of points', () => {
  test('is read as SVG reads it', () =>
    expect(pointsOf('0 -9, -0.9 2.1,\n 12 0')).toEqual([
      [0, -9],
      [-0.9, 2.1],
      [12, 0],
    ]));

  test.each(['', '1', '1 2,', '1 2 3', '1,2', '1 b', '1 2; 3 4', '1 Infinity'])('is refused as %j', (list) =>
    expect(() => pointsOf(list)).toThrow('No point'),
  );
});

describe('a smooth line', () => {
  test('lies on the circle that its points lie on, on the side that they bend to', () => {
    const clockwise = [180, 120, 60, 30, 0].map((angle) => onCircle([50, 50], 40, angle));
    expect(smooth(clockwise)).toBe('M10 50A40 40 0 0 1 70 15.4A40 40 0 0 1 90 50');
    expect(smooth(clockwise.toReversed())).toBe('M90 50A40 40 0 0 0 70 15.4A40 40 0 0 0 10 50');
  });

  test('is straight where its points are', () => expect(smooth(pointsOf('0 0, 10 5, 20 10'))).toBe('M0 0L20 10'));
});
