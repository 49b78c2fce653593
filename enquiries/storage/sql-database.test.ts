import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpening } from './sql-database.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An opening of something that is away until it is told to be there, on a clock that only moves when it is told to. */
function openingOfWhatIsAway() {
  const place = { isThere: false };
  const attempt = vi.fn<() => Promise<string>>(async () => {
    if (!place.isThere) throw new Error(`away ${attempt.mock.calls.length}`);
    return 'open';
  });
  return { place, attempt, ...createOpening(attempt) };
}

describe('opening a database', () => {
  it('is done once for all who ask', async () => {
    const { place, attempt, open } = openingOfWhatIsAway();
    place.isThere = true;
    expect(await Promise.all([open(), open()])).toEqual(['open', 'open']);
    expect(await open()).toBe('open');
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it('is tried again after 1 second, then after twice as long each time, 30 seconds at most', async () => {
    const { attempt, open } = openingOfWhatIsAway();
    const pauses: number[] = [];
    for (let failures = 1; failures <= 8; failures += 1) {
      await expect(open()).rejects.toThrow(`away ${failures}`);
      // All who ask meanwhile hear the same, at once.
      let seconds = 0;
      for (; attempt.mock.calls.length === failures; seconds += 0.5) {
        await expect(open()).rejects.toThrow(`away ${failures}`);
        await vi.advanceTimersByTimeAsync(500);
        await open().catch(() => undefined);
      }
      pauses.push(seconds);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
  });

  it('goes on after a failure as though there had been none', async () => {
    const { place, open, end } = openingOfWhatIsAway();
    await expect(open()).rejects.toThrow('away');
    place.isThere = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(await open()).toBe('open');
    expect(await end()).toBe('open');
  });

  it('is over with the end, which waits for the attempt in hand and tells what there is to close', async () => {
    const { place, attempt, open, end } = openingOfWhatIsAway();
    const failing = open();
    const ended = end();
    await expect(failing).rejects.toThrow('away');
    expect(await ended).toBeUndefined();
    place.isThere = true;
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(open()).rejects.toThrow('closed');
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
