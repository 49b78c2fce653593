import type { Enquiries } from '../enquiries/enquiries.ts';
import { systemClock, type Clock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import { repeat, type Repeated } from '../server/repeat.ts';

/** A time of the day, in the time zone of the process. */
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
  at: TimeOfDay,
  log: Pick<Log, 'error'>,
  clock: Pick<Clock, 'now' | 'after'> = systemClock,
): Repeated {
  let queuedFor: number | undefined;
  // A start has enough to do.
  return repeat(
    async () => {
      const time = lastTime(at, clock.now());
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

/** When that time of the day was last, on a working day. */
function lastTime({ hours, minutes }: TimeOfDay, now: Date): number {
  for (let daysAgo = 0; ; daysAgo += 1) {
    const time = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo, hours, minutes);
    if (time <= now && ![0, 6].includes(time.getDay())) return time.getTime();
  }
}
