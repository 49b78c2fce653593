import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import { computePastTimeOfDay, type TimeOfDay } from '../process/office-calendar.ts';
import type { Log } from '../process/log.ts';
import { createRepeatedJob, type RepeatedJob } from '../process/repeated-job.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Returns a job that queues the digest at its time, Monday to Friday. It checks the clock each minute, so that clock
 * changes skip no day.
 */
export function createDailyDigest(
  enquiries: Pick<EnquiryService, 'queueDigestDelivery'>,
  digestTime: TimeOfDay,
  getTimeZone: () => string,
  log: Pick<Log, 'error'>,
): RepeatedJob {
  let lastQueuedTime: number | undefined;
  const queue = async (): Promise<number> => {
    const time = findLastDigestTime(digestTime, new Date(), getTimeZone());
    try {
      if (time.getTime() !== lastQueuedTime) await enquiries.queueDigestDelivery(time);
      lastQueuedTime = time.getTime();
    } catch (err) {
      log.error({ err }, 'the digest could not be queued and is tried again');
    }
    return minute;
  };
  // Not at once: a start has enough to do.
  return createRepeatedJob(queue, minute);
}

/** Returns when it was last this time of day on a working day, in the office's time zone. */
function findLastDigestTime(timeOfDay: TimeOfDay, now: Date, timeZone: string): Date {
  for (let daysAgo = 0; ; daysAgo += 1) {
    const time = computePastTimeOfDay(now, daysAgo, timeOfDay, timeZone);
    if (time.at <= now && time.weekday < 6) return time.at;
  }
}

/** Returns a job that purges expired enquiries at once and then daily; hourly after a refusal. */
export function createDailyPurge(
  enquiries: Pick<EnquiryService, 'purgeExpired'>,
  retentionDays: number,
  log: Pick<Log, 'info' | 'error'>,
): RepeatedJob & { isRefused(): boolean } {
  let isRefused = false;
  const purging = createRepeatedJob(async () => {
    try {
      const result = await enquiries.purgeExpired(retentionDays);
      isRefused = result.outcome === 'refused';
      if (result.outcome === 'refused') {
        const { expiredCount: old, totalCount: all } = result;
        log.error({ old, all, retentionDays }, 'the purge was refused: it would have erased most enquiries');
      } else if (result.ids.length > 0) {
        log.info({ enquiries: result.ids.length, retentionDays }, 'purged old enquiries');
      }
    } catch (err) {
      log.error({ err }, 'the purge of old enquiries failed and is tried again tomorrow');
    }
    return isRefused ? hour : 24 * hour;
  });
  return { ...purging, isRefused: () => isRefused };
}
