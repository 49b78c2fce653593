import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDailyPurge } from './compose.ts';
import { recordedLog } from './testing/site-under-test.ts';

const day = 24 * 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers({ now: new Date('2025-03-31T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('the daily purge', () => {
  it('runs at the start and then once a day, for what is older than the retention', async () => {
    const purge = vi.fn(async (_date: Date) => ['an id']);
    const { log, lines } = recordedLog();
    const stop = startDailyPurge({ purge }, 30, log);
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(purge.mock.calls.map(([date]) => date.toISOString())).toEqual([
      '2025-03-01T12:00:00.000Z',
      '2025-03-02T12:00:00.000Z',
      '2025-03-03T12:00:00.000Z',
    ]);
    expect(lines.join('')).toContain('"enquiries":1');
    await stop();
    await vi.advanceTimersByTimeAsync(2 * day);
    expect(purge).toHaveBeenCalledTimes(3);
  });

  it('logs a fault and tries again the next day', async () => {
    const purge = vi.fn(async () => Promise.reject(new Error('busy')));
    const { log, lines } = recordedLog();
    const stop = startDailyPurge({ purge }, 30, log);
    await vi.advanceTimersByTimeAsync(day);
    expect(purge).toHaveBeenCalledTimes(2);
    expect(lines.join('')).toContain('busy');
    await stop();
  });
});
