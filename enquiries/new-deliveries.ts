import { hash } from 'node:crypto';
import type { NewDelivery } from '../outbox/delivery.ts';
import type { Enquiry } from './model.ts';

/** The kinds of delivery that enquiries have, and the digest of a day. */
export type Kind = 'mail' | 'reply' | 'handover' | 'acknowledgement' | 'webhook' | 'digest';

/** What a webhook is told of an enquiry. */
export type EnquiryEvent = 'enquiry.received' | 'enquiry.set_aside' | 'enquiry.failed';

/** Returns the name of the delivery of one kind about one thing. */
export function formatDeliveryId(kind: Exclude<Kind, 'webhook'>, about: string): string {
  return `${kind}.${about}`;
}

/** Returns what a delivery id was made of beside its kind. */
export function extractDeliveryName(id: string): string {
  return id.slice(id.indexOf('.') + 1);
}

/** Returns the mail that tells the office of an enquiry. */
export function createMailDelivery(enquiryId: string): NewDelivery {
  return { id: formatDeliveryId('mail', enquiryId), kind: 'mail', aboutId: enquiryId };
}

/** Returns the mail of a reply, whose id it has. */
export function createReplyDelivery(id: string, enquiryId: string): NewDelivery {
  return { id, kind: 'reply', aboutId: enquiryId };
}

/** Returns a call of the webhook. Each event of an enquiry is told once: its id is what the receiver knows it by. */
export function createWebhookDelivery(event: EnquiryEvent, enquiryId: string): NewDelivery {
  return { id: `${event}.${enquiryId}`, kind: 'webhook', aboutId: enquiryId, payload: { event } };
}

/** What handed an enquiry over. */
interface HandingOver {
  id: string;
  actor: string;
  to: string;
  enquiryId: string;
}

/** Returns the mail to whom an enquiry was handed over: one for each time that this happens. */
export function createHandoverDelivery({ id, actor, to, enquiryId }: HandingOver): NewDelivery {
  return { id: formatDeliveryId('handover', id), kind: 'handover', aboutId: enquiryId, payload: { to, by: actor } };
}

/** Returns the digest that is due then: one a day, however many servers queue it. */
export function createDigestDelivery(due: Date): NewDelivery {
  return { id: formatDeliveryId('digest', due.toISOString().replaceAll(/[:.]/g, '-')), kind: 'digest', aboutId: null };
}

/**
 * Returns the mail that tells a visitor that their enquiry has come: one for an address and a day of UTC, by a hash of both. What stands
 * behind a plus sign makes no other mailbox, and nobody can have somebody mailed again by it.
 */
export function createAcknowledgementDelivery({
  id,
  email,
  receivedAt,
}: Pick<Enquiry, 'id' | 'email' | 'receivedAt'>): NewDelivery {
  const mailbox = email.toLowerCase().replace(/\+[^@]*@/, '@');
  const about = hash('sha256', `${mailbox} ${receivedAt.toISOString().slice(0, 10)}`, 'base64url').slice(0, 22);
  return { id: formatDeliveryId('acknowledgement', about), kind: 'acknowledgement', aboutId: id };
}

/** Returns what stands in the place of an acknowledgement that is not to be sent. */
export function createSuppressedAcknowledgement(enquiryId: string, reason: string): NewDelivery {
  const id = formatDeliveryId('acknowledgement', enquiryId);
  return { id, kind: 'acknowledgement', aboutId: enquiryId, suppressed: reason };
}
