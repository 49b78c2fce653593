import type { Enquiries } from '../enquiries/enquiries.ts';
import { getTimeOfDay, type TimeOfDay } from '../enquiries/response-target.ts';
import type { Log } from '../process/log.ts';
import { schedule } from '../server/schedule.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Queues the digest once a working day, Monday to Friday, from its time on; delivery does the rest. It looks at the clock each
 * minute, so that neither a clock that is set nor a change to summer time makes it miss a day.
 */
export function createDailyDigest(
  enquiries: Pick<Enquiries, 'queueDigest'>,
  at: TimeOfDay,
  timeZone: () => string,
  log: Pick<Log, 'error'>,
) {
  let queuedFor: number | undefined;
  const queue = async (): Promise<number> => {
    const time = findLastTime(at, new Date(), timeZone());
    try {
      if (time.getTime() !== queuedFor) await enquiries.queueDigest(time);
      queuedFor = time.getTime();
    } catch (fault) {
      log.error({ err: fault }, 'the digest could not be queued and is tried again');
    }
    return minute;
  };
  // A start has enough to do.
  return schedule(queue, minute);
}

/** Returns when that time of the day was last in the office, on a working day. */
function findLastTime(at: TimeOfDay, now: Date, timeZone: string): Date {
  for (let daysAgo = 0; ; daysAgo += 1) {
    const time = getTimeOfDay(now, daysAgo, at, timeZone);
    if (time.at <= now && time.weekday < 6) return time.at;
  }
}

/** Purges enquiries older than the retention at once and then once a day; where that was refused, each hour. */
export function createDailyPurge(
  enquiries: Pick<Enquiries, 'purgeOld'>,
  retentionDays: number,
  log: Pick<Log, 'info' | 'error'>,
) {
  let isRefused = false;
  const purging = schedule(async () => {
    try {
      const result = await enquiries.purgeOld(retentionDays);
      isRefused = result.outcome === 'refused';
      if (result.outcome === 'refused') {
        const { old, all } = result;
        log.error({ old, all, retentionDays }, 'the purge was refused: it would have erased most enquiries');
      } else if (result.ids.length > 0) {
        log.info({ enquiries: result.ids.length, retentionDays }, 'purged old enquiries');
      }
    } catch (fault) {
      log.error({ err: fault }, 'the purge of old enquiries failed and is tried again tomorrow');
    }
    return isRefused ? hour : 24 * hour;
  });
  return { ...purging, isRefused: () => isRefused };
}
