import { setTimeout } from 'node:timers/promises';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Config } from './config.ts';
import { createDailyDigest, createDailyPurge } from './daily-jobs.ts';
import { explainDatabaseError } from './start-errors.ts';
import type { Log } from '../process/log.ts';
import type { RepeatedJob } from '../process/repeated-job.ts';

interface JobDependencies {
  enquiries: EnquiryService;
  outbox: Pick<Outbox, 'start' | 'stop'>;
  /** Undefined without IMAP_URL. */
  mailboxReader?: RepeatedJob | undefined;
  /** Opens the database. After a failure it pauses by itself before the next attempt. */
  openDatabase: () => Promise<void>;
  /** Returns the current time zone of the office. */
  getTimeZone: () => string;
}

/** Returns the background jobs: deliveries, the mailbox, daily purge and daily digest. They wait for the database to open. */
export function createBackgroundJobs(
  { enquiries, outbox, mailboxReader, openDatabase, getTimeZone }: JobDependencies,
  config: Config,
  log: Log,
) {
  const closing = new AbortController();
  let starting = Promise.resolve();
  const purge = createDailyPurge(enquiries, config.retentionDays, log);
  const digest = createDailyDigest(enquiries, config.digestTime, getTimeZone, log);
  const jobs = [outbox, purge, digest, ...(mailboxReader ? [mailboxReader] : [])];

  /** Recomputes due dates by the current office hours. Logs errors. */
  async function recomputeDueDates(): Promise<void> {
    await enquiries.recomputeDueDates().catch((err: unknown) => {
      log.error({ err }, 'due dates could not be recomputed; the next start tries again');
    });
  }

  async function startOnceDatabaseOpens(): Promise<void> {
    if (!(await waitForDatabase(openDatabase, log, closing.signal))) return;
    await recomputeDueDates();
    for (const job of jobs) job.start();
  }

  return {
    /** Returns true if the last daily purge was refused, which a person has to look into. */
    isPurgeRefused: purge.isRefused,
    recomputeDueDates,
    /** Starts the jobs once the database is open. Commands do not call it. */
    start: () => void (starting = startOnceDatabaseOpens()),
    /** Stops the jobs after current work. */
    async stop(): Promise<void> {
      closing.abort();
      await starting;
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/**
 * Opens the database, retrying until it succeeds. Logs new reasons once. Resolves to false if `signal` aborts first.
 * @param pauseMilliseconds between attempts
 */
export async function waitForDatabase(
  openDatabase: () => Promise<void>,
  log: Pick<Log, 'info' | 'error'>,
  signal: AbortSignal,
  pauseMilliseconds = 1000,
): Promise<boolean> {
  let loggedReason = '';
  for (;;) {
    try {
      await openDatabase();
      if (loggedReason !== '') log.info('the database is open: enquiries are taken');
      return true;
    } catch (error) {
      const reason = explainDatabaseError(error);
      if (reason !== loggedReason) log.error(`${reason} The pages are served; enquiries are refused until it opens.`);
      loggedReason = reason;
    }
    if (signal.aborted) return false;
    await setTimeout(pauseMilliseconds, undefined, { signal }).catch(() => {});
  }
}
