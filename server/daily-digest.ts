import type { Enquiries } from '../enquiries/enquiries.ts';
import { systemClock, type Clock } from '../enquiries/clock.ts';
import type { Log } from './log.ts';
import { loggableReason } from './loggable-error.ts';

/** A time of the day, in the time zone of the process. */
export interface TimeOfDay {
  hours: number;
  minutes: number;
}

const minute = 60_000;

export interface DailyDigest {
  /** Whether the last one could not be mailed, so that nobody knows of what was set aside. */
  isFailing(): boolean;
  /** Ends it, after one in hand. */
  stop(): Promise<void>;
}

/**
 * Sends the digest once a day from its time on, and again after a while where that fails. It looks at the clock each minute, so
 * that neither a clock that is set nor a change to summer time makes it miss a day.
 */
export function startDailyDigest(
  enquiries: Pick<Enquiries, 'sendDigest'>,
  at: TimeOfDay,
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  clock: Pick<Clock, 'now' | 'after'> = systemClock,
): DailyDigest {
  let isFailing = false;
  let sentFor: number | undefined;
  let inHand = Promise.resolve();
  let callOff = clock.after(minute, look);

  function look(): void {
    inHand = lookNow();
  }

  async function lookNow(): Promise<void> {
    const time = lastTime(at, clock.now());
    const isDone = time === sentFor || (await send(new Date(time)));
    if (isDone) sentFor = time;
    isFailing = !isDone;
    callOff = clock.after(isDone ? minute : 15 * minute, look);
  }

  async function send(due: Date): Promise<boolean> {
    try {
      const result = await enquiries.sendDigest(due);
      if (result.outcome === 'sent') log.info('the digest was mailed');
      if (result.outcome !== 'failed') return true;
      log.warn({ reason: loggableReason(result.reason) }, 'the digest was not mailed and is tried again');
    } catch (fault) {
      log.error({ err: fault }, 'the digest failed and is tried again');
    }
    return false;
  }

  return {
    isFailing: () => isFailing,
    async stop() {
      await inHand;
      callOff();
    },
  };
}

/** When that time of the day was last. */
function lastTime({ hours, minutes }: TimeOfDay, now: Date): number {
  const time = new Date(now);
  time.setHours(hours, minutes, 0, 0);
  if (time > now) time.setDate(time.getDate() - 1);
  return time.getTime();
}
