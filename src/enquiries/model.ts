import type { DeliveryReport, EnquiryStatus, MessageKind } from '../database/tables.ts';
import type { Delivery, DeliveryState } from '../outbox/delivery.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { EnquiryFields } from './enquiry.ts';
import type { PrivacyRequest } from './privacy-request.ts';

export type { EnquiryStatus } from '../database/tables.ts';

export const enquiryStatuses: readonly EnquiryStatus[] = ['open', 'closed', 'spam'];

/** Words for the statuses in the webhook, the CSV and `--state`, whose readers rely on them. */
export const earlierStatusNames = { open: 'waiting', closed: 'answered', spam: 'set aside' } as const satisfies Record<
  EnquiryStatus,
  string
>;

/** Returns why an enquiry is closed. Without a reason it was answered. */
export function describeClosedReason({ closedReason }: { closedReason: string | null }): string {
  return closedReason ?? 'Answered';
}

/** What a browser tells of the visit from which an enquiry came; empty where it is not known. */
export interface VisitSource {
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
  visitSource: VisitSource | null;
}

/** State of the mail about an enquiry. `withheld`: it is not sent, since the enquiry is spam. */
export type MailState = DeliveryState | 'withheld';

/** Those that lists are filtered by. */
export const mailStates = ['due', 'delivered', 'failed', 'withheld'] as const satisfies readonly MailState[];

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
  /** Time by which the visitor was told that an answer comes; null if they were told none. */
  promisedAt: Date | null;
  /** Time of closing, whether by an answer or for another reason. */
  closedAt: Date | null;
  /** Reason for closing, from the site's list; null if none was chosen. */
  closedReason: string | null;
  /** Why it is spam; null if it is not. */
  spamReason: string | null;
  /** Counts the actions that others must see. An action on an older version conflicts. */
  version: number;
  /** True until somebody of the office has opened it with its newest message from outside. */
  isUnread: boolean;
  /** A mail server's words if mail to the address comes back; null as long as it can be written to. */
  emailProblem: string | null;
  /** Id of the enquiry whose conversation it has joined; null if none. */
  mergedInto: string | null;
  /** What they ask under data protection law, until a person has settled it; null if nothing. */
  privacyRequest: PrivacyRequest | null;
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
  /** True if a colleague took it down: the visitor does not know these words. */
  isNoted: boolean;
  /** True if the visitor has written since: its delivery does not close the enquiry. */
  isSuperseded: boolean;
  /** True if a received mail says that it is from the office, and nobody there has confirmed it. */
  claimsOffice: boolean;
  /** True if a received mail is known not to be from this author. */
  isUnverified: boolean;
  /** True if a received mail has new words and the header of a program, as tickets do. */
  isSentByProgram: boolean;
  /** Of a received mail those in To and Cc, of a reply those in Cc, of a bounce those of them that it names. */
  recipients: readonly MailAddress[];
  /** Where a received mail asks for the answer, if that is not its author's address; else empty. */
  replyTo: string;
  /** What a mail server reports of a mail of ours without a bounce. */
  deliveryReport: DeliveryReport | null;
  /** A mail server's words if it came back. */
  bounceReason: string | null;
  /** Null for what was received, and for answers from a mail program. */
  delivery: Delivery | null;
}

/** Returns when the visitor wrote what is not answered yet; if all is, when they wrote last. */
export function findTimeOfRequest({ messages, receivedAt }: Pick<StoredEnquiry, 'messages' | 'receivedAt'>): Date {
  const [unanswered] = listUnanswered(messages);
  const last = messages.findLast(({ direction, kind }) => direction === 'in' && kind === 'message');
  return (unanswered ?? last)?.at ?? receivedAt;
}

/** Returns what has come from outside since the office's last answer that was neither refused nor came back. */
export function listUnanswered(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  const later = messages.slice(messages.findLastIndex(isAnswer) + 1);
  return later.filter(({ direction, kind }) => direction === 'in' && kind === 'message');
}

/** Returns true for an answer to the visitor which, as far as is known, reaches them. */
export function isAnswer({ direction, bounceReason, delivery }: StoredMessage): boolean {
  const isUnsent = delivery?.state === 'failed' || delivery?.state === 'unconfirmed';
  return direction === 'out' && bounceReason === null && !isUnsent;
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

/** Returns whom a message went to, for a line after its author: ` to …`, or ` with copies to …` of a reply. */
export function formatRecipients({ recipients, delivery }: Pick<StoredMessage, 'recipients' | 'delivery'>): string {
  const addresses = recipients.map(({ address }) => address).join(', ');
  return addresses && `${delivery === null ? ' to' : ' with copies to'} ${addresses}`;
}

/** A person's reminder. `unlessWritten`: of a visitor's silence; it counts once the enquiry is closed, until they write. */
export interface Reminder {
  at: Date;
  unlessWritten: boolean;
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
  return status === 'spam' || mail === null ? 'withheld' : mail.state;
}

/** Returns true if a delivery was refused at least once, if only by one of several recipients. */
export function wasRefused(delivery: Delivery | null): delivery is Delivery {
  return delivery !== null && delivery.state !== 'suppressed' && delivery.lastReason !== null;
}

/** An enquiry to store, with hashes that detect repetitions and spam. */
export interface ReceivedEnquiry extends Enquiry {
  messageId: string;
  dueAt: Date;
  /** See `findPromisedTime`; null as well if the visitor is told nothing. */
  promisedAt: Date | null;
  /** Equal for repetitions of one submission alone; null if it has no key or is spam. */
  submissionHash: string | null;
  /** Equal for texts that differ only in white space and case. */
  textHash: string;
  /** Why it is spam; null if it is not. */
  spamReason: string | null;
  privacyRequest: PrivacyRequest | null;
}

/** Notifications that are enabled besides the mail to the office. */
export interface EnabledChannels {
  webhook: boolean;
  acknowledgement: boolean;
}
