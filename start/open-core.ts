import { hash } from 'node:crypto';
import type { AcknowledgementWords } from '../enquiries/channels/acknowledgement.ts';
import type { ContactSettings } from '../enquiries/core/contact-settings.ts';
import type { DeliveryEvent } from '../enquiries/core/delivery.ts';
import { createEnquiries, type Enquiries, type EnquiriesParts } from '../enquiries/core/enquiries.ts';
import { createChannels } from '../enquiries/channels/channels.ts';
import { createMailFolder } from '../enquiries/channels/mail-folder.ts';
import { createSmtpMailer } from '../enquiries/channels/smtp-mailer.ts';
import { DatabaseOpenError, type OpeningSettings } from '../enquiries/storage/sql-database.ts';
import { createSqlAssets, type AssetStore } from '../enquiries/storage/sql-assets.ts';
import { createSqlContactSettings } from '../enquiries/storage/sql-contact-settings.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import { putTogether } from '../content/put-together.ts';
import { files } from '../content/stored-words.ts';
import { contactPage, replyPromise, site } from '../content/words.ts';
import type { EnquiryStore } from '../enquiries/core/store.ts';
import { createHttpWebhook } from '../enquiries/channels/http-webhook.ts';
import { createWebhook, type Webhook } from '../enquiries/channels/webhook.ts';
import { systemClock } from '../enquiries/core/clock.ts';
import { createPeople, type People } from '../enquiries/core/people.ts';
import { createSqlPeople } from '../enquiries/storage/sql-people.ts';
import { inboxOrigin } from '../office/inbox-origin.ts';
import { isPublic, type Config } from './config.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { createSubmissionLimits, type SubmissionLimits } from '../server/limits.ts';
import type { Log } from '../process/log.ts';
import { loggableReason } from '../process/loggable-error.ts';
import { databaseAt, type SiteDatabase } from './open-database.ts';
import type { Concerns } from '../server/health.ts';

/** The core with its adapters: one database handle a process. */
export interface Core extends Omit<Jobs, 'isPurgeRefused'> {
  config: Config;
  log: Log;
  enquiries: Enquiries;
  contactSettings: ContactSettings;
  /** Files for pages of other releases. */
  assetStore: AssetStore;
  webhook: Webhook | undefined;
  /** Who may open the inbox. */
  people: People;
  limits: SubmissionLimits;
  /** What only a person can put right. */
  concerns(): Concerns;
  /** On which all of this works: to look at it, to copy it and to move it. */
  database: SiteDatabase;
  /** Stops the jobs, and closes the database. */
  close(): Promise<void>;
}

/** Who else is told of what happens to enquiries (the metrics), and for how long a delivery is leased. */
interface Opening extends Pick<EnquiriesParts, 'onReceipt' | 'report' | 'leaseLength'> {
  /**
   * Locks the data directory for a server; throws where it cannot. A server does not wait for a database that is only away: its
   * pages are served, enquiries are refused until the database opens, and its jobs begin then.
   */
  lock?: (() => void) | undefined;
  /** What becomes of an older schema: a server migrates it, and is the default. */
  older?: OpeningSettings['older'];
}

/** Puts the core together as the configuration says. Rejects with a DatabaseOpenError when the database cannot be used. */
export async function openCore(config: Config, log: Log, opening: Opening = {}): Promise<Core> {
  const { lock, older, ...observers } = opening;
  const database = databaseAt(config.database, {
    connections: config.databaseConnections,
    beforehand: lock,
    older,
    backups: {
      directory: config.backupDirectory,
      onMade: (path) => log.info({ path }, 'a backup was made before the migration'),
    },
    onMigration: (state, from, to) => log.info({ from, to }, `the migration of the database ${state}`),
  });
  try {
    await database.ready();
  } catch (fault) {
    const isAway = fault instanceof DatabaseOpenError && !fault.isLasting;
    if (lock === undefined || !isAway) {
      await database.close();
      throw fault;
    }
  }
  // The one server that holds the data directory is alone with what is in it.
  return assemble(config, log, database, {
    ...observers,
    isAlone: lock !== undefined && config.database.kind === 'sqlite',
  });
}

