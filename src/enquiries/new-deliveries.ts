import { hash } from 'node:crypto';
import type { NewDelivery } from '../outbox/delivery.ts';
import type { Enquiry } from './model.ts';

export type EnquiryDeliveryKindName = 'mail' | 'reply' | 'handover' | 'acknowledgement' | 'webhook';
/** `schedule`: drafts that were not published. `report`: the statistics of a month. */
export type DeliveryKindName = EnquiryDeliveryKindName | 'digest' | 'alert' | 'schedule' | 'report';

export type WebhookEventType = 'enquiry.received' | 'enquiry.set_aside' | 'enquiry.failed';

/** Returns the id of a delivery of one kind about one record. */
export function formatDeliveryId(kind: Exclude<DeliveryKindName, 'webhook'>, name: string): string {
  return `${kind}.${name}`;
}

/** Returns the part of a delivery id after its kind. */
export function extractDeliveryName(id: string): string {
  return id.slice(id.indexOf('.') + 1);
}

/** Returns the delivery of the mail to the office about an enquiry. */
export function createOfficeMailDelivery(enquiryId: string): NewDelivery {
  return { id: formatDeliveryId('mail', enquiryId), kind: 'mail', recordId: enquiryId };
}

/**
 * Returns the delivery of a reply, with the same id. `mayBeSent`: an earlier attempt may have sent it. `recipientStates`:
 * of those who have it already.
 */
export function createReplyDelivery(
  id: string,
  enquiryId: string,
  { mayBeSent = false, ...options }: Pick<NewDelivery, 'delay' | 'recipientStates'> & { mayBeSent?: boolean } = {},
): NewDelivery {
  return { id, kind: 'reply', recordId: enquiryId, payload: mayBeSent ? { mayBeSent: 'yes' } : {}, ...options };
}

/** Returns a webhook call. Each event of an enquiry is queued once; receivers detect repetitions by the id. */
export function createWebhookDelivery(event: WebhookEventType, enquiryId: string): NewDelivery {
  return { id: `${event}.${enquiryId}`, kind: 'webhook', recordId: enquiryId, payload: { event } };
}

/** Event that assigned an enquiry to somebody. */
interface Assignment {
  id: string;
  actor: string;
  to: string;
  /** Comment of the actor, on one line, or empty. */
  note: string;
  enquiryId: string;
  /** What was received; left out if it was assigned. */
  about?: 'message received' | 'bounce received';
}

/** Returns the mail to the assignee of an enquiry, one per assignment and per received mail. */
export function createAssigneeMailDelivery({ id, actor, to, note, enquiryId, about }: Assignment): NewDelivery {
  const payload = { to, by: actor, note, ...(about && { about }) };
  return { id: formatDeliveryId('handover', id), kind: 'handover', recordId: enquiryId, payload };
}

/** Returns the digest due at this time. Its id is unique by due time, however many servers queue it. */
export function createDigestDelivery(dueAt: Date): NewDelivery {
  const name = dueAt.toISOString().replaceAll(/[:.]/g, '-');
  return { id: formatDeliveryId('digest', name), kind: 'digest', recordId: null };
}

/**
 * Returns the acknowledgement to a visitor: one per address and UTC day, by a hash of both. Plus-address tags are
 * ignored: they reach the same mailbox, which must not get several.
 */
export function createAcknowledgementDelivery({
  id,
  email,
  receivedAt,
}: Pick<Enquiry, 'id' | 'email' | 'receivedAt'>): NewDelivery {
  const mailbox = email.toLowerCase().replace(/\+[^@]*@/, '@');
  const about = hash('sha256', `${mailbox} ${receivedAt.toISOString().slice(0, 10)}`, 'base64url').slice(0, 22);
  return { id: formatDeliveryId('acknowledgement', about), kind: 'acknowledgement', recordId: id };
}

/** Returns the suppressed delivery stored instead of an acknowledgement. */
export function createSuppressedAcknowledgementDelivery(enquiryId: string, reason: string): NewDelivery {
  const id = formatDeliveryId('acknowledgement', enquiryId);
  return { id, kind: 'acknowledgement', recordId: enquiryId, suppressionReason: reason };
}
