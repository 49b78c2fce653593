import { setTimeout } from 'node:timers/promises';
import type { EnquiryService } from '../enquiries/enquiry-service.ts';
import { concerns, selectConcerns } from '../enquiries/concerns.ts';
import type { ResponseTarget } from '../enquiries/response-target.ts';
import type { MailboxReader } from '../mailbox/mailbox-reader.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Config } from './config.ts';
import { createDailyDigest, createDailyPurge } from './daily-jobs.ts';
import type { RepeatedJob } from '../process/repeated-job.ts';
import { explainDatabaseError } from './start-errors.ts';
import type { Log } from '../process/log.ts';

interface JobDependencies {
  config: Pick<Config, 'retentionDays' | 'digestTime'>;
  log: Log;
  enquiries: EnquiryService;
  outbox: Pick<Outbox, 'start' | 'stop'>;
  /** Undefined without IMAP_URL. */
  mailboxReader?: MailboxReader | undefined;
  /** Opens the database. After a failure it pauses by itself before the next attempt. */
  openDatabase: () => Promise<void>;
  /** Has the time zone of the office. */
  target: ResponseTarget;
  statistics: Record<'savingJob' | 'maintenanceJob', RepeatedJob>;
}

/** Returns the background jobs: deliveries, the mailbox, daily purge and daily digest. They wait for the database to open. */
export function createBackgroundJobs(dependencies: JobDependencies) {
  const { config, log, enquiries, outbox, mailboxReader, target } = dependencies;
  const closing = new AbortController();
  let starting = Promise.resolve();
  const purge = createDailyPurge(enquiries, config.retentionDays, log);
  const digest = createDailyDigest(enquiries, config.digestTime, () => target.officeHours.timeZone, log);
  const { savingJob, maintenanceJob } = dependencies.statistics;
  const jobs = [outbox, purge, digest, maintenanceJob, ...(mailboxReader ? [mailboxReader] : [])];

  /** Recomputes due dates by the current office hours. Logs errors. */
  async function recomputeDueDates(): Promise<void> {
    await enquiries.recomputeDueDates().catch((err: unknown) => {
      log.error({ err }, 'due dates could not be recomputed; the next start tries again');
    });
  }

  async function startOnceDatabaseOpens(): Promise<void> {
    if ((await openDatabaseWithRetries(dependencies, closing.signal)) === 'aborted') return;
    await recomputeDueDates();
    for (const job of jobs) job.start();
  }

  return {
    /** Returns what a person has to look into. */
    getConcerns: () =>
      selectConcerns({
        'purge: refused': purge.isRefused(),
        'mailbox: unreachable': (mailboxReader?.getUnreadMs() ?? 0) > concerns['mailbox: unreachable'].afterMs,
      }),
    recomputeDueDates,
    /** Starts the jobs once the database is open; sums of views must not wait for it. Commands do not call it. */
    start(): void {
      savingJob.start();
      starting = startOnceDatabaseOpens();
    },
    /** Stops the jobs after current work. */
    async stop(): Promise<void> {
      closing.abort();
      await starting;
      await Promise.all([savingJob, ...jobs].map((job) => job.stop()));
    },
  };
}

/** Opens the database, and tries again each second until `signal` aborts. Logs new reasons once. */
async function openDatabaseWithRetries(
  { openDatabase, log }: Pick<JobDependencies, 'openDatabase' | 'log'>,
  signal: AbortSignal,
): Promise<'open' | 'aborted'> {
  let loggedReason = '';
  for (;;) {
    try {
      await openDatabase();
      if (loggedReason !== '') log.info('the database is open: enquiries are taken');
      return 'open';
    } catch (error) {
      const reason = explainDatabaseError(error);
      if (reason !== loggedReason) log.error(`${reason} The pages are served; enquiries are refused until it opens.`);
      loggedReason = reason;
    }
    if (signal.aborted) return 'aborted';
    await setTimeout(1000, undefined, { signal }).catch(() => {});
  }
}
