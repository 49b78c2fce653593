import { describe, expect, test } from 'vitest';

import { onCircle, smooth } from './arcs.ts';
import { pointsOf } from './geometry.ts';

describe('a smooth line', () => {
  test('lies on the circle that its points lie on, on the side that they bend to', () => {
    const clockwise = [180, 120, 60, 30, 0].map((angle) => onCircle([50, 50], 40, angle));
    expect(smooth(clockwise)).toBe('M10 50A40 40 0 0 1 70 15.4A40 40 0 0 1 90 50');
    expect(smooth(clockwise.toReversed())).toBe('M90 50A40 40 0 0 0 70 15.4A40 40 0 0 0 10 50');
  });

  test('is straight where its points are', () => {
    expect(smooth(pointsOf('0 0, 10 5, 20 10'))).toBe('M0 0L20 10');
  });
});
