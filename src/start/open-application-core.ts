import { randomUUID } from 'node:crypto';
import { composeInvitationMail, type InvitationMailDetails } from '../accounts/invitation-mail.ts';
import { createPeopleRepository } from '../accounts/people.ts';
import type { Content } from '../content/content-types.ts';
import { createContentRepository, type RenderCheck } from '../content/content-repository.ts';
import { assembleContent } from '../content/assemble-content.ts';
import { createRevisionStore } from '../content/revisions.ts';
import { releaseFiles } from '../content/release-files.ts';
import { createAssetStore } from '../database/asset-store.ts';
import { DatabaseOpenError, type Database, type OpenDatabaseOptions } from '../database/database.ts';
import { appendErasedIds } from '../database/erased-list.ts';
import type { Dependencies } from '../enquiries/dependencies.ts';
import { createEnquiryService, type EnquiryService, type EnquiryServiceOptions } from '../enquiries/enquiry-service.ts';
import type { AcknowledgementTexts } from '../enquiries/notifications/acknowledgement.ts';
import { createNotifications } from '../enquiries/notifications/notifications.ts';
import { createWebhook, type Webhook } from '../enquiries/notifications/webhook.ts';
import type { ResponseTarget } from '../enquiries/response-target.ts';
import type { MailboxSettings } from '../mailbox/imap-mailbox.ts';
import { createMailboxReader, type MailboxReader } from '../mailbox/mailbox-reader.ts';
import { getOfficeOrigin } from '../office/office-origin.ts';
import type { DeliveryAttempt } from '../outbox/delivery-processor.ts';
import { createWebhookCaller } from '../outbox/http-webhook.ts';
import { createFolderMailer } from '../outbox/folder-mailer.ts';
import {
  createSigningMailer,
  getEmailDomain,
  type Mailer,
  type MailSettings,
  type SignedMail,
} from '../outbox/mail.ts';
import { createMessageIdLoader } from '../outbox/message-ids.ts';
import { createOutbox, type OutboxSettings } from '../outbox/outbox.ts';
import { createSmtpMailer } from '../outbox/smtp-mailer.ts';
import { systemClock } from '../process/clock.ts';
import { redactFailureReason } from '../process/redact-error.ts';
import type { Log } from '../process/log.ts';
import { selectConcerns, type Concern } from '../enquiries/concerns.ts';
import { createDraftLinkStore } from '../content/draft-links.ts';
import { composeReportMail } from '../statistics/report-mail.ts';
import { createStatistics } from '../statistics/statistics.ts';
import { createSubmissionLimits } from '../server/rate-limits.ts';
import type { Config } from './config.ts';
import { createBackgroundJobs } from './background-jobs.ts';
import { createSiteDatabase, type SiteDatabase } from './site-database.ts';
import { composeScheduleMail } from './schedule-mail.ts';
import { createRenderCheck } from './render-check.ts';

/** Everything but HTTP and pages: configuration, log, database, enquiries, outbox, content, people and jobs. */
export type ApplicationCore = Awaited<ReturnType<typeof openApplicationCore>>;

/** Observers of enquiries (the metrics), the length of a delivery's lease, and how the database is opened. */
interface CoreOptions
  extends Pick<EnquiryServiceOptions, 'onSubmission'>, Pick<OutboxSettings, 'onAttempt' | 'leaseDuration'> {
  /** Locks the data directory for a server; throws if it is locked. With it, an unreachable database is no error. */
  lockDataDirectory?: (() => void) | undefined;
  /** What to do with an older schema; by default it is migrated. */
  olderSchemaPolicy?: OpenDatabaseOptions['olderSchemaPolicy'];
  /** Check in place of the build's. */
  checkRendering?: RenderCheck | undefined;
}

/** Opens the core from its configuration. Rejects with a DatabaseOpenError if the database cannot be used. */
export async function openApplicationCore(config: Config, log: Log, options: CoreOptions = {}) {
  const { lockDataDirectory, olderSchemaPolicy } = options;
  const database = createSiteDatabase(config.database, {
    maxConnections: config.databaseConnections,
    beforeOpen: lockDataDirectory,
    olderSchemaPolicy,
    backups: {
      directory: config.backupDirectory,
      erasedListPath: config.erasedListPath,
      onMade: (path) => log.info({ path }, 'a backup was made before the migration'),
    },
    onMigration: (state, from, to) => log.info({ from, to }, `the migration of the database ${state}`),
  });
  try {
    await database.ensureOpen();
    const loss = database.findDataLoss();
    if (loss !== null) log.error({ loss }, 'the database lacks what visitors were told was stored');
  } catch (error) {
    const isAway = error instanceof DatabaseOpenError && !error.isPermanent;
    if (lockDataDirectory === undefined || !isAway) {
      await database.close();
      throw error;
    }
  }
  return composeCore(config, log, database, options);
}

