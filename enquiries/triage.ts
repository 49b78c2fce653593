import { hash } from 'node:crypto';
import { enquiryFields, fieldNames, type EnquiryFields, type FieldName } from './enquiry.ts';
import { messageIdFor } from '../outbox/mail.ts';
import type { Channel, Enquiry, NewDelivery, ReceivedEnquiry, Rules, Wanted } from './store.ts';

/** What a webhook is told of an enquiry. */
export type EnquiryEvent = 'enquiry.received' | 'enquiry.set_aside' | 'enquiry.failed';

/** How many visitors an hour are mailed that their message has come: far more than write to a business. */
export const mostAcknowledged = 100;

const hour = 60 * 60 * 1000;

/** The rules for what is stored now. */
export function rulesAt(now: Date, wanted: Wanted): Rules {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return {
    since: { sameText: before(duplicateWindow), acknowledged: wanted.acknowledgement ? before(hour) : null },
    wanted,
  };
}

/** How many of the same text were received, and not set aside, and how many acknowledgements queued: those before it in its group count. */
type Alike = Record<'sameText' | 'acknowledged', number>;

export type Plan = ReturnType<typeof plan>;

/**
 * Decides what becomes of an enquiry that is new: whether it is set aside, and who is told. A visitor is told by one mail an address
 * and day, and in a flood by none: who writes in others' names must not flood their mailboxes.
 * @returns why it is set aside and its mail quarantined, null where it waits; and the deliveries to store with it, its mail first
 */
export function plan(enquiry: ReceivedEnquiry, { sameText, acknowledged }: Alike, wanted: Wanted) {
  const { id, messageId } = enquiry;
  const setAside = enquiry.spamReason ?? (sameText >= mostAlike ? duplicateReason : null);
  const isAcknowledged = wanted.acknowledgement && setAside === null;
  const acknowledgement =
    acknowledged < mostAcknowledged
      ? acknowledgementDelivery(enquiry)
      : heldBack(id, `${mostAcknowledged} were sent within the hour before`);
  const deliveries: readonly NewDelivery[] = [
    { id: deliveryId('mail', id), channel: 'mail', event: '', enquiryId: id, messageId },
    ...(wanted.webhook ? [webhookDelivery(setAside === null ? 'enquiry.received' : 'enquiry.set_aside', id)] : []),
    ...(isAcknowledged ? [acknowledgement] : []),
  ];
  return { setAside, deliveries };
}

/** What stands in the place of an acknowledgement whose address has one of that day already. */
export function alreadyAcknowledged(enquiryId: string): NewDelivery {
  return heldBack(enquiryId, 'one was sent to this address that day already');
}

/** Names the delivery of one channel about one enquiry, or about one day. */
export function deliveryId(channel: Exclude<Channel, 'webhook'>, about: string): string {
  return `${channel}.${about}`;
}

/** Each event of an enquiry is told once: its id is that of the delivery, and what the receiver knows it by. */
export function webhookDelivery(event: EnquiryEvent, enquiryId: string): NewDelivery {
  const id = `${event}.${enquiryId}`;
  return { id, channel: 'webhook', event, enquiryId, messageId: id };
}

/** One for each act that hands an enquiry over. It is named after that act, which says who did it and to whom. */
export function handoverDelivery(
  { id: act, enquiryId }: { id: string; enquiryId: string },
  mailDomain: string,
): NewDelivery {
  const [id, messageId] = [deliveryId('handover', act), messageIdFor('handover', act, mailDomain)];
  return { id, channel: 'handover', event: '', enquiryId, messageId };
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

function heldBack(enquiryId: string, reason: string): NewDelivery {
  const id = deliveryId('acknowledgement', enquiryId);
  return { id, channel: 'acknowledgement', event: '', enquiryId, messageId: id, heldBack: reason };
}

/** Nobody reads a form, fills it in and sends it within this time, in milliseconds; programs do. */
const shortestVisit = 1000;

/** For how long equal texts count as duplicates, in milliseconds: a day. */
const duplicateWindow = 24 * hour;

/**
 * How many equal texts in that time are taken for a person who writes again: who hears nothing, or has seen a slip in the
 * address. Nobody can have another's message set aside by sending it first, unless they send it as often as this.
 */
const mostAlike = 3;

const duplicateReason = `the same text came ${mostAlike} times within a day before it`;

/** Why what a person has set aside is. Who it was is for the history: the reason is told to the webhook as well. */
export const personsReason = 'somebody in the office said that it is spam';

/** A key for one copy of the form. It tells when the form was handed out. */
export function issueFormKey(now: Date, random: string): string {
  return `form-${now.getTime().toString(36)}-${random}`;
}

/** Why a submission looks like spam, for the operator; null if it does not. */
export function spamReason(submission: { trap: string; key: string | undefined }, now: Date): string | null {
  if (submission.trap !== '') return 'the hidden field was filled in';
  const age = ageOf(submission.key, now) ?? shortestVisit;
  // A key from the future comes from another machine's clock, which says nothing.
  return age >= 0 && age < shortestVisit ? 'it was sent within a second of asking for the form' : null;
}

/** For how long the form has been out, in milliseconds. Undefined where the key does not tell. */
function ageOf(key: string | undefined, now: Date): number | undefined {
  const issued = /^form-([0-9a-z]{1,11})-/.exec(key ?? '')?.[1];
  return issued === undefined ? undefined : now.getTime() - Number.parseInt(issued, 36);
}

/**
 * Equal for repetitions of one submission: the same key and the same words. The words count, so that a visitor who goes
 * back and writes something else is never answered with what was sent before. A browser may show one copy of the form for weeks:
 * each day after the first counts as well, so that whoever writes the same again later is heard.
 */
export function submissionHash(key: string | undefined, enquiry: EnquiryFields, now: Date): string | null {
  if (key === undefined || key === '') return null;
  const day = Math.floor((ageOf(key, now) ?? 0) / duplicateWindow);
  return fingerprint([key, ...(day > 0 ? [`${day}`] : []), ...inOrder(enquiry, fieldNames)]);
}

/**
 * Equal for texts that are the same in all but white space and case, whoever they say they are from. Two people may well
 * write "Please call me": what is short has to come from the same address as well.
 */
export function textHash(enquiry: EnquiryFields): string {
  const said = fieldNames.filter((name) => !enquiryFields[name].isSender);
  const text = inOrder(enquiry, said).join('\n').toLowerCase().replaceAll(/\s+/g, ' ');
  return fingerprint(text.length < 100 ? [text, enquiry.email.toLowerCase()] : [text]);
}

/** By the names, whatever their order in the form. */
function inOrder(enquiry: EnquiryFields, names: readonly FieldName[]): string[] {
  return names.toSorted().map((name) => enquiry[name]);
}

/** 132 bits: short, since an index holds each, and more than chance or malice can make equal. */
function fingerprint(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
