import { createAccountRepository } from '../accounts/people.ts';
import { createContentRepository, type RenderCheck } from '../content/content-repository.ts';
import type { Content } from '../content/content-models.ts';
import { releaseFiles } from '../content/release-files.ts';
import { createRevisionStore } from '../content/revisions.ts';
import { createAssetStore } from '../database/asset-store.ts';
import { appendErasedIds } from '../database/erased-list.ts';
import { createEnquiryService, type EnquiryService, type EnquiryServiceOptions } from '../enquiries/enquiry-service.ts';
import type { AcknowledgementTexts } from '../enquiries/notifications/acknowledgement.ts';
import { createNotifications } from '../enquiries/notifications/notifications.ts';
import { createWebhook, type Webhook } from '../enquiries/notifications/webhook.ts';
import type { MailboxSettings } from '../mailbox/imap-mailbox.ts';
import { createMailboxReader, type MailboxReader } from '../mailbox/mailbox-reader.ts';
import { findOfficeOrigin } from '../office/office-origin.ts';
import { createFolderMailer } from '../outbox/folder-mailer.ts';
import { createWebhookCaller } from '../outbox/http-webhook.ts';
import { createOutbox, type OutboxSettings } from '../outbox/outbox.ts';
import { systemClock } from '../process/clock.ts';
import type { Log } from '../process/log.ts';
import { redactFailureReason } from '../process/redact-error.ts';
import { createDraftLinkStore } from '../content/draft-links.ts';
import { createSubmissionLimits } from '../server/rate-limits.ts';
import { composeReportMail } from '../statistics/report-mail.ts';
import { createStatistics } from '../statistics/statistics.ts';
import type { Config } from './config.ts';
import { createShownContent } from './shown-content.ts';
import { logDelivery } from './log-delivery.ts';
import { createMailing } from './mailing.ts';
import { composeScheduleMail } from './schedule-mail.ts';
import type { SiteDatabase } from './site-database.ts';

/** Observers of enquiries and deliveries (the metrics), and the length of a delivery's lease. */
export type ServiceObservers = Pick<EnquiryServiceOptions, 'onSubmission'> &
  Pick<OutboxSettings, 'onAttempt' | 'leaseDurationMs'>;

interface ServiceDependencies {
  config: Config;
  log: Log;
  siteDatabase: SiteDatabase;
  checkRendering: RenderCheck;
  /** True if no other process uses the database. */
  isOnlyProcess: boolean;
  observers: ServiceObservers;
}

/** Creates each service of the site from those above it. */
export function createServices(dependencies: ServiceDependencies) {
  const { config, log, siteDatabase, checkRendering, isOnlyProcess, observers } = dependencies;
  const { database, dialect, pool } = siteDatabase;
  const clock = systemClock;
  const revisionStore = createRevisionStore({ database, clock });
  const contentRepository = createContentRepository({ revisionStore, releaseFiles, checkRendering });
  const { target, ...content } = createShownContent({ config, contentRepository });
  const { getContent } = content;
  const sentMails = createFolderMailer(config.mailFolder);
  const mailing = createMailing({ config, database, getContent, folder: sentMails });
  const { mailer, route, loadMessageIds, getMailAddresses, mailInvitation } = mailing;
  const shared = { database, dialect, clock, target, sentMails };
  const webhook = createConfiguredWebhook(config);
  const acknowledgement = config.acknowledgesEnquiries ? () => createAcknowledgementTexts(getContent()) : undefined;
  const people = createAccountRepository({ database, clock });
  const siteMails = { schedule: composeScheduleMail, report: composeReportMail };
  const notifications = createNotifications({ ...shared, mailer, route, siteMails, webhook, acknowledgement });
  const { deliveryKinds, onLeaseLost, sendAlert, enabledChannels } = notifications;
  const outbox = createOutbox({
    ...shared,
    ...observers,
    deliveryKinds,
    onLeaseLost,
    isOnlyProcess,
    onAttempt(event) {
      logDelivery(log, event);
      observers.onAttempt?.(event);
    },
    onError: (err) => log.error({ err }, 'delivery was interrupted and will resume by itself'),
  });
  const enquiries = createEnquiryService({
    ...shared,
    ...observers,
    enabledChannels,
    loadMessageIds,
    getMailAddresses,
    onDeliveryDue: outbox.kick,
    getFieldErrorMessages: () => getContent().contactPage.form.faults,
    recordErasedIds: (ids) => appendErasedIds(config.erasedListPath, ids),
    onStoreError: (err) => log.error({ err }, 'an enquiry could not be stored; its visitor was informed'),
  });
  return {
    clock,
    target,
    content,
    revisionStore,
    contentRepository,
    enquiries,
    outbox,
    sendAlert,
    webhook,
    mailInvitation,
    mailboxReader: config.mailbox && createConfiguredReader(config.mailbox, enquiries, log),
    people,
    draftLinks: createDraftLinkStore({ database, clock }),
    assetStore: createAssetStore({ database }),
    statistics: createStatistics({ database, target, clock, log, listReportReaders: people.listReportReaders }),
    submissionLimits: createSubmissionLimits({ pool }),
  };
}

function createAcknowledgementTexts({ acknowledgement, contactPage, site }: Content): AcknowledgementTexts {
  const { form, next } = contactPage;
  const { answerBy } = form;
  const { outsideHours } = next;
  return { ...acknowledgement, answerBy, outsideHours, contact: { name: site.name, address: site.contact.email } };
}

function createConfiguredWebhook(config: Config): Webhook | undefined {
  const { webhook } = config;
  if (webhook === undefined) return undefined;
  const makeCall = createWebhookCaller(webhook.url, webhook.secret);
  return createWebhook({ makeCall, clock: systemClock, officeUrl: findOfficeOrigin(config) });
}

/** Returns the reader of the mailbox of replies. A failure is logged once, until it reads again. */
function createConfiguredReader(settings: MailboxSettings, enquiries: EnquiryService, log: Log): MailboxReader {
  const { host, username, pathname } = new URL(settings.url);
  let lastReason = '';
  return createMailboxReader(settings, {
    readNewMails: enquiries.createNewMailReader(`${username}@${host}${pathname}`, (outcome) =>
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
