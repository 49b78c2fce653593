import { describe, expect, it } from 'vitest';
import { giveUpAfter, waitAfter } from './delivery-schedule.ts';

const almostOne = 1 - Number.EPSILON;

describe('the wait after a failed attempt', () => {
  it('is seconds after the first, and twice as long after each further one', () => {
    const longest = [1, 2, 3, 4].map((attempt) => waitAfter(attempt, almostOne));
    expect(longest).toEqual([5_000, 10_000, 20_000, 40_000]);
  });

  it('is an hour at most, however often it failed', () => {
    for (const attempt of [11, 50, 10_000]) expect(waitAfter(attempt, almostOne)).toBe(3_600_000);
  });

  it('leaves half of the time to chance', () => {
    expect(waitAfter(3, 0)).toBe(10_000);
    expect(waitAfter(3, 0.5)).toBe(15_000);
  });

  it('allows many attempts before 5 days are over', () => {
    let elapsed = 0;
    let attempts = 0;
    while (elapsed < giveUpAfter) elapsed += waitAfter((attempts += 1), 0.5);
    expect(giveUpAfter).toBe(432_000_000);
    expect(attempts).toBeGreaterThan(120);
  });
});
