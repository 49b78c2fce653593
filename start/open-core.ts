import { randomUUID } from 'node:crypto';
import type { AcknowledgementWords } from '../enquiries/notifications/acknowledgement.ts';
import type { DeliveryEvent } from '../enquiries/dependencies.ts';
import { createEnquiries, type EnquiriesParts } from '../enquiries/enquiries.ts';
import { composeInvitation, type Invitation } from '../accounts/invitation-mail.ts';
import { createChannels, type ChannelParts } from '../enquiries/notifications/channels.ts';
import { createMailFolder } from '../outbox/mail-folder.ts';
import { createSmtpMailer } from '../outbox/smtp-mailer.ts';
import { DatabaseOpenError, type Database, type OpeningSettings } from '../database/database.ts';
import { appendErased } from '../database/erased-list.ts';
import { createSqlAssets } from '../database/blobs.ts';
import { createSqlEnquiryStore } from '../enquiries/sql-enquiry-store.ts';
import { createSqlWords } from '../content/revisions.ts';
import type { Content } from '../content/kinds.ts';
import { putTogether } from '../content/put-together.ts';
import { files } from '../content/stored-words.ts';
import type { Mailer } from '../outbox/mail.ts';
import type { ReplyPromise } from '../enquiries/response-target.ts';
import { createWebhookCaller } from '../outbox/http-webhook.ts';
import { createWebhook, type Webhook } from '../enquiries/notifications/webhook.ts';
import { systemClock } from '../process/clock.ts';
import { createPeople } from '../accounts/people.ts';
import { createSqlPeople } from '../accounts/sql-people.ts';
import { inboxOrigin } from '../office/inbox-origin.ts';
import { openLiveWords, type ProveWords } from '../content/live-words.ts';
import { isPublic, type Config } from './config.ts';
import { createJobs } from './jobs.ts';
import { createSubmissionLimits } from '../server/limits.ts';
import type { Log } from '../process/log.ts';
import { loggableReason } from '../process/loggable-error.ts';
import { databaseAt, type SiteDatabase } from './open-database.ts';
import { proveByBuild } from './prove-words.ts';
import type { Concerns } from '../server/health.ts';

export type Core = Awaited<ReturnType<typeof openCore>>;

/** Who else is told of what happens to enquiries (the metrics), and for how long a delivery is leased. */
interface Opening extends Pick<EnquiriesParts, 'onReceipt' | 'report' | 'leaseLength'> {
  /**
   * Locks the data directory for a server; throws where it cannot. A server does not wait for a database that is only away: its
   * pages are served, enquiries are refused until the database opens, and its jobs begin then.
   */
  lock?: (() => void) | undefined;
  /** What becomes of an older schema: a server migrates it, and is the default. */
  older?: OpeningSettings['older'];
  /** Where pages are not those of the build. */
  prove?: ProveWords | undefined;
}

/** Puts the core together as the configuration says. Rejects with a DatabaseOpenError when the database cannot be used. */
export async function openCore(config: Config, log: Log, opening: Opening = {}) {
  const { lock, older, prove = proveByBuild(config), ...observers } = opening;
  const database = databaseAt(config.database, {
    connections: config.databaseConnections,
    beforehand: lock,
    older,
    backups: {
      directory: config.backupDirectory,
      erasedList: config.erasedList,
      onMade: (path) => log.info({ path }, 'a backup was made before the migration'),
    },
    onMigration: (state, from, to) => log.info({ from, to }, `the migration of the database ${state}`),
  });
  try {
    await database.ready();
    const loss = database.findLoss();
    if (loss !== null) log.error({ loss }, 'the database lacks what visitors were told was stored');
  } catch (fault) {
    const isAway = fault instanceof DatabaseOpenError && !fault.isLasting;
    if (lock === undefined || !isAway) {
      await database.close();
      throw fault;
    }
  }
  // The one server that holds the data directory is alone with what is in it.
  const isAlone = lock !== undefined && config.database.kind === 'sqlite';
  const ofWords = openWords(database.database, config, prove);
  return assemble(config, log, database, ofWords, { ...observers, isAlone });
}

type Observers = Pick<EnquiriesParts, 'onReceipt' | 'report' | 'leaseLength' | 'isAlone'>;
type OpenWords = ReturnType<typeof openWords>;