/** Creates each component from those above it. */
function composeCore(config: Config, log: Log, siteDatabase: SiteDatabase, options: CoreOptions) {
  const { database, dialect, pool, ensureOpen: openDatabase, close } = siteDatabase;
  const content = createContentAccess(database, config, options.checkRendering ?? createRenderCheck(config));
  const { getContent } = content;
  const target = createResponseTarget(getContent);
  const sentMails = createFolderMailer(config.mailFolder);
  const mailing = createMailing(config, getContent, database, sentMails);
  const webhook = createConfiguredWebhook(config);
  const acknowledgement = config.acknowledgesEnquiries ? () => createAcknowledgementTexts(getContent()) : undefined;
  const shared = { database, dialect, target, sentMails, clock: systemClock };
  const notifications = createNotifications({ ...shared, ...mailing, siteMails, webhook, acknowledgement });
  const { deliveryKinds, onLeaseLost, sendAlert, ...notificationHooks } = notifications;
  const outbox = createOutbox({ ...shared, deliveryKinds, onLeaseLost, ...createOutboxSettings(config, log, options) });
  const enquiries = createEnquiryService({
    ...shared,
    ...mailing,
    ...notificationHooks,
    onDeliveryDue: outbox.kick,
    getFaultMessages: () => getContent().contactPage.form.faults,
    recordErasedIds: (ids) => appendErasedIds(config.erasedListPath, ids),
    onStoreError: (err) => log.error({ err }, 'an enquiry could not be stored; its visitor was informed'),
    ...(options.onSubmission && { onSubmission: options.onSubmission }),
  });
  const people = createPeopleRepository(database);
  const statistics = createStatistics({ ...shared, listReportReaders: people.listReportReaders, log });
  const mailboxReader = config.mailbox && createConfiguredReader(config.mailbox, enquiries, log);
  const parts = { enquiries, outbox, mailboxReader, openDatabase, target, statistics };
  const jobs = createBackgroundJobs(parts, config, log);

  return {
    config,
    log,
    enquiries,
    outbox,
    statistics,
    webhook,
    sendAlert,
    ...content,
    /** Shows other content from now on, and recomputes due dates by its office hours. */
    async showContent(newContent: Content): Promise<void> {
      content.showContent(newContent);
      await jobs.recomputeDueDates();
    },
    /** Files for pages of other releases. */
    assetStore: createAssetStore(database),
    people,
    mailInvitation: createInvitationMailer(config, mailing),
    getConcerns: () => [...findConcerns(config, siteDatabase), ...jobs.getConcerns()],
    submissionLimits: createSubmissionLimits(pool === undefined ? {} : { pool }),
    /** The open database, for checks, backups and moves. */
    database: siteDatabase,
    start: jobs.start,
    stop: jobs.stop,
    /** Stops the jobs, and closes the database. */
    async close(): Promise<void> {
      await jobs.stop();
      await close();
    },
  };
}

/** Composers of mails about what no enquiry is about. */
const siteMails = { schedule: composeScheduleMail, report: composeReportMail };

/** Returns what a person has to look into, apart from the jobs. */
function findConcerns({ smtpUrl, siteUrl }: Config, database: SiteDatabase): Concern[] {
  return selectConcerns({
    'database: incomplete': database.findDataLoss() !== null,
    'mail: reaches nobody': smtpUrl === undefined && siteUrl.startsWith('https://'),
  });
}

function createOutboxSettings(config: Config, log: Log, { lockDataDirectory, leaseDuration, onAttempt }: CoreOptions) {
  return {
    // Only the server that holds the lock uses the SQLite file.
    isOnlyProcess: lockDataDirectory !== undefined && config.database.kind === 'sqlite',
    ...(leaseDuration !== undefined && { leaseDuration }),
    onAttempt(event: DeliveryAttempt): void {
      logDelivery(log, event);
      onAttempt?.(event);
    },
    onError: (err: unknown): void => log.error({ err }, 'delivery was interrupted and will resume by itself'),
  };
}

/** Returns a function that mails an invitation at once; undefined without a mail server. */
function createInvitationMailer({ smtpUrl }: Config, { mailer, route }: Mailing) {
  if (smtpUrl === undefined) return undefined;
  return (invitation: InvitationMailDetails) =>
    mailer.send(composeInvitationMail(invitation, { id: randomUUID(), date: systemClock.now() }, route));
}

