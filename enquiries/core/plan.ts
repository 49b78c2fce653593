import { hash } from 'node:crypto';
import { duplicateReason, duplicateWindow, mostAlike } from './spam.ts';
import type { Alike, Channel, Enquiry, NewDelivery, Plan, ReceivedEnquiry, Rules } from './store.ts';

/** What a webhook is told of an enquiry. */
export type EnquiryEvent = 'enquiry.received' | 'enquiry.set_aside' | 'enquiry.failed';

/** Who is told of an enquiry besides the mailbox. */
export interface Wanted {
  webhook: boolean;
  acknowledgement: boolean;
}

/** How many visitors an hour are mailed that their message has come: far more than write to a business. */
export const mostAcknowledged = 100;

const hour = 60 * 60 * 1000;

/** The rules for what is stored now. */
export function rulesAt(now: Date, wanted: Wanted): Rules {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return {
    since: { sameText: before(duplicateWindow), acknowledged: before(hour) },
    plan: (enquiry, alike) => plan(enquiry, alike, wanted),
  };
}

/**
 * Decides what becomes of an enquiry that is new: whether it is set aside, and who is told. A visitor is told by one mail an address
 * and day, and in a flood by none: who writes in others' names must not flood their mailboxes.
 */
export function plan(enquiry: ReceivedEnquiry, { sameText, acknowledged }: Alike, wanted: Wanted): Plan {
  const { id, messageId } = enquiry;
  const setAside = enquiry.spamReason ?? (sameText >= mostAlike ? duplicateReason : null);
  const isAcknowledged = wanted.acknowledgement && setAside === null && acknowledged < mostAcknowledged;
  return {
    setAside,
    deliveries: [
      { id: deliveryId('mail', id), channel: 'mail', event: '', enquiryId: id, messageId },
      ...(wanted.webhook ? [webhookDelivery(setAside === null ? 'enquiry.received' : 'enquiry.set_aside', id)] : []),
      ...(isAcknowledged ? [acknowledgementDelivery(enquiry)] : []),
    ],
  };
}

/** Names the delivery of one channel about one enquiry, or about one day. */
export function deliveryId(channel: Exclude<Channel, 'webhook'>, about: string): string {
  return `${channel}.${about}`;
}

/** A Message-ID that is the same for every attempt to deliver. */
export function messageIdFor(what: 'enquiry' | 'digest', name: string, mailDomain: string): string {
  return `<${what}.${name}@${mailDomain}>`;
}

/** Each event of an enquiry is told once: its id is that of the delivery, and what the receiver knows it by. */
export function webhookDelivery(event: EnquiryEvent, enquiryId: string): NewDelivery {
  const id = `${event}.${enquiryId}`;
  return { id, channel: 'webhook', event, enquiryId, messageId: id };
}

/** One a day, however many servers queue it. */
export function digestDelivery(due: Date, mailDomain: string): NewDelivery {
  const name = due.toISOString().replaceAll(/[:.]/g, '-');
  const messageId = messageIdFor('digest', name, mailDomain);
  return { id: deliveryId('digest', name), channel: 'digest', event: '', enquiryId: null, messageId };
}

/**
 * One for an address and a day of UTC, by a hash of both. What stands behind a plus sign makes no other mailbox, and nobody can have
 * somebody mailed again by it.
 */
function acknowledgementDelivery({ id, email, receivedAt, messageId }: Enquiry & { messageId: string }): NewDelivery {
  const mailbox = email.toLowerCase().replace(/\+[^@]*@/, '@');
  const about = hash('sha256', `${mailbox} ${receivedAt.toISOString().slice(0, 10)}`, 'base64url').slice(0, 22);
  return {
    id: deliveryId('acknowledgement', about),
    channel: 'acknowledgement',
    event: '',
    enquiryId: id,
    messageId: messageId.replace('<enquiry.', '<acknowledgement.'),
  };
}
