import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PurgeOutcome } from '../enquiries/retention.ts';
import { target } from '../enquiries/testing/test-store.ts';
import { createBackgroundJobs } from './background-jobs.ts';
import { readConfig } from './config.ts';
import { createDailyDigest, createDailyPurge } from './daily-jobs.ts';
import { createRecordedLog } from './testing/test-server.ts';

const hour = 3_600_000;
const passHours = (hours: number) => vi.advanceTimersByTimeAsync(hours * hour);

// A Friday, before summer time begins in London.
beforeEach(() => void vi.useFakeTimers({ now: new Date('2025-03-28T06:30:00Z') }));

describe('the digest of a working day', () => {
  function started() {
    const queueDigestDelivery = vi.fn(async (_due: Date): Promise<void> => {});
    const eight = { hour: 8, minute: 0 };
    const digest = createDailyDigest({ queueDigestDelivery }, eight, () => 'Europe/London', createRecordedLog().log);
    digest.start();
    return {
      ...digest,
      days: () =>
        queueDigestDelivery.mock.calls.map(([due]) => due.toLocaleString('sv', { timeZone: 'Europe/London' })),
    };
  }

  it('is queued once, soon after its time, and for the working day before if the server was off then', async () => {
    const { stop, days } = started();
    await passHours(1.4);
    expect(days()).toEqual(['2025-03-27 08:00:00']);
    await passHours(0.2);
    expect(days().slice(1)).toEqual(['2025-03-28 08:00:00']);
    await stop();
    await passHours(120);
    expect(days()).toHaveLength(2);
  });

  it('is not queued on Saturdays and Sundays, and at the same time of the day when summer time begins', async () => {
    const { stop, days } = started();
    await passHours(96);
    expect(days().slice(1)).toEqual(['2025-03-28 08:00:00', '2025-03-31 08:00:00']);
    await stop();
  });
});

describe('the daily purge', () => {
  function started(outcome: () => Promise<PurgeOutcome>) {
    const { log, lines } = createRecordedLog();
    const purgeExpired = vi.fn((_retentionDays: number) => outcome());
    const purge = createDailyPurge({ purgeExpired }, 30, log);
    purge.start();
    return { ...purge, purgeOld: purgeExpired, lines };
  }

  it('runs at the start and then once a day, by the retention', async () => {
    const { purgeOld, stop, lines } = started(async () => ({ outcome: 'purged', ids: ['an id'] }));
    await passHours(48);
    expect(purgeOld.mock.calls).toEqual([[30], [30], [30]]);
    expect(lines.join('')).toContain('"enquiries":1');
    await stop();
    await passHours(48);
    expect(purgeOld).toHaveBeenCalledTimes(3);
  });

  it('says as an error that it was refused, until one is done an hour later', async () => {
    let outcome: PurgeOutcome = { outcome: 'refused', expiredCount: 3, totalCount: 4 };
    const { isRefused, stop, lines } = started(async () => outcome);
    await passHours(0);
    expect(isRefused()).toBe(true);
    expect(lines.join('')).toMatch(/"level":50.*"old":3,"all":4/);
    outcome = { outcome: 'purged', ids: [] };
    await passHours(1);
    expect(isRefused()).toBe(false);
    await stop();
  });
});

it('sums of views are saved from the start, so that those of an hour without a database are no flood', async () => {
  const createJob = () => ({ start: vi.fn(() => {}), stop: async () => {} });
  const [savingJob, maintenanceJob, outbox] = [createJob(), createJob(), createJob()];
  const openDatabase = () => Promise.reject(new Error('away'));
  const parts = { enquiries: {} as never, outbox, openDatabase, target, statistics: { savingJob, maintenanceJob } };
  const jobs = createBackgroundJobs({ ...parts, config: readConfig({}), log: createRecordedLog().log });
  jobs.start();
  expect([savingJob, maintenanceJob].map(({ start }) => start.mock.calls.length)).toEqual([1, 0]);
  await jobs.stop();
});
