import type { Enquiries } from '../enquiries/enquiries.ts';
import { systemClock, type Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import { timeOfDayAgo } from '../enquiries/response-target.ts';
import { repeat, type Repeated } from '../server/repeat.ts';

/** A time of the day. */
export interface TimeOfDay {
  hours: number;
  minutes: number;
}

const minute = 60_000;

/**
 * Queues the digest once a working day, Monday to Friday, from its time on; delivery does the rest. It looks at the clock each
 * minute, so that neither a clock that is set nor a change to summer time makes it miss a day.
 */
export function dailyDigest(
  enquiries: Pick<Enquiries, 'queueDigest'>,
  at: TimeOfDay & { timeZone: () => string },
  log: Pick<Log, 'error'>,
  clock: Pick<Clock, 'now' | 'after'> = systemClock,
): Repeated {
  let queuedFor: number | undefined;
  // A start has enough to do.
  return repeat(
    async () => {
      const time = lastTime(at, clock.now(), at.timeZone());
      try {
        if (time !== queuedFor) await enquiries.queueDigest(new Date(time));
        queuedFor = time;
      } catch (fault) {
        log.error({ err: fault }, 'the digest could not be queued and is tried again');
      }
      return minute;
    },
    { clock, first: minute },
  );
}

/** When that time of the day was last in the office, on a working day. */
function lastTime({ hours, minutes }: TimeOfDay, now: Date, timeZone: string): number {
  for (let daysAgo = 0; ; daysAgo += 1) {
    const time = timeOfDayAgo(now, daysAgo, { hour: hours, minute: minutes }, timeZone);
    if (time.at <= now && time.weekday < 6) return time.at.getTime();
  }
}
