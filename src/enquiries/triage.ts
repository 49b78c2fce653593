import { hash } from 'node:crypto';
import type { NewDelivery } from '../outbox/delivery.ts';
import { enquiryFields, fieldNames, type EnquiryFields, type FieldName } from './enquiry.ts';
import type { EnabledChannels, ReceivedEnquiry } from './model.ts';
import {
  createAcknowledgementDelivery,
  createOfficeMailDelivery,
  createSuppressedAcknowledgementDelivery,
  createWebhookDelivery,
} from './new-deliveries.ts';

/** Maximum of acknowledgements an hour: far more visitors than write to a business. */
export const maxAcknowledgementsPerHour = 100;

const hour = 60 * 60 * 1000;

/** Returns the times from which duplicates and acknowledgements count. */
export function computeTriageWindowStarts(now: Date): Record<'sameText' | 'acknowledged', Date> {
  const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return { sameText: before(duplicateWindow), acknowledged: before(hour) };
}

/** Numbers of equal texts, without spam, and of acknowledgements, in their windows and earlier in the group. */
type TriageCounts = Record<'sameText' | 'acknowledged', number>;

export interface Triage {
  /** Why it is spam; null if it is open. */
  spamReason: string | null;
  deliveries: readonly NewDelivery[];
}

/**
 * Decides if a new enquiry is spam, and who is notified. An address gets one acknowledgement a day, and none in a
 * flood: senders with forged addresses must not flood other people's mailboxes.
 */
export function triageEnquiry(
  enquiry: ReceivedEnquiry,
  { sameText, acknowledged }: TriageCounts,
  enabledChannels: EnabledChannels,
): Triage {
  const { id } = enquiry;
  const spamReason = enquiry.spamReason ?? (sameText >= maxSameTexts ? duplicateReason : null);
  const isOpen = spamReason === null;
  const acknowledgement =
    acknowledged < maxAcknowledgementsPerHour
      ? createAcknowledgementDelivery(enquiry)
      : createSuppressedAcknowledgementDelivery(id, `${maxAcknowledgementsPerHour} were sent within the hour before`);
  const deliveries = [
    ...(isOpen ? [createOfficeMailDelivery(id)] : []),
    ...(enabledChannels.webhook ? [createWebhookDelivery(isOpen ? 'enquiry.received' : 'enquiry.set_aside', id)] : []),
    ...(enabledChannels.acknowledgement && isOpen ? [acknowledgement] : []),
  ];
  return { spamReason, deliveries };
}

/** Reason for suppressing a second acknowledgement to an address on one day. */
export const alreadyAcknowledgedReason = 'this address already got one that day';

/** Minimum time for a person to fill in and send the form, in milliseconds. Programs are faster. */
const minFillTime = 1000;

/** Period in which equal texts count as duplicates, in milliseconds: a day. */
const duplicateWindow = 24 * hour;

/**
 * Number of equal texts within that period that are accepted: people write again if they hear nothing, or mistyped the
 * address. To make somebody else's message spam, an attacker has to send it first as often as this.
 */
const maxSameTexts = 3;

const duplicateReason = `the same text came ${maxSameTexts} times within a day before it`;

/** Creates the form key of one copy of the form, which contains the time of issue. */
export function createFormKey(now: Date, random: string): string {
  return `form-${now.getTime().toString(36)}-${random}`;
}

/** Returns the reason, for the operator, that a submission looks like spam; null if it does not. */
export function findSpamReason(
  submission: { honeypotValue: string; idempotencyKey: string | undefined },
  now: Date,
): string | null {
  if (submission.honeypotValue !== '') return 'the hidden field was filled in';
  const age = computeFormAge(submission.idempotencyKey, now) ?? minFillTime;
  // A key from the future comes from another machine, whose clock is ahead: ignored.
  return age >= 0 && age < minFillTime ? 'it was sent within a second of asking for the form' : null;
}

/** Returns the age of the form in milliseconds; undefined if the key is no form key. */
function computeFormAge(idempotencyKey: string | undefined, now: Date): number | undefined {
  const issued = /^form-([0-9a-z]{1,11})-/.exec(idempotencyKey ?? '')?.[1];
  return issued === undefined ? undefined : now.getTime() - Number.parseInt(issued, 36);
}

/**
 * Returns a hash that is equal for repetitions of one submission: same key and fields, so that another text is new.
 * From one day on, the form's age in days counts too: a browser may show a copy for weeks.
 */
export function hashSubmission(idempotencyKey: string | undefined, enquiry: EnquiryFields, now: Date): string | null {
  if (idempotencyKey === undefined || idempotencyKey === '') return null;
  const day = Math.floor((computeFormAge(idempotencyKey, now) ?? 0) / duplicateWindow);
  return fingerprint([idempotencyKey, ...(day > 0 ? [`${day}`] : []), ...listSortedValues(enquiry, fieldNames)]);
}

/**
 * Returns a hash that is equal for texts that differ only in white space and case, from any sender. Short texts
 * ("Please call me") may come from two people, so they must have the same address as well.
 */
export function hashEnquiryText(enquiry: EnquiryFields): string {
  const textFields = fieldNames.filter((name) => !enquiryFields[name].identifiesSender);
  const text = listSortedValues(enquiry, textFields).join('\n').toLowerCase().replaceAll(/\s+/g, ' ');
  return fingerprint(text.length < 100 ? [text, enquiry.email.toLowerCase()] : [text]);
}

function listSortedValues(enquiry: EnquiryFields, names: readonly FieldName[]): string[] {
  return names.toSorted().map((name) => enquiry[name]);
}

/** Returns a hash of 132 bits: short for the index, and long enough against collisions by chance or malice. */
function fingerprint(values: readonly string[]): string {
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22);
}
