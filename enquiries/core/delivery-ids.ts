import { hash } from 'node:crypto';
import type { Channel, Enquiry, NewDelivery } from './store.ts';

/** What a webhook is told of an enquiry. */
export type EnquiryEvent = 'enquiry.received' | 'enquiry.set_aside' | 'enquiry.failed';

/** Names the delivery of one channel about one enquiry, or about one day. */
export function deliveryId(channel: Exclude<Channel, 'webhook'>, about: string): string {
  return `${channel}.${about}`;
}

/** Each event of an enquiry is told once: its id is that of the delivery, and what the receiver knows it by. */
export function webhookDelivery(event: EnquiryEvent, enquiryId: string): NewDelivery {
  const id = `${event}.${enquiryId}`;
  return { id, channel: 'webhook', event, enquiryId, messageId: id };
}

/**
 * One for an address and a day of UTC, by a hash of both. What stands behind a plus sign makes no other mailbox, and nobody can have
 * somebody mailed again by it.
 */
export function acknowledgementDelivery(enquiry: Enquiry & { messageId: string }): NewDelivery {
  const { id: enquiryId, email, receivedAt, messageId } = enquiry;
  const mailbox = email.toLowerCase().replace(/\+[^@]*@/, '@');
  const about = hash('sha256', `${mailbox} ${receivedAt.toISOString().slice(0, 10)}`, 'base64url').slice(0, 22);
  return {
    id: deliveryId('acknowledgement', about),
    channel: 'acknowledgement',
    event: '',
    enquiryId,
    messageId: acknowledgementIdFor(messageId),
  };
}

/** The Message-ID of the mail that tells a visitor of an enquiry's arrival, from that of the enquiry's own mail. */
export function acknowledgementIdFor(messageId: string): string {
  return messageId.replace('<enquiry.', '<acknowledgement.');
}

/** What that mail is called among the site's mails. */
export function acknowledgementName(enquiryId: string): string {
  return `acknowledgement-${enquiryId}`;
}
