import { randomUUID } from 'node:crypto';
import { composeInvitation, type Invitation } from '../accounts/invitation-mail.ts';
import { createPeople } from '../accounts/people.ts';
import type { Content } from '../content/content-types.ts';
import { openContentRepository, type CheckRendering } from '../content/content-repository.ts';
import { assembleContent } from '../content/assemble-content.ts';
import { createRevisionStore } from '../content/revisions.ts';
import { files } from '../content/stored-words.ts';
import { createBlobStore } from '../database/blobs.ts';
import { DatabaseOpenError, type Database, type OpeningSettings } from '../database/database.ts';
import { appendErased } from '../database/erased-list.ts';
import { createEnquiries, type EnquiriesParts } from '../enquiries/enquiries.ts';
import type { AcknowledgementWords } from '../enquiries/notifications/acknowledgement.ts';
import { createNotifications } from '../enquiries/notifications/kinds.ts';
import { createWebhook, type Webhook } from '../enquiries/notifications/webhook.ts';
import type { ResponseTarget } from '../enquiries/response-target.ts';
import { getInboxOrigin } from '../office/inbox-origin.ts';
import type { DeliveryEvent } from '../outbox/deliver.ts';
import { createWebhookCaller } from '../outbox/http-webhook.ts';
import { createMailFolder } from '../outbox/mail-folder.ts';
import type { Mailer, MailRoute } from '../outbox/mail.ts';
import { createOutbox, type OutboxSettings } from '../outbox/outbox.ts';
import { createSmtpMailer } from '../outbox/smtp-mailer.ts';
import { systemClock } from '../process/clock.ts';
import { redactReason } from '../process/redact-error.ts';
import type { Log } from '../process/log.ts';
import type { Concerns } from '../server/health.ts';
import { createSubmissionLimits } from '../server/limits.ts';
import { isPublic, type Config } from './config.ts';
import { createJobs } from './jobs.ts';
import { createDatabase, type SiteDatabase } from './open-database.ts';
import { createRenderCheck } from './render-check.ts';

export type Core = Awaited<ReturnType<typeof openCore>>;

/** Observers of enquiries (the metrics), and the length of a delivery's lease. */
interface Opening extends Pick<EnquiriesParts, 'onSubmission'>, Pick<OutboxSettings, 'report' | 'leaseLength'> {
  /**
   * Locks the data directory for a server; throws where it cannot. A server does not wait for a database that is only away: its
   * pages are served, enquiries are refused until the database opens, and its jobs begin then.
   */
  lock?: (() => void) | undefined;
  /** Handling of an older schema; by default it is migrated, as by a server. */
  older?: OpeningSettings['older'];
  /** Replaces the rendering check of the build. */
  prove?: CheckRendering | undefined;
}

