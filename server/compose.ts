import type { ContactSettings } from '../enquiries/contact-settings.ts';
import type { DeliveryEvent } from '../enquiries/delivery.ts';
import { createEnquiries, type Enquiries, type EnquiriesParts } from '../enquiries/enquiries.ts';
import { createFileMailer } from '../enquiries/file-mailer.ts';
import { createMailFolder } from '../enquiries/mail-folder.ts';
import { createSmtpMailer } from '../enquiries/smtp-mailer.ts';
import { createSqlContactSettings } from '../enquiries/sql-contact-settings.ts';
import { createSqlEnquiryStore } from '../enquiries/sql-enquiry-store.ts';
import { site } from '../content/site.ts';
import type { Config } from './config.ts';
import { createSubmissionLimits, type SubmissionLimits } from './http/submission-limit.ts';
import type { Log } from './log.ts';
import { loggableReason } from './loggable-error.ts';
import { openDatabase } from './open-database.ts';

/** The core with its adapters: one database handle a process. */
export interface Composition {
  enquiries: Enquiries;
  contactSettings: ContactSettings;
  limits: SubmissionLimits;
  /** Starts delivery and the daily purge. A command that only reads and writes leaves it out. */
  start(): void;
  /** Ends both after what is in hand, and closes the database. */
  close(): Promise<void>;
}

/** Who else is told of what happens to enquiries: the metrics. `leaseLength` as in EnquiriesParts. */
export type Observers = Pick<EnquiriesParts, 'onReceipt' | 'report' | 'leaseLength'>;

/** Puts the core together as the configuration says. Rejects with a DatabaseOpenError when the database cannot be used. */
export async function compose(config: Config, log: Log, observers: Observers = {}): Promise<Composition> {
  const { database, dialect, pool, close } = await openDatabase(config.database);
  const folder = createMailFolder(config.mailFolder);
  const enquiries = createEnquiries({
    ...observers,
    store: createSqlEnquiryStore(database, dialect),
    mailer: config.smtpUrl === undefined ? createFileMailer(folder) : createSmtpMailer(config.smtpUrl),
    keptMails: folder,
    route: { from: config.mailFrom, to: config.mailTo, siteName: site.name },
    report(event) {
      logDelivery(log, event);
      observers.report?.(event);
    },
    onFault: (fault, during) => log.error({ err: fault }, faults[during]),
  });
  let stopPurge = async (): Promise<void> => {};

  return {
    enquiries,
    contactSettings: createSqlContactSettings(database),
    limits: createSubmissionLimits(pool === undefined ? {} : { pool }),
    start() {
      enquiries.start();
      stopPurge = startDailyPurge(enquiries, config.retentionDays, log);
    },
    async close() {
      await Promise.all([enquiries.stop(), stopPurge()]);
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

const day = 24 * 60 * 60 * 1000;

/** Purges enquiries older than the retention now and once a day. Returns what ends it, after a purge in hand. */
export function startDailyPurge(
  enquiries: Pick<Enquiries, 'purge'>,
  retentionDays: number,
  log: Log,
): () => Promise<void> {
  async function purge(): Promise<void> {
    try {
      const erased = await enquiries.purge(new Date(Date.now() - retentionDays * day));
      if (erased.length > 0) log.info({ enquiries: erased.length, retentionDays }, 'purged old enquiries');
    } catch (fault) {
      log.error({ err: fault }, 'the purge of old enquiries failed and is tried again tomorrow');
    }
  }

  let inHand = purge();
  const timer = setInterval(() => (inHand = purge()), day);
  return async () => {
    clearInterval(timer);
    await inHand;
  };
}
