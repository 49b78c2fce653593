import type { StoredEnquiry, StoredMessage } from '../../enquiries/model.ts';
import { isEnquiryId } from '../shared/return-path.ts';
import type { StaffRequest } from '../shared/staff-request.ts';

/** Resolves to the enquiry with the id in the path; null if there is none. */
export async function findRequestedEnquiry({ office, params }: StaffRequest): Promise<StoredEnquiry | null> {
  if (!isEnquiryId(params.id)) return null;
  const [found] = await office.enquiries.find({ id: params.id });
  return found ?? null;
}

/** Resolves to the other mail with the id in the path; null if there is none. */
export async function findRequestedMail({ office, params }: StaffRequest): Promise<StoredMessage | null> {
  return isEnquiryId(params.id) ? office.enquiries.findOtherMail(params.id) : null;
}
