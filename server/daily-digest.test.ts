import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DigestOutcome } from '../enquiries/digest.ts';
import { startDailyDigest } from './daily-digest.ts';
import { recordedLog } from './testing/site-under-test.ts';

const hour = 3_600_000;

// Without a time zone it is the time of the machine.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2025-03-29T06:30:00') }));
afterEach(() => void vi.useRealTimers());

function started(...outcomes: DigestOutcome[]) {
  const sendDigest = vi.fn(async (_due: Date): Promise<DigestOutcome> => outcomes.shift() ?? { outcome: 'sent' });
  const { log, lines } = recordedLog();
  const digest = startDailyDigest({ sendDigest }, { hours: 8, minutes: 0 }, log);
  const days = () => sendDigest.mock.calls.map(([due]) => due.toLocaleString('sv'));
  return { ...digest, days, lines };
}

describe('the daily digest', () => {
  it('is asked for once for each day, soon after its time, and for the day before if the server was off then', async () => {
    const { stop, days } = started();
    await vi.advanceTimersByTimeAsync(1.4 * hour);
    expect(days()).toEqual(['2025-03-28 08:00:00']);
    await vi.advanceTimersByTimeAsync(0.2 * hour);
    expect(days().slice(1)).toEqual(['2025-03-29 08:00:00']);
    await vi.advanceTimersByTimeAsync(48 * hour);
    expect(days().slice(2)).toEqual(['2025-03-30 08:00:00', '2025-03-31 08:00:00']);
    await stop();
    await vi.advanceTimersByTimeAsync(48 * hour);
    expect(days()).toHaveLength(4);
  });

  it('is tried again where it could not be mailed, without the words of the mail server in the log', async () => {
    const { isFailing, stop, days, lines } = started({ outcome: 'failed', reason: '451 ada@example.com is away' });
    await vi.advanceTimersByTimeAsync(0.1 * hour);
    expect(isFailing()).toBe(true);
    await vi.advanceTimersByTimeAsync(0.4 * hour);
    expect(isFailing()).toBe(false);
    expect(days()).toEqual(['2025-03-28 08:00:00', '2025-03-28 08:00:00']);
    expect(lines.join('')).toContain('451');
    expect(lines.join('')).not.toContain('away');
    await stop();
  });
});
