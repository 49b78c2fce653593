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

/** Maximum of acknowledgements an hour: far more visitors than write to a business. */
export const maxAcknowledgements = 100;

const hour = 60 * 60 * 1000;

/** Returns the times from which duplicates and acknowledgements count. */
export function computeWindows(now: Date) {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return { sameText: before(duplicateWindow), acknowledged: before(hour) };
}

/** Numbers of equal texts that are no spam, and of queued acknowledgements, including those earlier in the group. */
type Duplicates = Record<'sameText' | 'acknowledged', number>;

/** Decision about a new enquiry. */
export interface Triage {
  /** Reason for taking it for spam; null if it is open. */
  spamReason: string | null;
  /** Deliveries to queue with it. */
  deliveries: readonly NewDelivery[];
}

/**
 * Decides if a new enquiry is spam, and who is notified. An address gets one acknowledgement a day, and none in a
 * flood: senders with forged addresses must not flood other people's mailboxes.
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

/** Reason for suppressing a second acknowledgement to an address on one day. */
export const alreadyAcknowledged = 'one was sent to this address that day already';

/** Minimum time for a person to fill in and send the form, in milliseconds. Programs are faster. */
const shortestVisit = 1000;

/** Period in which equal texts count as duplicates, in milliseconds: a day. */
const duplicateWindow = 24 * hour;

/**
 * Number of equal texts within that period that are accepted: people write again if they hear nothing, or mistyped the
 * address. To make somebody else's message spam, an attacker has to send it first as often as this.
 */
const mostAlike = 3;

const duplicateReason = `the same text came ${mostAlike} times within a day before it`;

/** Creates the key of one copy of the form, which contains the time of issue. */
export function issueFormKey(now: Date, random: string): string {
  return `form-${now.getTime().toString(36)}-${random}`;
}

/** Returns the reason, for the operator, that a submission looks like spam; null if it does not. */
export function detectSpam(submission: { trap: string; key: string | undefined }, now: Date): string | null {
  if (submission.trap !== '') return 'the hidden field was filled in';
  const age = ageOf(submission.key, now) ?? shortestVisit;
  // A key from the future comes from another machine, whose clock is ahead: ignored.
  return age >= 0 && age < shortestVisit ? 'it was sent within a second of asking for the form' : null;
}

/** Returns the age of the form in milliseconds; undefined if the key has no time. */
function ageOf(key: string | undefined, now: Date): number | undefined {
  const issued = /^form-([0-9a-z]{1,11})-/.exec(key ?? '')?.[1];
  return issued === undefined ? undefined : now.getTime() - Number.parseInt(issued, 36);
}

/**
 * Returns a hash that is equal for repetitions of one submission: same key and same fields. With the fields, a visitor
 * who goes back and writes something else is not taken for a repetition. The form's age in days, from one on, is
 * included too: a browser may show a copy for weeks, and the same text on a later day is new.
 */
export function hashSubmission(key: string | undefined, enquiry: EnquiryFields, now: Date): string | null {
  if (key === undefined || key === '') return null;
  const day = Math.floor((ageOf(key, now) ?? 0) / duplicateWindow);
  return fingerprint([key, ...(day > 0 ? [`${day}`] : []), ...inOrder(enquiry, fieldNames)]);
}

/**
 * Returns a hash that is equal for texts that differ only in white space and case, from any sender. Short texts
 * ("Please call me") may come from two people, so they must have the same address as well.
 */
export function hashText(enquiry: EnquiryFields): string {
  const said = fieldNames.filter((name) => !enquiryFields[name].isSender);
  const text = inOrder(enquiry, said).join('\n').toLowerCase().replaceAll(/\s+/g, ' ');
  return fingerprint(text.length < 100 ? [text, enquiry.email.toLowerCase()] : [text]);
}

/** Returns the values sorted by field name, independent of the form's order. */
function inOrder(enquiry: EnquiryFields, names: readonly FieldName[]): string[] {
  return names.toSorted().map((name) => enquiry[name]);
}

/** Returns a hash of 132 bits: short for the index, and long enough against collisions by chance or malice. */
function fingerprint(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);
}
