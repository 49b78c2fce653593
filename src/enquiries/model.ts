import type { EnquiryStatus, MessageKind } from '../database/tables.ts';
import type { Delivery, DeliveryState } from '../outbox/delivery.ts';
import type { EventName } from './describe-event.ts';
import type { EnquiryFields } from './enquiry.ts';

export type { EnquiryStatus } from '../database/tables.ts';

export const enquiryStatuses: readonly EnquiryStatus[] = ['open', 'closed', 'spam'];

/** Label of each status, for people and connected programs. */
export const statusLabels = { open: 'waiting', closed: 'answered', spam: 'set aside' } as const satisfies Record<
  EnquiryStatus,
  string
>;

/** What a browser tells of the visit from which an enquiry came; empty where it is not known. */
export interface VisitOrigin {
  /** Path of the page from which the form was opened. */
  page: string;
  /** Path of the page on which the visit began. */
  firstPage: string;
  /** Host of the website that led here. */
  host: string;
  /** Campaign of the link that led here, like `linkedin / social / spring`. */
  campaign: string;
}

/** An enquiry as it was accepted. Immutable. */
export interface Enquiry extends EnquiryFields {
  /** A UUID of version 7: sorts by the time of receipt. */
  id: string;
  receivedAt: Date;
  /** Null if nothing is known, as without scripts, or of who has objected. */
  origin: VisitOrigin | null;
}

/** State of the mail about an enquiry. `quarantined`: the enquiry is spam, and is mailed only once it is released. */
export type MailState = DeliveryState | 'quarantined';

/** Those that lists are filtered by. */
export const mailStates = ['due', 'delivered', 'failed', 'quarantined'] as const satisfies readonly MailState[];

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
  /** A mail server's words if mail to the address comes back; null as long as it can be written to. */
  emailProblem: string | null;
  /** Id of the enquiry whose conversation it has joined; null if none. */
  mergedInto: string | null;
  /** Messages from and to the visitor, the oldest first, with those of enquiries that were merged into this one. */
  messages: readonly StoredMessage[];
  /** Files of these messages. */
  files: readonly StoredFile[];
  /** Replies from the office to the visitor, the oldest first. */
  replies: readonly StoredReply[];
  /** Mail to the office; null if it was spam from the beginning. */
  mail: Delivery | null;
  /** Acknowledgement to the visitor, if there is one. */
  acknowledgement: Delivery | null;
}

/** A message from the visitor (`in`) or to them (`out`), or other mail. */
export interface StoredMessage {
  /** Id of the message and of its delivery, if it has one. */
  id: string;
  /** Null for other mail. */
  enquiryId: string | null;
  direction: 'in' | 'out';
  kind: MessageKind;
  at: Date;
  /** E-mail address of the author. */
  by: string;
  /** Name of the author as their mail has it, or empty. */
  byName: string;
  /** Subject of a received mail, or empty. */
  subject: string;
  text: string;
  messageId: string;
  /** True if the visitor has written since: its delivery does not close the enquiry. */
  isSuperseded: boolean;
  /** True if a received mail says that it is from the office, and nobody there has confirmed it. */
  claimsOffice: boolean;
  /** True if a received mail is known not to be from this author. */
  isUnverified: boolean;
  /** A mail server's words if it came back. */
  bounceReason: string | null;
  /** Null for what was received, and for answers from a mail program. */
  delivery: Delivery | null;
}

/** Returns true if an address is the visitor's: of the enquiry, or of its first message, before it was corrected. */
export function isVisitorAddress(
  { email, messages }: Pick<StoredEnquiry, 'email' | 'messages'>,
  address: string,
): boolean {
  const newestFirst = messages.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  // Those that were merged have one each.
  const firstAuthors = new Map(newestFirst.map(({ enquiryId, by }) => [enquiryId, by]));
  return [email, ...firstAuthors.values()].some((one) => one.toLowerCase() === address.toLowerCase());
}

/** A reply of a person to the visitor. */
export type StoredReply = StoredMessage & { delivery: Delivery };

/** A file of a message. `isKept` is false if it is in the mailbox alone. */
export interface StoredFile {
  id: string;
  messageId: string;
  name: string;
  type: string;
  /** In bytes. */
  size: number;
  isKept: boolean;
}

/** Returns the state of the mail about an enquiry. */
export function getMailState({ status, mail }: Pick<StoredEnquiry, 'status' | 'mail'>): MailState {
  return status === 'spam' || mail === null ? 'quarantined' : mail.state;
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
  /** Text of a note, assignee, reason for closing, id of a reply, or what was erased. */
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
  | { action: 'reply'; id: string; text: string; messageId: string; delay: number }
  /** Makes a reply of a message that says that it is from the office. */
  | { action: 'confirm answer'; claimId: string }
  /** Takes back a reply that is not sent yet. */
  | { action: 'undo reply'; replyId: string }
  /** Corrects the visitor's address, which mail could not be sent to. */
  | { action: 'correct address'; email: string }
  /** Ends it, and adds its conversation to that of another enquiry. */
  | { action: 'merge'; into: string; reference: string }
  /** Counterpart of `merge`. `waitingSince`: of the merged one, if that was open. */
  | { action: 'take in'; reference: string; waitingSince: Date | null }
  /** Decides about a reply, by its id, that has failed or is unconfirmed. */
  | { action: 'send again' | 'was sent'; replyId: string }
  /** Sets the actor's own reminder; null deletes it. It is deleted once the enquiry is not open. */
  | { action: 'remind'; at: Date | null }
  | { action: 'assign'; to: string | null };

/** A mail that belongs to an enquiry. `claim received`: it says that it is from the office. */
export type MailReceipt =
  | { action: 'reply received' | 'claim received' | 'automatic mail received'; message: ReceivedMessage }
  /** `bouncedId`: the reply that came back; null for another mail to the visitor. */
  | { action: 'bounce received'; message: ReceivedMessage; bouncedId: string | null; reason: string };

/** A received mail, to be stored as a message of an enquiry. */
export interface ReceivedMessage {
  id: string;
  author: string;
  authorName: string;
  subject: string;
  text: string;
  sentAt: Date;
  messageId: string;
  hash: string;
  isUnverified: boolean;
  claimsOffice: boolean;
}

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
