import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PurgeOutcome } from '../enquiries/core/erasing.ts';
import { startDailyPurge } from './daily-purge.ts';
import { recordedLog } from './testing/site-under-test.ts';

const day = 24 * 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started(purgeOld: (retentionDays: number) => Promise<PurgeOutcome>) {
  const { log, lines } = recordedLog();
  return { ...startDailyPurge({ purgeOld }, 30, log), lines };
}

describe('the daily purge', () => {
  it('runs at the start and then once a day, by the retention', async () => {
    const purgeOld = vi.fn(async (): Promise<PurgeOutcome> => ({ outcome: 'purged', ids: ['an id'] }));
    const { stop, lines } = started(purgeOld);
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(purgeOld.mock.calls).toEqual([[30], [30], [30]]);
    expect(lines.join('')).toContain('"enquiries":1');
    await stop();
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(purgeOld).toHaveBeenCalledTimes(3);
  });

  it('says as an error that it was refused, until one is done', async () => {
    const outcomes: PurgeOutcome[] = [
      { outcome: 'refused', old: 3, all: 4 },
      { outcome: 'purged', ids: [] },
    ];
    const { isRefused, stop, lines } = started(async () => outcomes.shift() ?? { outcome: 'purged', ids: [] });
    await vi.advanceTimersByTimeAsync(0);
    expect(isRefused()).toBe(true);
    expect(lines.join('')).toMatch(/"level":50.*"old":3,"all":4/);
    await vi.advanceTimersByTimeAsync(day / 24);
    expect(isRefused()).toBe(false);
    await stop();
  });

  it('logs a fault and tries again the next day', async () => {
    const purgeOld = vi.fn(async () => Promise.reject(new Error('busy')));
    const { stop, lines } = started(purgeOld);
    await vi.advanceTimersByTimeAsync(day);
    expect(purgeOld).toHaveBeenCalledTimes(2);
    expect(lines.join('')).toContain('busy');
    await stop();
  });
});
