import type { DatabaseWithDialect } from '../../database/database.ts';
import { queueDeliveries } from '../../outbox/delivery-queries.ts';
import { ComposeError, type Delivery, type DeliveryKind } from '../../outbox/delivery.ts';
import { sendToPendingRecipients, type Mail, type MailSettings, type MailStore } from '../../outbox/mail.ts';
import { createCancelledOutcome, isDeliveredToMainRecipient, type SendOutcome } from '../../outbox/send-outcome.ts';
import { readFiles } from '../files.ts';
import type { StoredEnquiry } from '../model.ts';
import { createWebhookDelivery, type DeliveryKindName } from '../new-deliveries.ts';
import { findEnquiries } from '../queries.ts';
import { lockEnquiry, runTransition } from '../repository.ts';
import { composeAcknowledgementMail, type AcknowledgementTexts } from './acknowledgement.ts';
import { composeAlertMail } from './alert.ts';
import { createDigestSender, type DigestDependencies } from './digest.ts';
import { composeEnquiryMail } from './enquiry-mail.ts';
import { composeAssigneeMail } from './assignee-mail.ts';
import { composeReplyMail } from './reply.ts';
import type { Webhook } from './webhook.ts';

export interface NotificationDependencies extends DigestDependencies {
  sentMails: MailStore;
  /** Returns the current text of the acknowledgement. If left out, none is sent. */
  acknowledgement?: (() => AcknowledgementTexts) | undefined;
  webhook?: (Pick<Webhook, 'send'> & Partial<Webhook>) | undefined;
  /** Composers of the mails that are about no enquiry, by the kind of their deliveries. */
  siteMails: Readonly<Record<'schedule' | 'report', ComposeMail>>;
}

type ComposeMail = (delivery: Delivery, route: MailSettings) => Mail;

/** Creates the kinds of delivery about enquiries: mails to the office and the visitor, webhook calls and digests. */
export function createNotifications(dependencies: NotificationDependencies) {
  const { mailer, route, webhook, acknowledgement, siteMails } = dependencies;
  const mailKind = (compose: Compose): DeliveryKind => ({
    pool: 'mail',
    send: (delivery) =>
      sendForEnquiry(dependencies, delivery, async (enquiry) => {
        const mail = await compose(enquiry, delivery);
        return 'delivered' in mail ? mail : sendToPendingRecipients(mailer, mail, delivery);
      }),
  });
  const siteMailKind = (compose: ComposeMail): DeliveryKind => ({
    pool: 'mail',
    send: (delivery) => sendToPendingRecipients(mailer, compose(delivery, route), delivery),
  });
  const deliveryKinds: Record<DeliveryKindName, DeliveryKind> = {
    mail: {
      ...mailKind((enquiry) => composeEnquiryMail(enquiry, route)),
      recordOutcome: createMailRecorder(webhook !== undefined),
    },
    reply: {
      ...mailKind((enquiry, { id }) => composeReplyUnlessSpam(dependencies, enquiry, id)),
      isAtMostOnce: true,
      recordOutcome: createReplyRecorder(dependencies),
    },
    handover: mailKind((enquiry, delivery) =>
      // Skip if it was reassigned meanwhile.
      delivery.payload['to'] === enquiry.assignee
        ? composeAssigneeMail(enquiry, delivery, route)
        : createCancelledOutcome('It was assigned to somebody else meanwhile.'),
    ),
    acknowledgement: mailKind((enquiry) => composeAcknowledgementIfEnabled(dependencies, enquiry)),
    webhook: {
      pool: 'webhook',
      async send(delivery) {
        if (webhook === undefined) return createRefusedOutcome('WEBHOOK_URL is not set.');
        if (delivery.recordId === null && webhook.sendAlert !== undefined)
          return webhook.sendAlert(delivery, composeAlertMail(delivery, route));
        return sendForEnquiry(dependencies, delivery, (enquiry) => webhook.send({ ...delivery, enquiry }));
      },
    },
    digest: { pool: 'mail', send: createDigestSender(dependencies) },
    alert: siteMailKind(composeAlertMail),
    schedule: siteMailKind(siteMails.schedule),
    report: siteMailKind(siteMails.report),
  };
  return {
    deliveryKinds,
    enabledChannels: { webhook: webhook !== undefined, acknowledgement: acknowledgement !== undefined },
    /** Mails an alert at once. Resolves to false if that is to be tried again. */
    async sendAlert(payload: Delivery['payload']): Promise<boolean> {
      const sent = await mailer.send(composeAlertMail({ queuedAt: dependencies.clock.now(), payload }, route));
      return sent.delivered || sent.permanent;
    },
    /** Deletes the stored mails of an enquiry that was erased while its mail was being sent. */
    async onLeaseLost({ recordId }: Delivery): Promise<void> {
      if (recordId !== null && (await findEnquiries(dependencies, { id: recordId })).length === 0)
        await dependencies.sentMails.deleteForEnquiries([recordId]);
    },
  };
}

