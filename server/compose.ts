import type { ContactSettings } from '../enquiries/contact-settings.ts';
import type { DeliveryEvent } from '../enquiries/delivery.ts';
import { createEnquiries, type Enquiries, type EnquiriesParts } from '../enquiries/enquiries.ts';
import { createFileMailer } from '../enquiries/file-mailer.ts';
import { createMailFolder } from '../enquiries/mail-folder.ts';
import { createSmtpMailer } from '../enquiries/smtp-mailer.ts';
import { DatabaseOpenError } from '../enquiries/sql-database.ts';
import { createSqlContactSettings } from '../enquiries/sql-contact-settings.ts';
import { createSqlEnquiryStore } from '../enquiries/sql-enquiry-store.ts';
import { site } from '../content/site.ts';
import type { Config } from './config.ts';
import { startDailyDigest, type DailyDigest } from './daily-digest.ts';
import { startDailyPurge, type DailyPurge } from './daily-purge.ts';
import { createSubmissionLimits, type SubmissionLimits } from './http/submission-limit.ts';
import type { Log } from './log.ts';
import { loggableReason } from './loggable-error.ts';
import { databaseAt, openDatabase, type SiteDatabase } from './open-database.ts';
import type { Concerns } from './readiness.ts';
import { untilOpen } from './until-open.ts';

/** The core with its adapters: one database handle a process. */
export interface Composition {
  enquiries: Enquiries;
  contactSettings: ContactSettings;
  limits: SubmissionLimits;
  /** What only a person can put right. */
  concerns(): Concerns;
  /** Starts delivery and the daily purge, as soon as the database is open. A command that only reads and writes leaves it out. */
  start(): void;
  /** Ends what `start` has started, after what is in hand. */
  stop(): Promise<void>;
  /** The same, and closes the database. */
  close(): Promise<void>;
}

/** Who else is told of what happens to enquiries: the metrics. `leaseLength` as in EnquiriesParts. */
export type Observers = Pick<EnquiriesParts, 'onReceipt' | 'report' | 'leaseLength' | 'isAlone'>;

/** Puts the core together as the configuration says. Rejects with a DatabaseOpenError when the database cannot be used. */
export async function compose(config: Config, log: Log, observers: Observers = {}): Promise<Composition> {
  const database = await openDatabase(config.database, { connections: config.databaseConnections });
  return assemble(config, log, database, observers);
}

/**
 * The same for a server, which does not wait for a database that is only away: its pages are served, enquiries are refused
 * until the database opens, and what `start` starts begins then.
 * @param hold keeps the data directory for this server; throws where it cannot
 */
export async function composeServer(
  config: Config,
  log: Log,
  hold: () => void,
  observers: Observers = {},
): Promise<Composition> {
  const database = databaseAt(config.database, { connections: config.databaseConnections, beforehand: hold });
  try {
    await database.ready();
  } catch (fault) {
    if (!(fault instanceof DatabaseOpenError) || fault.isLasting) throw fault;
  }
  // The one server that holds the data directory is alone with what is in it.
  return assemble(config, log, database, { ...observers, isAlone: config.database.kind === 'sqlite' });
}

function assemble(
  config: Config,
  log: Log,
  { database, dialect, pool, ready, close }: SiteDatabase,
  observers: Observers,
): Composition {
  const folder = createMailFolder(config.mailFolder);
  const enquiries = createEnquiries({
    ...observers,
    store: createSqlEnquiryStore(database, dialect),
    mailer: config.smtpUrl === undefined ? createFileMailer(folder) : createSmtpMailer(config.smtpUrl, config),
    keptMails: folder,
    route: { from: config.mailFrom, to: config.mailTo, siteName: site.name },
    report(event) {
      logDelivery(log, event);
      observers.report?.(event);
    },
    onFault: (fault, during) => log.error({ err: fault }, faults[during]),
  });
  const closing = new AbortController();
  let starting = Promise.resolve();
  let purge: DailyPurge | undefined;
  let digest: DailyDigest | undefined;

  async function startOnceOpen(): Promise<void> {
    if (!(await untilOpen(ready, log, closing.signal))) return;
    enquiries.start();
    purge = startDailyPurge(enquiries, config.retentionDays, log);
    digest = startDailyDigest(enquiries, config.digestAt, log);
  }

  async function stop(): Promise<void> {
    closing.abort();
    await starting;
    await Promise.all([enquiries.stop(), purge?.stop(), digest?.stop()]);
  }

  return {
    enquiries,
    contactSettings: createSqlContactSettings(database),
    concerns: () => ({
      purgeRefused: purge?.isRefused() ?? false,
      digestFailing: digest?.isFailing() ?? false,
      nobodyMailed: config.smtpUrl === undefined && config.siteUrl.startsWith('https://'),
    }),
    limits: createSubmissionLimits(pool === undefined ? {} : { pool }),
    start: () => void (starting = startOnceOpen()),
    stop,
    async close() {
      await stop();
      await close();
    },
  };
}

const faults = {
  receiving: 'an enquiry could not be stored; its visitor was told so',
  delivering: 'delivery was interrupted and will go on by itself',
};

function logDelivery(log: Log, event: DeliveryEvent): void {
  const { enquiryId, attempt, state } = event;
  if (state === 'delivered') return log.info({ enquiryId, attempt }, 'mail delivered');
  const reason = loggableReason(event.reason);
  if (state === 'failed') return log.error({ enquiryId, attempt, reason }, 'mail failed: an operator has to act');
  return log.warn({ enquiryId, attempt, reason, dueAt: event.dueAt }, 'mail not delivered yet');
}