function assemble(config: Config, log: Log, opened: SiteDatabase, ofWords: OpenWords, observers: Observers) {
  const { database, dialect, pool, ready, close } = opened;
  const folder = createMailFolder(config.mailFolder);
  const store = createSqlEnquiryStore(database, dialect);
  const { words } = ofWords;
  const inboxUrl = inboxOrigin(config);
  const webhook = webhookOf(config, inboxUrl);
  const promise = promiseOf(words);
  const { channels, mailInvitation } = channelsOf(config, words, { store, promise, folder, webhook });
  const enquiries = createEnquiries({
    ...observers,
    store,
    channels,
    promise,
    keptMails: folder,
    faultWords: () => words().contactPage.form.faults,
    report(event) {
      logDelivery(log, event);
      observers.report?.(event);
    },
    onErasing: (ids) => appendErased(config.erasedList, ids),
    onFault: (fault, during) => log.error({ err: fault }, faults[during]),
  });
  const jobs = createJobs(enquiries, config, log, ready);

  return {
    config,
    log,
    enquiries,
    webhook,
    ...ofWords,
    /** Files for pages of other releases. */
    assetStore: createSqlAssets(database),
    people: createPeople(createSqlPeople(database)),
    /** At once; undefined where nobody is mailed. */
    mailInvitation,
    /** What only a person can put right. */
    concerns: (): Omit<Concerns, 'wordsNotShown'> => ({
      isIncomplete: opened.findLoss() !== null,
      purgeRefused: jobs.isPurgeRefused(),
      nobodyMailed: config.smtpUrl === undefined && config.siteUrl.startsWith('https://'),
      backups: { by: config.backups, isPublic: isPublic(config) },
    }),
    limits: createSubmissionLimits(pool === undefined ? {} : { pool }),
    /** On which all of this works: to look at it, to copy it and to move it. */
    database: opened,
    start: jobs.start,
    stop: jobs.stop,
    /** Stops the jobs, and closes the database. */
    async close(): Promise<void> {
      await jobs.stop();
      await close();
    },
  };
}

function openWords(database: Database, config: Config, prove: ProveWords) {
  const wordsStore = createSqlWords(database);
  const liveWords = openLiveWords({ store: wordsStore, released: files, prove });
  let shown = putTogether(files, config);
  return {
    wordsStore,
    liveWords,
    /** The words that visitors see: the release's, until others are shown. */
    words: () => shown,
    showWords: (others: Content): void => void (shown = others),
    /** The words that visitors see by the database, for who shows no pages. */
    async wordsNow(): Promise<Content> {
      for await (const { files: others } of liveWords.candidates(await liveWords.newest()))
        if ((await liveWords.misfits(others)).length === 0) return putTogether(others, config);
      return putTogether(files, config);
    },
  };
}

interface ChannelsOwn extends Pick<ChannelParts, 'store' | 'promise' | 'webhook'> {
  folder: Mailer;
}

/** The channels, and the way of invitations, by the words that visitors see when something is sent. */
function channelsOf(config: Config, words: () => Content, { folder, ...parts }: ChannelsOwn) {
  const mailer = config.smtpUrl === undefined ? folder : createSmtpMailer(config.smtpUrl, config);
  const route = {
    from: config.mailFrom,
    to: config.mailTo,
    get siteName() {
      return words().site.name;
    },
    inboxUrl: inboxOrigin(config),
  };
  const channels = createChannels({
    ...parts,
    mailer,
    route,
    acknowledgement: config.acknowledge ? () => acknowledgementWords(words()) : undefined,
  });
  const mailInvitation = (invitation: Invitation) =>
    mailer.send(composeInvitation(invitation, { id: randomUUID(), date: systemClock.now() }, route));
  return { channels, mailInvitation: config.smtpUrl === undefined ? undefined : mailInvitation };
}

function promiseOf(words: () => Content): ReplyPromise {
  return {
    get hours() {
      return words().site.replyWithinHours;
    },
    get office() {
      return words().office;
    },
  };
}

function acknowledgementWords({ acknowledgement, contactPage, site }: Content): AcknowledgementWords {
  const { outsideHours } = contactPage.next;
  return { ...acknowledgement, outsideHours, contact: { name: site.name, address: site.contact.email } };
}

function webhookOf({ webhook }: Config, inboxUrl: string | undefined): Webhook | undefined {
  if (webhook === undefined) return undefined;
  return createWebhook({ call: createWebhookCaller(webhook.url, webhook.secret), clock: systemClock, inboxUrl });
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