/** Composes a mail, or returns the outcome if none is to be sent. */
type Compose = (enquiry: StoredEnquiry, delivery: Delivery) => Mail | SendOutcome | Promise<Mail | SendOutcome>;

async function sendForEnquiry(
  dependencies: DatabaseWithDialect,
  { recordId }: Delivery,
  send: (enquiry: StoredEnquiry) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const [enquiry] = await findEnquiries(dependencies, { id: recordId ?? '' });
  return enquiry === undefined ? createCancelledOutcome('It was erased meanwhile.') : send(enquiry);
}

async function composeReplyUnlessSpam(
  dependencies: NotificationDependencies,
  enquiry: StoredEnquiry,
  id: string,
): Promise<Mail | SendOutcome> {
  const [target = enquiry] = await findEnquiries(dependencies, { id: enquiry.mergedInto ?? '' });
  if (target.status === 'spam') return createRefusedOutcome('It was marked as spam meanwhile.');
  const reply = enquiry.replies.find((one) => one.id === id);
  if (reply === undefined) throw new ComposeError(`The text of ${id} is missing`);
  const files = await readFiles(dependencies, { messageId: id });
  // The address may have been corrected where its conversation is.
  return { ...composeReplyMail({ ...enquiry, email: target.email }, reply, dependencies.route), files };
}

function composeAcknowledgementIfEnabled(
  { acknowledgement, route, clock, target }: NotificationDependencies,
  enquiry: StoredEnquiry,
): Mail | SendOutcome {
  // Disabled since it was queued.
  if (acknowledgement === undefined) return createRefusedOutcome('ACKNOWLEDGE is not set.');
  if (enquiry.status === 'spam') return createCancelledOutcome('It was marked as spam meanwhile.');
  return composeAcknowledgementMail(enquiry, route, acknowledgement(), clock.now(), target);
}

function createRefusedOutcome(reason: string): SendOutcome {
  return { delivered: false, permanent: true, reason };
}

/** Returns the recorder of mails to the office, which queues a webhook call if a mail failed for good. */
function createMailRecorder(hasWebhook: boolean): NonNullable<DeliveryKind['recordOutcome']> {
  return async (transaction, { recordId }, outcome, endDeliveryLease) => {
    const isRecorded = await endDeliveryLease();
    if (isRecorded && hasWebhook && outcome.state === 'failed' && recordId !== null)
      await queueDeliveries(transaction, [{ ...createWebhookDelivery('enquiry.failed', recordId), at: outcome.at }]);
    return isRecorded;
  };
}

/** Returns the recorder of replies: one that the visitor has closes its enquiry at once, another outcome reopens it. */
function createReplyRecorder({
  dialect,
  target,
  webhook,
}: NotificationDependencies): NonNullable<DeliveryKind['recordOutcome']> {
  const dependencies = { dialect, target, enabledChannels: { webhook: webhook !== undefined } };
  return async (transaction, { id, recordId, recipientStates }, outcome, endDeliveryLease) => {
    const enquiryId = recordId ?? '';
    const isAnswered = outcome.state === 'delivered' || isDeliveredToMainRecipient(outcome.recipientStates ?? {});
    // What becomes of copies alone changes nothing.
    const isNews = !isDeliveredToMainRecipient(recipientStates) && (isAnswered || outcome.state !== 'due');
    if (!isNews) return endDeliveryLease();
    // Lock the enquiry before its deliveries, in the order of all actions.
    const lockedId = await lockEnquiry({ database: transaction, dialect }, enquiryId);
    if (!(await endDeliveryLease())) return false;
    const action = isAnswered ? 'reply delivered' : 'reply not delivered';
    const at = outcome.state === 'due' ? outcome.dueAt : outcome.at;
    // No event is recorded: the reply has its own.
    const event = { id: '', at, actor: '', action, detail: '', note: '', enquiryId } as const;
    const change = { action, replyId: id } as const;
    await runTransition(transaction, dependencies, change, { event, lockedId });
    return true;
  };
}
