import type { EnquiryStatus } from '../database/tables.ts';
import type { Delivery } from '../outbox/delivery.ts';
import type { EventName } from './describe-event.ts';
import type { EnquiryFields } from './enquiry.ts';

export type { EnquiryStatus } from '../database/tables.ts';

export const enquiryStatuses: readonly EnquiryStatus[] = ['open', 'closed', 'spam'];

/** Label of each status, for people and connected programs. */
export const statusLabels = { open: 'waiting', closed: 'answered', spam: 'set aside' } as const satisfies Record<
  EnquiryStatus,
  string
>;

/** An enquiry as it was accepted. Immutable. */
export interface Enquiry extends EnquiryFields {
  /** A UUID of version 7: sorts by the time of receipt. */
  id: string;
  receivedAt: Date;
}

/** State of the mail about an enquiry. `quarantined`: the enquiry is spam, and is mailed only once it is released. */
export type MailState = (typeof mailStates)[number];

export const mailStates = ['due', 'delivered', 'failed', 'quarantined'] as const;

/** An enquiry with its status, replies and deliveries. */
export interface StoredEnquiry extends Enquiry {
  /** Short reference for the phone: see reference.ts. */
  reference: string;
  /** Message-ID of the first mail in its thread. */
  messageId: string;
  status: EnquiryStatus;
  /** E-mail address of the assignee. */
  assignee: string | null;
  /** Start of the response time: its receipt, or when the visitor last wrote again. */
  waitingSince: Date;
  /** Time by which an answer is due; null unless it is open. */
  dueAt: Date | null;
  /** Time of closing, whether by an answer or for another reason. */
  closedAt: Date | null;
  /** Reason for closing, from the site's list; null if none was chosen. */
  closedReason: string | null;
  /** Reason for taking it for spam; null if it is none. */
  spamReason: string | null;
  /** Counts the actions that others must see. An action on an older version conflicts. */
  version: number;
  /** Replies to the visitor, the oldest first. */
  replies: readonly StoredReply[];
  /** Mail to the office; null if it was spam from the beginning. */
  mail: Delivery | null;
  /** Acknowledgement to the visitor, if there is one. */
  acknowledgement: Delivery | null;
}

/** A reply of a person to the visitor. */
export interface StoredReply {
  /** Id of the reply and of its delivery. */
  id: string;
  at: Date;
  /** E-mail address of the author. */
  by: string;
  text: string;
  messageId: string;
  /** True if the visitor has written since: its delivery does not close the enquiry. */
  isSuperseded: boolean;
  delivery: Delivery;
}

/** Returns the state of the mail about an enquiry. */
export function getMailState({ status, mail }: Pick<StoredEnquiry, 'status' | 'mail'>): MailState {
  const state = status === 'spam' ? 'quarantined' : mail?.state;
  return mailStates.find((one) => one === state) ?? 'quarantined';
}

/** Returns true if a delivery was refused at least once, if only by one of several recipients. */
export function wasRefused(delivery: Delivery | null): delivery is Delivery {
  return delivery !== null && delivery.state !== 'suppressed' && delivery.lastReason !== null;
}

/** A recorded action of a person or the command. Erased with its enquiry, if it is about one. */
export interface ActivityEvent {
  /** Sortable by time. */
  id: string;
  at: Date;
  /** E-mail address of the person, or `the command`. */
  actor: string;
  action: EventName;
  /** Text of a note, assignee, reason for closing, id of a reply, or number of erased enquiries. */
  detail: string;
  /** Comment of the person on the action, on one line, or empty. */
  note: string;
  enquiryId: string | null;
  /** Version of the enquiry after the action; null if others need not see it. */
  version: number | null;
}

/** An action of a person on one enquiry. `nextStatus` has the statuses that permit it. */
export type Action =
  /** `written again` and `came back` (a bounced answer) restart the response time. */
  | { action: 'answer by mail' | 'written again' | 'came back' }
  | { action: 'reopen' | 'retry' | 'release' | 'set aside' }
  | { action: 'close'; reason?: string | null }
  | { action: 'note'; text: string }
  | { action: 'reply'; id: string; text: string; messageId: string }
  /** Decides about a reply, by its id, that has failed or is unconfirmed. */
  | { action: 'send again' | 'was sent'; replyId: string }
  /** Sets the actor's own reminder; null deletes it. It is deleted once the enquiry is not open. */
  | { action: 'remind'; at: Date | null }
  | { action: 'assign'; to: string | null };

/**
 * Result of an action. `conflict`: somebody has acted since the version that the caller saw. `invalid`: the enquiry
 * does not permit it (already closed, its mail is being sent). Nothing is changed unless it is `done`.
 */
export type ActionResult = 'done' | 'conflict' | 'invalid' | 'unknown';

/** An enquiry to store, with hashes that detect repetitions and spam. */
export interface ReceivedEnquiry extends Enquiry {
  messageId: string;
  dueAt: Date;
  /** Equal for repetitions of one submission alone; null if it has no key or is spam. */
  submissionHash: string | null;
  /** Equal for texts that differ only in white space and case. */
  textHash: string;
  /** Reason for taking it for spam; null if there is none. */
  spamReason: string | null;
}

/** Notifications that are enabled besides the mail to the office. */
export interface EnabledChannels {
  webhook: boolean;
  acknowledgement: boolean;
}

/** Selects enquiries by ids, by reference, or by the sender's e-mail address, ignoring case. */
export type EnquirySelector = { id: string } | { ids: readonly string[] } | { email: string } | { reference: string };

/** Filter of enquiries. All given conditions must hold. */
export interface EnquiryFilter {
  mailState?: MailState;
  status?: EnquiryStatus;
  /** E-mail address of the assignee. */
  assignee?: string;
  /** State of a person's reminder at `now`: due, in the future, or absent. */
  reminder?: { person: string; now: Date; state: 'due' | 'ahead' | 'none' };
  /** Its mail was refused at least once, if only by one of several recipients. */
  isUndelivered?: true;
  /** A reply was refused at least once or is unconfirmed, and is not known to be delivered. */
  hasUnsentReply?: true;
  /** Due after this time. */
  dueAfter?: Date;
  /** Due at this time or earlier. */
  dueUntil?: Date;
  /** Its last message is from before this time. */
  lastMessageBefore?: Date;
  /** Received at this time or later. */
  receivedFrom?: Date;
  /** Received before this time. */
  receivedBefore?: Date;
  /** Sender's e-mail address, ignoring case. */
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
