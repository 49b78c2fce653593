import { describe, expect, it } from 'vitest';
import { timeLeft } from './promise.ts';

// A Wednesday, in the time zone of the process.
const received = new Date(2025, 2, 5, 14, 10);
const after = (hours: number) => new Date(received.getTime() + hours * 3_600_000);

describe('the time left of the promise', () => {
  it.each([
    [0, '24 h left'],
    [20.5, '3 h left'],
    [23.5, '30 min left'],
    [23.999, '1 min left'],
    [24, 'overdue since Thursday 14:10'],
    [100, 'overdue since Thursday 14:10'],
    [24 * 9, 'overdue since 6 March 2025, 14:10'],
  ])('after %d hours is told as %j', (hours, words) => {
    expect(timeLeft(received, { hours: 24 }, after(hours))).toBe(words);
  });
});
