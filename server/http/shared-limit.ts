import type { PageReceiver } from '../../app/server-context.ts';
import type { Enquiries } from '../../enquiries/enquiries.ts';
import type { EnquiryFields } from '../../enquiries/enquiry.ts';
import type { SubmissionLimits } from './submission-limit.ts';

/**
 * The core behind the limit of what may come from all. Only a sound submission counts: what has faults is refused anyway, and
 * must cost nobody else a place.
 */
export function withinSharedLimit(
  enquiries: Pick<Enquiries, 'receive'>,
  limits: Pick<SubmissionLimits, 'consumeShared'>,
): PageReceiver {
  const admit = (enquiry: EnquiryFields) => limits.consumeShared(storedBytes(enquiry));
  return { receive: (input, { key } = {}) => enquiries.receive(input, { key, admit }) };
}

/** Ids, hashes, times and indexes of one enquiry, in either database. */
const bytesAroundText = 1000;

/** About what an enquiry takes of the disk. */
function storedBytes(enquiry: EnquiryFields): number {
  return bytesAroundText + Buffer.byteLength(Object.values(enquiry).join(''));
}