function assemble(
  config: Config,
  log: Log,
  opened: SiteDatabase,
  observers: Pick<EnquiriesParts, 'onReceipt' | 'report' | 'leaseLength' | 'isAlone'>,
): Core {
  const { database, dialect, pool, ready, close } = opened;
  const folder = createMailFolder(config.mailFolder);
  const store = createSqlEnquiryStore(database, dialect);
  const contactSettings = createSqlContactSettings(database);
  const inboxUrl = inboxOrigin(config);
  const webhook = webhookOf(config, store, inboxUrl);
  const channels = createChannels({
    store,
    promise: replyPromise,
    mailer: config.smtpUrl === undefined ? folder : createSmtpMailer(config.smtpUrl, config),
    route: { from: config.mailFrom, to: config.mailTo, siteName: site.name, inboxUrl },
    acknowledgement: config.acknowledge ? () => acknowledgementWords(contactSettings, config) : undefined,
    webhook,
  });
  const enquiries = createEnquiries({
    ...observers,
    store,
    channels,
    promise: replyPromise,
    keptMails: folder,
    faultWords: contactPage.form.faults,
    report(event) {
      logDelivery(log, event);
      observers.report?.(event);
    },
    onFault: (fault, during) => log.error({ err: fault }, faults[during]),
  });
  const jobs = createJobs(enquiries, config, log, ready);

  return {
    config,
    log,
    enquiries,
    webhook,
    contactSettings,
    assetStore: createSqlAssets(database),
    people: createPeople(createSqlPeople(database)),
    concerns: () => ({
      purgeRefused: jobs.isPurgeRefused(),
      nobodyMailed: config.smtpUrl === undefined && config.siteUrl.startsWith('https://'),
      backups: { by: config.backups, isPublic: isPublic(config) },
    }),
    limits: createSubmissionLimits(pool === undefined ? {} : { pool }),
    database: opened,
    start: jobs.start,
    stop: jobs.stop,
    async close() {
      await jobs.stop();
      await close();
    },
  };
}

async function acknowledgementWords(
  settings: ContactSettings,
  { retentionDays }: Config,
): Promise<AcknowledgementWords> {
  const words = putTogether(files, { contact: await settings.overrides(), retentionDays });
  const { acknowledgement, contactPage, site } = words;
  const { outsideHours } = contactPage.next;
  return { ...acknowledgement, outsideHours, contact: { name: site.name, address: site.contact.email } };
}

function webhookOf({ webhook }: Config, store: EnquiryStore, inboxUrl: string | undefined): Webhook | undefined {
  if (webhook === undefined) return undefined;
  const { url, secret, privateHost } = webhook;
  const caller = createHttpWebhook(url, secret, { privateHost });
  // The address itself may be a secret.
  return createWebhook({ caller, place: hash('sha256', url).slice(0, 16), store, clock: systemClock, inboxUrl });
}

const faults = {
  receiving: 'an enquiry could not be stored; its visitor was told so',
  delivering: 'delivery was interrupted and will go on by itself',
};

/** An acknowledgement or a call of the webhook that comes to nothing is nobody's task at once: the enquiry itself is mailed. */
function logDelivery(log: Log, event: DeliveryEvent): void {
  const { enquiryId, attempt, channel, state } = event;
  const isMail = channel !== 'acknowledgement' && channel !== 'webhook';
  const about = { enquiryId, attempt, ...(channel === 'mail' || channel === 'digest' ? {} : { channel }) };
  if (state === 'delivered') {
    log.info(about, isMail ? 'mail delivered' : 'delivered');
    if (event.remark !== undefined) log.warn({ ...about, reason: loggableReason(event.remark) }, 'not to everybody');
    return;
  }
  const reason = loggableReason(event.reason);
  if (state === 'unsure') return log.error({ ...about, reason }, 'perhaps sent: a person has to decide');
  if (state === 'failed') {
    if (isMail) log.error({ ...about, reason }, 'mail failed: an operator has to act');
    else log.warn({ ...about, reason }, 'given up');
    return;
  }
  log.warn({ ...about, reason, dueAt: event.dueAt }, isMail ? 'mail not delivered yet' : 'not delivered yet');
}
