import type { ContactSettings } from '../enquiries/contact-settings.ts';
import type { DeliveryEvent } from '../enquiries/delivery.ts';
import { createEnquiries, type Enquiries } from '../enquiries/enquiries.ts';
import { createFileMailer } from '../enquiries/file-mailer.ts';
import { createMailFolder } from '../enquiries/mail-folder.ts';
import { createSmtpMailer } from '../enquiries/smtp-mailer.ts';
import { createSqliteContactSettings } from '../enquiries/sqlite-contact-settings.ts';
import { openSqliteDatabase } from '../enquiries/sqlite-database.ts';
import { createSqliteEnquiryStore } from '../enquiries/sqlite-enquiry-store.ts';
import { site } from '../content/site.ts';
import type { Config } from './config.ts';
import { startDailyPurge } from './daily-purge.ts';
import type { Log } from './log.ts';

/** The core with its adapters: one database handle a process. */
export interface Composition {
  enquiries: Enquiries;
  contactSettings: ContactSettings;
  /** Starts delivery and the daily purge. A command that only reads and writes leaves it out. */
  start(): void;
  /** Ends both after what is in hand, and closes the database. */
  close(): Promise<void>;
}

/** Puts the core together as the configuration says. Throws a DatabaseOpenError when the database cannot be used. */
export function compose(config: Config, log: Log): Composition {
  const { database, close } = openSqliteDatabase(config.databasePath);
  const folder = createMailFolder(config.mailFolder);
  const enquiries = createEnquiries({
    store: createSqliteEnquiryStore(database),
    mailer: config.smtpUrl === undefined ? createFileMailer(folder) : createSmtpMailer(config.smtpUrl),
    keptMails: folder,
    route: { from: config.mailFrom, to: config.mailTo, siteName: site.name },
    report: (event) => logDelivery(log, event),
    onFault: (fault, during) => log.error({ err: fault }, faults[during]),
  });
  let stopPurge = async (): Promise<void> => {};

  return {
    enquiries,
    contactSettings: createSqliteContactSettings(database),
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
  // A mail server's refusal may quote the addresses that it refuses.
  const reason = event.reason.replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '[address]');
  if (state === 'failed') return log.error({ enquiryId, attempt, reason }, 'mail failed: an operator has to act');
  return log.warn({ enquiryId, attempt, reason, dueAt: event.dueAt }, 'mail not delivered yet');
}
