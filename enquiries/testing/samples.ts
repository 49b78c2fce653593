import type { EnquiryFields } from '../core/enquiry.ts';
import { submissionHash, textHash } from '../core/plan.ts';
import type { Enquiry, ReceivedEnquiry } from '../core/store.ts';

export const fields: EnquiryFields = {
  name: 'Ada Example',
  email: 'ada@example.com',
  company: 'Example Ltd',
  subject: 'A quotation',
  message: 'Good morning,\nplease call me back.',
};

/** An enquiry whose id sorts by `number`, received that many minutes after noon. */
export function sampleEnquiry(number: number, changes: Partial<Enquiry> = {}): Enquiry {
  const id = `01a1fc16-0000-7000-8000-${String(number).padStart(12, '0')}`;
  return { id, receivedAt: new Date(Date.UTC(2025, 0, 1, 12, number)), ...fields, ...changes };
}

/** The same as it comes to a store, with a text of its own unless `changes` give one. */
export function receivedEnquiry(
  number: number,
  { key, ...changes }: Partial<ReceivedEnquiry> & { key?: string } = {},
): ReceivedEnquiry {
  const enquiry = sampleEnquiry(number, { message: `Please call me back about number ${number}.`, ...changes });
  const { id: _id, receivedAt, ...sent } = enquiry;
  return {
    ...enquiry,
    messageId: `<${number}@example.com>`,
    submissionHash: submissionHash(key, sent, receivedAt),
    textHash: textHash(sent),
    spamReason: null,
    ...changes,
  };
}
