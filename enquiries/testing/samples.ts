import type { EnquiryFields } from '../enquiry.ts';
import type { Enquiry } from '../store.ts';

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
