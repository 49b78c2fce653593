import { hash } from 'node:crypto';
import type { AcknowledgementWords } from '../enquiries/channels/acknowledgement.ts';
import type { ContactSettings } from '../enquiries/core/contact-settings.ts';
import type { DeliveryEvent } from '../enquiries/core/delivery.ts';
import { createEnquiries, type Enquiries, type EnquiriesParts } from '../enquiries/core/enquiries.ts';
import { createChannels } from '../enquiries/channels/channels.ts';
import { createMailFolder } from '../enquiries/channels/mail-folder.ts';
import { createSmtpMailer } from '../enquiries/channels/smtp-mailer.ts';
import { DatabaseOpenError } from '../enquiries/storage/sql-database.ts';
import { createSqlAssets, type AssetStore } from '../enquiries/storage/sql-assets.ts';
import { createSqlContactSettings } from '../enquiries/storage/sql-contact-settings.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import { putTogether } from '../content/put-together.ts';
import { files } from '../content/stored-words.ts';
import { contactPage, site } from '../content/words.ts';
import type { EnquiryStore } from '../enquiries/core/store.ts';
import { createHttpWebhook } from '../enquiries/channels/http-webhook.ts';
import { createWebhook, type Webhook } from '../enquiries/channels/webhook.ts';
import { systemClock } from '../enquiries/core/clock.ts';
import { createPeople, type People } from '../enquiries/core/people.ts';
import { createSqlPeople } from '../enquiries/storage/sql-people.ts';
import { inboxOrigin } from '../office/inbox-origin.ts';
import type { Config } from './config.ts';
import { startDailyDigest, type DailyDigest } from './daily-digest.ts';
import { startDailyPurge, type DailyPurge } from './daily-purge.ts';
import { createSubmissionLimits, type SubmissionLimits } from '../server/submission-limit.ts';
import type { Log } from '../process/log.ts';
import { loggableReason } from '../process/loggable-error.ts';
import { databaseAt, openDatabase, type SiteDatabase } from './open-database.ts';
import type { Concerns } from '../server/readiness.ts';
import { untilOpen } from './until-open.ts';

/** The core with its adapters: one database handle a process. */
export interface Composition {
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
  /** Starts delivery and the daily purge, as soon as the database is open. A command that only reads and writes leaves it out. */
  start(): void;
  /** Ends what `start` has started, after what is in hand. */
  stop(): Promise<void>;
  /** The same, and closes the database. */
  close(): Promise<void>;
}

/** Who else is told of what happens to enquiries: the metrics. `leaseLength` as in EnquiriesParts. */
export type Observers = Pick<EnquiriesParts, 'onReceipt' | 'report' | 'leaseLength' | 'isAlone'>;

/**
 * Puts the core together as the configuration says. Rejects with a DatabaseOpenError when the database cannot be used.
 * @param onBackup told where a backup was made before the database was migrated
 */
export async function compose(
  config: Config,
  log: Log,
  observers: Observers = {},
  onBackup: (path: string) => void = () => {},
): Promise<Composition> {
  const database = await openDatabase(config.database, {
    connections: config.databaseConnections,
    backups: { directory: config.backupDirectory, onMade: onBackup },
  });
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
  const database = databaseAt(config.database, {
    connections: config.databaseConnections,
    beforehand: hold,
    backups: {
      directory: config.backupDirectory,
      onMade: (path) => log.info({ path }, 'a backup was made before the migration'),
    },
  });
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
  const store = createSqlEnquiryStore(database, dialect);
  const contactSettings = createSqlContactSettings(database);
  const inboxUrl = inboxOrigin(config);
  const webhook = webhookOf(config, store, inboxUrl);
  const promise = { hours: site.replyWithinHours };
  const channels = createChannels({
    store,
    promise,
    mailer: config.smtpUrl === undefined ? folder : createSmtpMailer(config.smtpUrl, config),
    route: { from: config.mailFrom, to: config.mailTo, siteName: site.name, inboxUrl },
    acknowledgement: config.acknowledge ? wordsOfAcknowledgement : undefined,
    webhook,
  });
  const enquiries = createEnquiries({
    ...observers,
    store,
    channels,
    promise,
    keptMails: folder,
    faultWords: contactPage.form.faults,
    report(event) {
      logDelivery(log, event);
      observers.report?.(event);
    },
    onFault: (fault, during) => log.error({ err: fault }, faults[during]),
  });
  const jobs = createJobs(enquiries, config, log, ready);

  async function wordsOfAcknowledgement(): Promise<AcknowledgementWords> {
    const contact = await contactSettings.overrides();
    const { acknowledgement, site } = putTogether(files, { contact, retentionDays: config.retentionDays });
    return { ...acknowledgement, contact: { name: site.name, address: site.contact.email } };
  }

  return {
    enquiries,
    webhook,
    contactSettings,
    assetStore: createSqlAssets(database),
    people: createPeople(createSqlPeople(database)),
    concerns: () => ({
      purgeRefused: jobs.isPurgeRefused(),
      nobodyMailed: config.smtpUrl === undefined && config.siteUrl.startsWith('https://'),
    }),
    limits: createSubmissionLimits(pool === undefined ? {} : { pool }),
    start: jobs.start,
    stop: jobs.stop,
    async close() {
      await jobs.stop();
      await close();
    },
  };
}

/** What a server does beside answering: deliveries, the daily purge and the daily digest, from when the database is open. */
function createJobs(enquiries: Enquiries, config: Config, log: Log, ready: SiteDatabase['ready']) {
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

  return {
    isPurgeRefused: () => purge?.isRefused() ?? false,
    start: () => void (starting = startOnceOpen()),
    async stop(): Promise<void> {
      closing.abort();
      await starting;
      await Promise.all([enquiries.stop(), purge?.stop(), digest?.stop()]);
    },
  };
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
  const isMail = channel === 'mail' || channel === 'digest';
  const about = { enquiryId, attempt, ...(isMail ? {} : { channel }) };
  if (state === 'delivered') {
    log.info(about, isMail ? 'mail delivered' : 'delivered');
    if (event.remark !== undefined) log.warn({ ...about, reason: loggableReason(event.remark) }, 'not to everybody');
    return;
  }
  const reason = loggableReason(event.reason);
  if (state === 'failed') {
    if (isMail) log.error({ ...about, reason }, 'mail failed: an operator has to act');
    else log.warn({ ...about, reason }, 'given up');
    return;
  }
  log.warn({ ...about, reason, dueAt: event.dueAt }, isMail ? 'mail not delivered yet' : 'not delivered yet');
}
