import { hash } from 'node:crypto';
import type { NewDelivery } from '../outbox/delivery.ts';
import { enquiryFields, fieldNames, type EnquiryFields, type FieldName } from './enquiry.ts';
import type { EnabledChannels, ReceivedEnquiry } from './model.ts';
import {
  createAcknowledgementDelivery,
  createMailDelivery,
  createSuppressedAcknowledgement,
  createWebhookDelivery,
} from './new-deliveries.ts';

/** How many visitors an hour are mailed that their message has come: far more than write to a business. */
export const maxAcknowledgements = 100;

const hour = 60 * 60 * 1000;

/** Since when duplicates and acknowledgements count. */
export function computeWindows(now: Date) {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return { sameText: before(duplicateWindow), acknowledged: before(hour) };
}

/** How many of the same text were received, and are no spam, and how many acknowledgements queued: those before it in its group count. */
type Duplicates = Record<'sameText' | 'acknowledged', number>;

/** What becomes of an enquiry that is new. */
export interface Triage {
  /** Why it is spam; null where it is open. */
  spamReason: string | null;
  /** What is stored with it. */
  deliveries: readonly NewDelivery[];
}

/**
 * Decides what becomes of an enquiry that is new: whether it is spam, and who is told. A visitor is told by one mail an address
 * and day, and in a flood by none: who writes in others' names must not flood their mailboxes.
 */
export function triageEnquiry(
  enquiry: ReceivedEnquiry,
  { sameText, acknowledged }: Duplicates,
  enabled: EnabledChannels,
): Triage {
  const { id } = enquiry;
  const spamReason = enquiry.spamReason ?? (sameText >= mostAlike ? duplicateReason : null);
  const isOpen = spamReason === null;
  const acknowledgement =
    acknowledged < maxAcknowledgements
      ? createAcknowledgementDelivery(enquiry)
      : createSuppressedAcknowledgement(id, `${maxAcknowledgements} were sent within the hour before`);
  const deliveries = [
    ...(isOpen ? [createMailDelivery(id)] : []),
    ...(enabled.webhook ? [createWebhookDelivery(isOpen ? 'enquiry.received' : 'enquiry.set_aside', id)] : []),
    ...(enabled.acknowledgement && isOpen ? [acknowledgement] : []),
  ];
  return { spamReason, deliveries };
}

/** Why an address that has an acknowledgement of that day already gets no other. */
export const alreadyAcknowledged = 'one was sent to this address that day already';

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

/** A key for one copy of the form. It tells when the form was handed out. */
export function issueFormKey(now: Date, random: string): string {
  return `form-${now.getTime().toString(36)}-${random}`;
}

/** Why a submission looks like spam, for the operator; null if it does not. */
export function detectSpam(submission: { trap: string; key: string | undefined }, now: Date): string | null {
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
export function hashSubmission(key: string | undefined, enquiry: EnquiryFields, now: Date): string | null {
  if (key === undefined || key === '') return null;
  const day = Math.floor((ageOf(key, now) ?? 0) / duplicateWindow);
  return fingerprint([key, ...(day > 0 ? [`${day}`] : []), ...inOrder(enquiry, fieldNames)]);
}

/**
 * Equal for texts that are the same in all but white space and case, whoever they say they are from. Two people may well
 * write "Please call me": what is short has to come from the same address as well.
 */
export function hashText(enquiry: EnquiryFields): string {
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
