import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDailyDigest } from './daily-digest.ts';
import { recordedLog } from './testing/site-under-test.ts';

const hour = 3_600_000;

// A Friday. Without a time zone it is the time of the machine.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2025-03-28T06:30:00') }));
afterEach(() => void vi.useRealTimers());

function started(queueDigest = vi.fn(async (_due: Date): Promise<void> => {})) {
  const { log, lines } = recordedLog();
  const digest = startDailyDigest({ queueDigest }, { hours: 8, minutes: 0 }, log);
  const days = () => queueDigest.mock.calls.map(([due]) => due.toLocaleString('sv'));
  return { ...digest, days, lines };
}

describe('the digest of a working day', () => {
  it('is queued once, soon after its time, and for the working day before if the server was off then', async () => {
    const { stop, days } = started();
    await vi.advanceTimersByTimeAsync(1.4 * hour);
    expect(days()).toEqual(['2025-03-27 08:00:00']);
    await vi.advanceTimersByTimeAsync(0.2 * hour);
    expect(days().slice(1)).toEqual(['2025-03-28 08:00:00']);
    await stop();
    await vi.advanceTimersByTimeAsync(120 * hour);
    expect(days()).toHaveLength(2);
  });

  it('is not queued on Saturdays and Sundays, and at the same time of the day when summer time begins', async () => {
    const { stop, days } = started();
    await vi.advanceTimersByTimeAsync(96 * hour);
    expect(days().slice(1)).toEqual(['2025-03-28 08:00:00', '2025-03-31 08:00:00']);
    await stop();
  });

  it('is tried again within minutes where the database did not take it', async () => {
    const away = new Error('away');
    const { stop, days, lines } = started(vi.fn(async (_due: Date) => {}).mockRejectedValueOnce(away));
    await vi.advanceTimersByTimeAsync(0.1 * hour);
    expect(days()).toEqual(['2025-03-27 08:00:00', '2025-03-27 08:00:00']);
    expect(lines).toHaveLength(1);
    await stop();
  });
});