/** Assembles the core from its configuration. Rejects with a DatabaseOpenError if the database cannot be used. */
export async function openCore(config: Config, log: Log, opening: Opening = {}) {
  const { lock, older } = opening;
  const database = createDatabase(config.database, {
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
  return compose(config, log, database, opening);
}

/** Says who gets what: each part is given what stands above it. */
function compose(config: Config, log: Log, opened: SiteDatabase, opening: Opening) {
  const { database, dialect, pool, ready, close } = opened;
  const content = openWords(database, config, opening.prove ?? createRenderCheck(config));
  const target = createTarget(content.words);
  const sentMails = createMailFolder(config.mailFolder);
  const mailing = createMailing(config, content.words, sentMails);
  const webhook = createConfiguredWebhook(config);
  const acknowledgement = config.acknowledge ? () => acknowledgementWords(content.words()) : undefined;
  const shared = { database, dialect, target, sentMails, clock: systemClock };
  const { kinds, onLost, ...told } = createNotifications({ ...shared, ...mailing, webhook, acknowledgement });
  const outbox = createOutbox({ database, dialect, kinds, onLost, ...createOutboxSettings(config, log, opening) });
  const enquiries = createEnquiries({
    ...shared,
    ...told,
    kick: outbox.kick,
    faultWords: () => content.words().contactPage.form.faults,
    onErasing: (ids) => appendErased(config.erasedList, ids),
    onFault: (fault) => log.error({ err: fault }, 'an enquiry could not be stored; its visitor was told so'),
    ...(opening.onSubmission && { onSubmission: opening.onSubmission }),
  });
  const jobs = createJobs({ enquiries, outbox, ready, timeZone: () => target.office.timeZone }, config, log);

  return {
    config,
    log,
    enquiries,
    outbox,
    webhook,
    ...content,
    /** Shows other words from now on, by whose office hours answers are due. */
    async showWords(others: Content): Promise<void> {
      content.showWords(others);
      await jobs.recomputeDueDates();
    },
    /** Files for pages of other releases. */
    assetStore: createBlobStore(database),
    people: createPeople(database),
    mailInvitation: createInvitationMailer(config, mailing),
    concerns: (): Concerns => ({
      ...(opened.findLoss() !== null && { database: 'incomplete' }),
      ...(jobs.isPurgeRefused() && { purge: 'refused' }),
      ...(config.smtpUrl === undefined && config.siteUrl.startsWith('https://') && { mail: 'reaches nobody' }),
    }),
    backups: { by: config.backups, isPublic: isPublic(config) },
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

function createOutboxSettings(config: Config, log: Log, { lock, leaseLength, report }: Opening) {
  return {
    // The one server that holds the data directory is alone with what is in it.
    isAlone: lock !== undefined && config.database.kind === 'sqlite',
    ...(leaseLength !== undefined && { leaseLength }),
    report(event: DeliveryEvent): void {
      logDelivery(log, event);
      report?.(event);
    },
    onFault: (fault: unknown): void => log.error({ err: fault }, 'delivery was interrupted and will go on by itself'),
  };
}

/** Returns a function that mails an invitation at once; undefined without a mail server. */
function createInvitationMailer({ smtpUrl }: Config, { mailer, route }: Mailing) {
  if (smtpUrl === undefined) return undefined;
  return (invitation: Invitation) =>
    mailer.send(composeInvitation(invitation, { id: randomUUID(), date: systemClock.now() }, route));
}

function openWords(database: Database, config: Config, prove: CheckRendering) {
  const wordsStore = createRevisionStore(database);
  const liveWords = openContentRepository({ store: wordsStore, released: files, prove });
  let shown = assembleContent(files, config);
  return {
    wordsStore,
    liveWords,
    /** The words that visitors see: the release's, until others are shown. */
    words: () => shown,
    showWords: (others: Content): void => void (shown = others),
    /** The words that visitors see by the database, for who shows no pages. */
    async wordsNow(): Promise<Content> {
      for await (const { files: others } of liveWords.candidates(await liveWords.newest()))
        if ((await liveWords.misfits(others)).length === 0) return assembleContent(others, config);
      return assembleContent(files, config);
    },
  };
}

interface Mailing {
  mailer: Mailer;
  route: MailRoute;
}

/** Creates the mailing, with the content that is live when a mail is sent. */
function createMailing(config: Config, words: () => Content, folder: Mailer): Mailing {
  const route = {
    from: config.mailFrom,
    to: config.mailTo,
    get siteName() {
      return words().site.name;
    },
    get timeZone() {
      return words().office.timeZone;
    },
    inboxUrl: getInboxOrigin(config),
  };
  return { mailer: config.smtpUrl === undefined ? folder : createSmtpMailer(config.smtpUrl, config), route };
}

function createTarget(words: () => Content): ResponseTarget {
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

function createConfiguredWebhook(config: Config): Webhook | undefined {
  const { webhook } = config;
  if (webhook === undefined) return undefined;
  const call = createWebhookCaller(webhook.url, webhook.secret);
  return createWebhook({ call, clock: systemClock, inboxUrl: getInboxOrigin(config) });
}

/** An acknowledgement or a call of the webhook that comes to nothing is nobody's task at once: the enquiry itself is mailed. */
function logDelivery(log: Log, event: DeliveryEvent): void {
  const { aboutId: enquiryId, attempt, kind, state } = event;
  const isMail = kind !== 'acknowledgement' && kind !== 'webhook';
  const about = { enquiryId, attempt, ...(kind === 'mail' || kind === 'digest' ? {} : { channel: kind }) };
  const reason = event.reason === undefined ? undefined : redactReason(event.reason);
  switch (state) {
    case 'delivered':
      log.info(about, isMail ? 'mail delivered' : 'delivered');
      if (reason !== undefined) log.warn({ ...about, reason }, 'not to everybody');
      return;
    case 'suppressed':
      return log.info({ ...about, reason }, 'not to be sent any more');
    case 'unconfirmed':
      return log.error({ ...about, reason }, 'perhaps sent: a person has to decide');
    case 'failed':
      if (isMail) return log.error({ ...about, reason }, 'mail failed: an operator has to act');
      return log.warn({ ...about, reason }, 'given up');
    case 'due':
      return log.warn(
        { ...about, reason, dueAt: event.dueAt },
        isMail ? 'mail not delivered yet' : 'not delivered yet',
      );
  }
}
