import type { Status } from '../database/tables.ts';
import type { Delivery } from '../outbox/delivery.ts';
import type { EventName } from './describe-event.ts';
import type { EnquiryFields } from './enquiry.ts';

export type { Status } from '../database/tables.ts';

export const statuses: readonly Status[] = ['open', 'closed', 'spam'];

/** What people read of each status, and a connected program too. */
export const statusLabels = { open: 'waiting', closed: 'answered', spam: 'set aside' } as const satisfies Record<
  Status,
  string
>;

/** An enquiry as it was accepted. Never changed afterwards. */
export interface Enquiry extends EnquiryFields {
  /** A UUID of version 7: sorts by the time of receipt. */
  id: string;
  receivedAt: Date;
}

/** What the mail about an enquiry can be. `quarantined`: the enquiry is spam, and nothing is mailed unless somebody releases it. */
export type MailState = (typeof mailStates)[number];

export const mailStates = ['due', 'delivered', 'failed', 'quarantined'] as const;

/** An enquiry with what became of it. */
export interface StoredEnquiry extends Enquiry {
  /** What people call it on the phone: see reference.ts. */
  reference: string;
  /** The Message-ID with which its thread begins. */
  messageId: string;
  status: Status;
  /** The e-mail address of the person who sees to it. */
  assignee: string | null;
  /** From when the promise counts: its receipt, or when the visitor was last said to wait for something new. */
  waitingSince: Date;
  /** By when somebody has to answer; null unless it is open. */
  dueAt: Date | null;
  /** When it was answered, or ended for another reason. */
  closedAt: Date | null;
  /** Why they ended it, as they chose from the words of the site; null where nobody chose. */
  closedReason: string | null;
  /** Why it looks like spam; null of what is none. */
  spamReason: string | null;
  /** Counts what people did that others have to know. Who acts says which number they have seen, and is told of what came since. */
  version: number;
  /** What was written to the visitor from here, the first one first. */
  replies: readonly Reply[];
  /** The mail that tells the office of it; null of what was spam from the beginning. */
  mail: Delivery | null;
  /** The mail that tells the visitor that it has come; null where there is none. */
  acknowledgement: Delivery | null;
}

/** What a person wrote to the visitor. */
export interface Reply {
  /** That of its delivery, too. */
  id: string;
  at: Date;
  /** The e-mail address of the person. */
  by: string;
  text: string;
  messageId: string;
  /** The visitor waits for something newer, so that its delivery closes nothing. */
  isSuperseded: boolean;
  delivery: Delivery;
}

/** Returns what the mail about an enquiry is. */
export function getMailState({ status, mail }: Pick<StoredEnquiry, 'status' | 'mail'>): MailState {
  const state = status === 'spam' ? 'quarantined' : mail?.state;
  return mailStates.find((one) => one === state) ?? 'quarantined';
}

/** Whether its delivery needs somebody: it was refused, by one of several receivers too, and for now or for good. */
export function isInTrouble(delivery: Delivery | null): delivery is Delivery {
  return delivery !== null && delivery.state !== 'suppressed' && delivery.lastReason !== null;
}

/** What somebody did, as it is kept. Goes with its enquiry when that is erased; what is about none stays. */
export interface Event {
  /** Sorts by time. */
  id: string;
  at: Date;
  /** The e-mail address of the person, or `the command`. */
  actor: string;
  action: EventName;
  /** The text of a note, who was assigned, why it was ended, the id of a reply, how many were erased. */
  detail: string;
  /** What the person wrote beside the action, on one line; empty where they wrote nothing. */
  note: string;
  enquiryId: string | null;
  /** The version of the enquiry from then on; null of what others need not see. */
  version: number | null;
}

/** What a person may do to one enquiry: see `nextStatus` for what it has to be for it. */
export type Action =
  /** They wrote from their mail program; the visitor has, or an answer came back: the promise counts anew. */
  | { action: 'answer by mail' | 'written again' | 'came back' }
  | { action: 'reopen' | 'retry' | 'release' | 'set aside' }
  | { action: 'close'; reason?: string | null }
  | { action: 'note'; text: string }
  | { action: 'reply'; id: string; text: string; messageId: string }
  /** What becomes of a reply that was refused, or perhaps sent, by its id. */
  | { action: 'send again' | 'was sent'; reply: string }
  /** For who does it alone; null takes an earlier one back. It goes when the enquiry is open no longer. */
  | { action: 'remind'; at: Date | null }
  | { action: 'assign'; to: string | null };

/**
 * `conflict`: somebody has acted on it since the caller looked, and nothing was changed. `invalid`: it is not what the action
 * needs (already closed, its mail is being sent).
 */
export type ActionResult = 'done' | 'conflict' | 'invalid' | 'unknown';

/** An enquiry to be stored, with what decides whether it is a repetition or spam. */
export interface ReceivedEnquiry extends Enquiry {
  messageId: string;
  dueAt: Date;
  /** Equal for repetitions of one submission, and for nothing else; null where the sender cannot repeat it. */
  submissionHash: string | null;
  /** Equal for texts that are the same in all but white space and case. */
  textHash: string;
  /** Why it looks like spam; null if it does not. */
  spamReason: string | null;
}

/** Who is told of an enquiry besides the mailbox. */
export interface EnabledChannels {
  webhook: boolean;
  acknowledgement: boolean;
}

/** Enquiries by their ids or a reference, or all of one person by e-mail address (upper and lower case alike). */
export type EnquirySelector = { id: string } | { ids: readonly string[] } | { email: string } | { reference: string };

/** What an enquiry has to be to be listed: everything that is given. */
export interface EnquiryFilter {
  mail?: MailState;
  status?: Status;
  /** The e-mail address of the person who sees to it. */
  assignee?: string;
  /** How a person's reminder of it stands then: its time has come, lies ahead, or there is none. */
  reminder?: { of: string; now: Date; is: 'due' | 'ahead' | 'none' };
  /** Its mail was refused, for now, for good or by one of its receivers. */
  undelivered?: true;
  /** A reply was refused at least once or perhaps sent, and is not known to be delivered. */
  unsentReply?: true;
  /** Due after this time. */
  dueAfter?: Date;
  /** Due at this time or earlier. */
  dueUntil?: Date;
  /** Nobody has written since before this time. */
  lastMessageBefore?: Date;
  /** Received at this time or later. */
  from?: Date;
  /** Received before this time. */
  until?: Date;
  /** Its sender's e-mail address (upper and lower case alike). */
  email?: string;
  /**
   * Words that stand in its fields or in a note on it, all of them, or the beginnings of such words, whatever their case and
   * accents; or a telephone number that stands there; or its reference.
   */
  text?: string;
}

/** `due`: what has to be answered first comes first, and only what is open. Else the newest comes first. */
export type EnquiryOrder = 'due' | 'newest';

export interface EnquiryPage extends EnquiryFilter {
  order?: EnquiryOrder;
  /** Only what comes after this: see `formatCursor`. */
  after?: string | undefined;
  limit: number;
}

/** Returns where a page goes on that ends with this enquiry, also when that is erased meanwhile. */
export function formatCursor(
  { id, dueAt }: Pick<StoredEnquiry, 'id' | 'dueAt'>,
  order: EnquiryOrder = 'newest',
): string {
  return order === 'due' ? `${dueAt?.toISOString()}_${id}` : id;
}

/** For whom something is counted or listed, by the e-mail address, and when. */
export interface Reader {
  person: string;
  now: Date;
}
