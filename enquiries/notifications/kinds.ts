import type { DatabaseParts } from '../../database/database.ts';
import { queueDeliveries } from '../../outbox/deliveries.ts';
import { UnwritableError, type Delivery, type DeliveryKind } from '../../outbox/delivery.ts';
import { getDomain, selectPendingReceivers, type Mail, type SentMails } from '../../outbox/mail.ts';
import { createCancelledOutcome, type SendOutcome } from '../../outbox/send-outcome.ts';
import type { StoredEnquiry } from '../model.ts';
import { createWebhookDelivery, type Kind } from '../new-deliveries.ts';
import { findEnquiries } from '../queries.ts';
import { lockEnquiry, runTransition } from '../repository.ts';
import { composeAcknowledgement, type AcknowledgementWords } from './acknowledgement.ts';
import { createDigest, type DigestParts } from './digest.ts';
import { composeMail } from './enquiry-mail.ts';
import { composeHandover } from './handover.ts';
import { composeReply } from './reply.ts';
import type { Webhook } from './webhook.ts';

export interface NotificationParts extends DigestParts {
  sentMails: SentMails;
  /** Returns the current text of the acknowledgement. If left out, none is sent. */
  acknowledgement?: (() => AcknowledgementWords) | undefined;
  webhook?: Pick<Webhook, 'send'> | undefined;
}

/** Creates the kinds of delivery about enquiries: mails to the office and the visitor, webhook calls and digests. */
export function createNotifications(parts: NotificationParts) {
  const { mailer, route, webhook, acknowledgement } = parts;
  const digest = createDigest(parts);
  const mailKind = (compose: Compose): DeliveryKind => ({
    pool: 'mail',
    send: (delivery) =>
      sendAbout(parts, delivery, async (enquiry) => {
        const mail = compose(enquiry, delivery);
        return 'delivered' in mail ? mail : mailer.send(selectPendingReceivers(mail, delivery));
      }),
  });
  const kinds: Record<Kind, DeliveryKind> = {
    mail: { ...mailKind((enquiry) => composeMail(enquiry, route)), record: recordMail(webhook !== undefined) },
    reply: {
      ...mailKind((enquiry, { id }) => composeAnswer(parts, enquiry, id)),
      isOnce: true,
      record: recordReply(parts),
    },
    handover: mailKind((enquiry, delivery) =>
      // Skip if it was reassigned meanwhile.
      delivery.payload['to'] === enquiry.assignee
        ? composeHandover(enquiry, delivery, route)
        : createCancelledOutcome('It was assigned to somebody else meanwhile.'),
    ),
    acknowledgement: mailKind((enquiry) => acknowledge(parts, enquiry)),
    webhook: {
      pool: 'webhook',
      async send(delivery) {
        if (webhook === undefined) return refused('WEBHOOK_URL is not set.');
        return sendAbout(parts, delivery, (enquiry) => webhook.send({ ...delivery, enquiry }));
      },
    },
    digest: { pool: 'mail', send: digest },
  };
  return {
    kinds,
    enabled: { webhook: webhook !== undefined, acknowledgement: acknowledgement !== undefined },
    mailDomain: getDomain(route.from.address),
    /** Deletes the stored mails of an enquiry that was erased while its mail was being sent. */
    async onLost({ aboutId }: Delivery): Promise<void> {
      if (aboutId !== null && (await findEnquiries(parts, { id: aboutId })).length === 0)
        await parts.sentMails.forget([aboutId]);
    },
  };
}

/** Composes a mail, or returns the outcome if none is to be sent. */
type Compose = (enquiry: StoredEnquiry, delivery: Delivery) => Mail | SendOutcome;

async function sendAbout(
  parts: DatabaseParts,
  { aboutId }: Delivery,
  send: (enquiry: StoredEnquiry) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const [enquiry] = await findEnquiries(parts, { id: aboutId ?? '' });
  return enquiry === undefined ? createCancelledOutcome('It was erased meanwhile.') : send(enquiry);
}

function composeAnswer({ route }: NotificationParts, enquiry: StoredEnquiry, id: string): Mail | SendOutcome {
  if (enquiry.status === 'spam') return refused('It was set aside meanwhile.');
  const reply = enquiry.replies.find((one) => one.id === id);
  if (reply === undefined) throw new UnwritableError(`There is no text of ${id}`);
  return composeReply(enquiry, reply, route);
}

function acknowledge(
  { acknowledgement, route, clock, target }: NotificationParts,
  enquiry: StoredEnquiry,
): Mail | SendOutcome {
  // Disabled since it was queued.
  if (acknowledgement === undefined) return refused('ACKNOWLEDGE is not set.');
  if (enquiry.status === 'spam') return createCancelledOutcome('It was set aside meanwhile.');
  return composeAcknowledgement(enquiry, route, acknowledgement(), clock.now(), target);
}

function refused(reason: string): SendOutcome {
  return { delivered: false, permanent: true, reason };
}

/** Returns the recorder of mails to the office, which queues a webhook call if a mail failed for good. */
function recordMail(hasWebhook: boolean): NonNullable<DeliveryKind['record']> {
  return async (transaction, { aboutId }, outcome, end) => {
    const isRecorded = await end();
    if (isRecorded && hasWebhook && outcome.state === 'failed' && aboutId !== null)
      await queueDeliveries(transaction, [{ ...createWebhookDelivery('enquiry.failed', aboutId), at: outcome.at }]);
    return isRecorded;
  };
}

/** Returns the recorder of replies: a delivered one closes its enquiry, another outcome reopens it. */
function recordReply({ dialect, target, webhook }: NotificationParts): NonNullable<DeliveryKind['record']> {
  return async (transaction, { id, aboutId }, outcome, end) => {
    const enquiryId = aboutId ?? '';
    // Lock the enquiry before its deliveries, in the order of all actions.
    await lockEnquiry({ database: transaction, dialect }, enquiryId);
    if (!(await end())) return false;
    const action = outcome.state === 'delivered' ? 'reply delivered' : 'reply not delivered';
    const at = outcome.state === 'due' ? outcome.dueAt : outcome.at;
    const event = { id: '', at, actor: '', action: 'reply', detail: id, note: '', enquiryId } as const;
    const context = { event, target, webhook: webhook !== undefined };
    await runTransition(transaction, { dialect }, { action, reply: id }, context);
    return true;
  };
}
