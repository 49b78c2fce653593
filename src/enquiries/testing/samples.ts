import { hash, randomUUID } from 'node:crypto';
import type { ReceivedMail } from '../../mailbox/received-mail.ts';
import { createEnquiryParser, honeypotFieldName, type EnquiryFields, type FieldErrorMessages } from '../enquiry.ts';
import { hashSubmission, hashEnquiryText } from '../triage.ts';
import type { OfficeHours } from '../../process/office-calendar.ts';
import { formatReference } from '../reference.ts';
import type { Delivery } from '../../outbox/delivery.ts';
import type { Enquiry, ReceivedEnquiry, StoredEnquiry, StoredMessage } from '../model.ts';

export const hour = 3_600_000;
export const day = 24 * hour;

export const sampleFields: EnquiryFields = {
  name: 'Ada Example',
  email: 'ada@example.com',
  company: 'Example Ltd',
  subject: 'A quotation',
  message: 'Good morning,\nplease call me back.',
};

/** Office hours around the clock, so that due times depend on the response time alone. */
const week = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const alwaysOpen: OfficeHours = {
  timeZone: 'Europe/London',
  hours: week.map((day) => ({ day, opens: '00:00', closes: '24:00' })),
  holidays: [],
};

/** Fields with a filled honeypot. */
export const spamFields = { ...sampleFields, [honeypotFieldName]: 'x' };

export const sampleFieldErrorMessages: FieldErrorMessages = {
  names: { name: 'a name', email: 'an email', company: 'a company', subject: 'a subject', message: 'a message' },
  missing: { name: 'Enter a name', email: 'Enter an email', subject: 'Enter a subject', message: 'Enter a message' },
  emailFormat: 'Enter an address like name@example.com',
  tooLong: 'Shorten {field} to {limit} characters or fewer',
  notText: 'Enter {field} as text',
  unknown: 'This field is not part of the form',
};

export const parseEnquiry = createEnquiryParser(sampleFieldErrorMessages);

/** Creates an enquiry whose id sorts by `number`, received that many minutes after noon. */
export function createSampleEnquiry(number: number, changes: Partial<Enquiry> = {}): Enquiry {
  const id = `01a1fc16-0000-7000-8000-${String(number).padStart(12, '0')}`;
  return { id, receivedAt: new Date(Date.UTC(2025, 0, 1, 12, number)), visitSource: null, ...sampleFields, ...changes };
}

/** Creates a sample to store, with a unique text unless `changes` have one. */
export function createReceivedEnquiry(
  number: number,
  { key, ...changes }: Partial<ReceivedEnquiry> & { key?: string } = {},
): ReceivedEnquiry {
  const enquiry = createSampleEnquiry(number, { message: `Please call me back about number ${number}.`, ...changes });
  const { id: _id, receivedAt, ...sent } = enquiry;
  return {
    ...enquiry,
    messageId: `<${number}@example.com>`,
    dueAt: new Date(receivedAt.getTime() + day),
    promisedAt: null,
    submissionHash: hashSubmission(key, sent, receivedAt),
    textHash: hashEnquiryText(sent),
    spamReason: null,
    privacyRequest: null,
    ...changes,
  };
}

/** Creates a delivery that was delivered at once. */
export function createSampleDelivery(at: Date, changes: Partial<Delivery> = {}): Delivery {
  const times = { queuedAt: at, dueAt: at, deliveredAt: at };
  const about = { id: 'mail.1', kind: 'mail', recordId: null, payload: {}, recipientStates: {} };
  return { ...about, state: 'delivered', attempts: 1, lastReason: null, isLeased: false, ...times, ...changes };
}

/** Creates a message from the visitor of a sample. */
export function createSampleMessage(changes: Partial<StoredMessage> = {}): StoredMessage {
  const at = new Date('2025-01-01T12:00:00Z');
  const author = { direction: 'in', kind: 'message', by: sampleFields.email, byName: '', subject: '' } as const;
  const state = { isSuperseded: false, claimsOffice: false, isUnverified: false, bounceReason: null, delivery: null };
  const mail = { isSentByProgram: false, recipients: [], replyTo: '', deliveryReport: null };
  const about = { id: '1', enquiryId: null, messageId: '<1@example.com>', isNoted: false };
  return { ...about, at, ...author, text: 'Hello', ...state, ...mail, ...changes };
}

/** Creates a mail of the visitor of the samples, as it was received. */
export function createReceivedMail(changes: Partial<ReceivedMail> = {}): ReceivedMail {
  const messageId = `<${randomUUID()}@mail.example.com>`;
  const head = {
    messageId,
    references: [],
    recipients: [],
    replyTo: '',
    from: { name: 'Ada', address: sampleFields.email },
  };
  const body = { subject: 'Re: A quotation', text: 'Thank you.', kind: 'person', report: null, files: [] } as const;
  const received = { isUnverified: false, receivedAt: new Date('2025-01-01T13:00:00Z') };
  return { hash: hash('sha256', messageId, 'base64url'), ...head, ...body, ...received, ...changes };
}

/** Creates a stored sample, open and with a delivered mail. */
export function createStoredEnquiry(number: number, changes: Partial<StoredEnquiry> = {}): StoredEnquiry {
  const enquiry = createSampleEnquiry(number, changes);
  return {
    reference: formatReference(enquiry.id),
    messageId: '<1@example.com>',
    status: 'open',
    assignee: null,
    waitingSince: enquiry.receivedAt,
    dueAt: new Date(enquiry.receivedAt.getTime() + day),
    promisedAt: null,
    closedAt: null,
    closedReason: null,
    spamReason: null,
    version: 0,
    isUnread: false,
    emailProblem: null,
    mergedInto: null,
    privacyRequest: null,
    messages: [
      createSampleMessage({ id: enquiry.id, enquiryId: enquiry.id, at: enquiry.receivedAt, text: enquiry.message }),
    ],
    files: [],
    replies: [],
    mail: createSampleDelivery(enquiry.receivedAt),
    acknowledgement: null,
    ...enquiry,
  };
}
