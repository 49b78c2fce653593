import type { EnquiryStatus } from '../database/tables.ts';
import type { MailState, StoredEnquiry } from './model.ts';

/**
 * Selects enquiries by ids, by reference, or by the sender's e-mail address, ignoring case: the one that they have, or were
 * written from before it was corrected. What was merged into them is of the same sender.
 */
export type EnquirySelector = { id: string } | { ids: readonly string[] } | { email: string } | { reference: string };

/** Filter of enquiries. All given conditions must hold. */
export interface EnquiryFilter {
  mailState?: MailState;
  status?: EnquiryStatus;
  /** E-mail address of the assignee. */
  assignee?: string;
  /** State at `now` of a person's reminder, or of anybody's: due, in the future, or absent. */
  reminder?: { person?: string; now: Date; state: 'due' | 'ahead' | 'none' };
  /** Its mail was refused at least once, if only by one of several recipients. */
  isUndelivered?: true;
  /** A reply was refused at least once or is unconfirmed, and is not known to be delivered. */
  hasUnsentReply?: true;
  /** Due after this time. */
  dueAfter?: Date;
  /** Due at this time or earlier. */
  dueUntil?: Date;
  /** What is asked under data protection law is to be done by this time; neither spam nor merged. */
  privacyRequestDueUntil?: Date;
  /** Its last message, and that of the enquiry that it was merged into, are from before this time. */
  lastMessageBefore?: Date;
  /** Received at this time or later. */
  receivedFrom?: Date;
  /** Received before this time. */
  receivedBefore?: Date;
  /** Sender's e-mail address: see `EnquirySelector`. */
  email?: string;
  /**
   * Words, or beginnings of words, that must all occur in its fields, notes or replies, ignoring case and accents; or a
   * telephone number that occurs there; or its reference.
   */
  query?: string;
}

/** Order of a list. `due`: open enquiries only, the earliest due first. `newest`: the newest first. */
export type EnquiryOrder = 'due' | 'newest';

/** A request for one page of matching enquiries. */
export interface EnquiryPageRequest extends EnquiryFilter {
  order?: EnquiryOrder;
  /** Cursor after which the page begins: see `formatCursor`. */
  afterCursor?: string | undefined;
  limit: number;
}

/** Returns the cursor after an enquiry. It stays valid if the enquiry is erased. */
export function formatCursor(
  { id, dueAt }: Pick<StoredEnquiry, 'id' | 'dueAt'>,
  order: EnquiryOrder = 'newest',
): string {
  return order === 'due' ? `${dueAt?.toISOString()}_${id}` : id;
}

/** The person, by e-mail address, who looks at enquiries, and the current time. */
export interface Viewer {
  person: string;
  now: Date;
}
