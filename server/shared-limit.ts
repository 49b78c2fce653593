import type { Enquiries } from '../enquiries/core/enquiries.ts';
import type { EnquiryFields } from '../enquiries/core/enquiry.ts';
import type { ReceiveOutcome } from '../enquiries/core/receiving.ts';
import type { SubmissionLimits } from './submission-limit.ts';

/** What the pages may ask of the core, behind the server's limits. */
export interface PageReceiver {
  /** @param submission.key marks a submission, so that sending it again stores nothing */
  receive(input: unknown, submission?: { key?: string | undefined }): Promise<ReceiveOutcome>;
}

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