function createContentAccess(database: Database, config: Config, checkRendering: RenderCheck) {
  const revisionStore = createRevisionStore(database);
  const contentRepository = createContentRepository({ revisionStore, releaseFiles, checkRendering });
  let shownContent = assembleContent(releaseFiles, config);
  return {
    draftLinks: createDraftLinkStore({ database, clock: systemClock }),
    revisionStore,
    contentRepository,
    /** Returns the content that visitors see: the release's until other content is shown. */
    getContent: () => shownContent,
    showContent: (newContent: Content): void => void (shownContent = newContent),
    /** Resolves to the live content by the database, for commands, which show no pages. */
    async loadContentFromDatabase(): Promise<Content> {
      const newest = await contentRepository.readNewestNumber();
      for await (const { files } of contentRepository.readDisplayCandidates(newest))
        if ((await contentRepository.findSchemaIssues(files)).length === 0) return assembleContent(files, config);
      return assembleContent(releaseFiles, config);
    },
  };
}

interface Mailing {
  mailer: Mailer;
  route: MailSettings;
  getMailAddresses: Dependencies['getMailAddresses'];
  loadMessageIds: Dependencies['loadMessageIds'];
}

/** Creates the mailing, with the content shown when a mail is sent. */
function createMailing(
  config: Config,
  getContent: () => Content,
  database: Database,
  folder: Mailer<SignedMail>,
): Mailing {
  const route = {
    from: config.mailFrom,
    to: config.mailTo,
    alertTo: config.alertTo,
    get siteName() {
      return getContent().site.name;
    },
    get timeZone() {
      return getContent().office.timeZone;
    },
    inboxUrl: getOfficeOrigin(config),
  };
  const transport = config.smtpUrl === undefined ? folder : createSmtpMailer(config.smtpUrl, config);
  const loadMessageIds = createMessageIdLoader(database, getEmailDomain(config.mailFrom.address));
  return {
    mailer: createSigningMailer(transport, loadMessageIds),
    loadMessageIds,
    route,
    getMailAddresses: () => ({
      sender: config.mailFrom.address,
      office: [...config.mailTo, ...config.alertTo, getContent().site.contact.email],
    }),
  };
}

function createResponseTarget(getContent: () => Content): ResponseTarget {
  return {
    get replyWithinHours() {
      return getContent().site.replyWithinHours;
    },
    get officeHours() {
      return getContent().office;
    },
  };
}

function createAcknowledgementTexts({ acknowledgement, contactPage, site }: Content): AcknowledgementTexts {
  const { outsideHours } = contactPage.next;
  return { ...acknowledgement, outsideHours, contact: { name: site.name, address: site.contact.email } };
}

function createConfiguredWebhook(config: Config): Webhook | undefined {
  const { webhook } = config;
  if (webhook === undefined) return undefined;
  const makeCall = createWebhookCaller(webhook.url, webhook.secret);
  return createWebhook({ makeCall, clock: systemClock, inboxUrl: getOfficeOrigin(config) });
}

/** Returns the reader of the mailbox of replies. A failure is logged once, until it reads again. */
function createConfiguredReader(settings: MailboxSettings, enquiries: EnquiryService, log: Log): MailboxReader {
  const { host, username, pathname } = new URL(settings.url);
  let lastReason = '';
  return createMailboxReader(settings, {
    readNewMails: enquiries.createMailboxReading(`${username}@${host}${pathname}`, (outcome) =>
      log.info({ outcome }, 'a mail was read'),
    ),
    shouldRead: enquiries.isMailboxReader,
    onError(error) {
      const reason = redactFailureReason(error instanceof Error ? error.message : String(error));
      if (reason !== lastReason) log.warn({ reason }, 'the mailbox cannot be read, and is tried again');
      lastReason = reason;
    },
    onSuccess: () => void (lastReason = ''),
  });
}

/** Logs a delivery. Failed acknowledgements and webhook calls are warnings: the enquiry itself is mailed. */
function logDelivery(log: Log, event: DeliveryAttempt): void {
  const { recordId: enquiryId, attempt, kind, state } = event;
  const isMail = kind !== 'acknowledgement' && kind !== 'webhook';
  const about = { enquiryId, attempt, ...(kind === 'mail' || kind === 'digest' ? {} : { channel: kind }) };
  const reason = event.reason === undefined ? undefined : redactFailureReason(event.reason);
  switch (state) {
    case 'delivered':
      log.info(about, isMail ? 'mail delivered' : 'delivered');
      if (reason !== undefined) log.warn({ ...about, reason }, 'not to everybody');
      return;
    case 'suppressed':
      return log.info({ ...about, reason }, 'delivery cancelled');
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
