import { setTimeout } from 'node:timers/promises';
import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Config } from './config.ts';
import { createDailyDigest, createDailyPurge } from './daily-jobs.ts';
import { explainOpenError } from './explain.ts';
import type { Log } from '../process/log.ts';

interface Parts {
  enquiries: Enquiries;
  outbox: Pick<Outbox, 'start' | 'stop'>;
  /** Opens the database; after a failure it leaves a pause by itself. */
  ready: () => Promise<void>;
  /** Returns the current time zone of the office. */
  timeZone: () => string;
}

/** Creates the background jobs: deliveries, daily purge and daily digest, once the database is open. */
export function createJobs({ enquiries, outbox, ready, timeZone }: Parts, config: Config, log: Log) {
  const closing = new AbortController();
  let starting = Promise.resolve();
  const purge = createDailyPurge(enquiries, config.retentionDays, log);
  const jobs = [outbox, purge, createDailyDigest(enquiries, config.digestAt, timeZone, log)];

  /** Answers are due by the office hours of now. */
  async function recomputeDueDates(): Promise<void> {
    await enquiries.recomputeDueDates().catch((fault: unknown) => {
      log.error({ err: fault }, 'when answers are due could not be computed anew, and is at the next start');
    });
  }

  async function startOnceOpen(): Promise<void> {
    if (!(await waitUntilOpened(ready, log, closing.signal))) return;
    await recomputeDueDates();
    for (const job of jobs) job.start();
  }

  return {
    /** True if the last daily purge was refused, so that a person has to look. */
    isPurgeRefused: purge.isRefused,
    recomputeDueDates,
    /** Starts delivery, purge and digest, as soon as the database is open. A command that only reads and writes leaves it out. */
    start: () => void (starting = startOnceOpen()),
    /** Stops the jobs after current work. */
    async stop(): Promise<void> {
      closing.abort();
      await starting;
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/**
 * Waits for a database that is away; says each reason once, and that it is there at last. Resolves to true once it is open, to
 * false where the signal has come first.
 * @param ready opens the database; after a failure it leaves a pause by itself
 * @param pause before it is asked again, in milliseconds
 */
export async function waitUntilOpened(
  ready: () => Promise<void>,
  log: Pick<Log, 'info' | 'error'>,
  signal: AbortSignal,
  pause = 1000,
): Promise<boolean> {
  let told = '';
  for (;;) {
    try {
      await ready();
      if (told !== '') log.info('the database is open: enquiries are taken');
      return true;
    } catch (fault) {
      const why = explainOpenError(fault);
      if (why !== told) log.error(`${why} The pages are served; enquiries are refused until it opens.`);
      told = why;
    }
    if (signal.aborted) return false;
    await setTimeout(pause, undefined, { signal }).catch(() => {});
  }
}
