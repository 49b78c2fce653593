import type { DeliveryReport } from '../database/tables.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { GeneralEventName } from './general-events.ts';
import type { StoredMessage } from './model.ts';
import type { PrivacyRequest } from './privacy-request.ts';

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

/** An action of a person on one enquiry. `changes/` says of each what it does. */
export type Action =
  | {
      action: 'reply';
      id: string;
      text: string;
      /** Of a copy. */
      recipients: readonly MailAddress[];
      messageId: string;
      delay: number;
      remindAt?: Date | undefined;
    }
  /** `undo reply` takes it back before it is sent. The others decide about one that has failed or is unconfirmed. */
  | { action: 'undo reply' | 'send again' | 'confirm sent'; replyId: string }
  /** Makes a reply of a message that says that it is from the office. */
  | { action: 'confirm reply'; claimId: string }
  /** What happened in a mail program: the office replied, the visitor wrote, a reply came back. */
  | { action: 'record reply' | 'record message' | 'record bounce' }
  | { action: 'close'; reason?: string | null }
  | { action: 'reopen' | 'mark as spam' | 'not spam' }
  /** Sends the mail to the office again. */
  | { action: 'retry' }
  | { action: 'note'; text: string }
  | { action: 'assign'; to: string | null }
  /** Sets the actor's own reminder. It rests while the enquiry is not open or, of a silent visitor, not closed. */
  | { action: 'remind'; at: Date; unlessWritten?: boolean }
  | { action: 'cancel reminder' }
  /** Says what is asked under data protection law, if anything, or that it is done. */
  | { action: 'label privacy request'; request: PrivacyRequest | null }
  | { action: 'settle privacy request' }
  /** Corrects the visitor's address, which mail could not be sent to. */
  | { action: 'correct address'; email: string }
  /** Closes it, and adds its conversation to that of another enquiry. */
  | { action: 'merge'; into: string; reference: string };

/** Name of an action. */
export type ActionName = Action['action'];

/** Counterpart of `merge` in the other enquiry. `waitingSince`: of the merged one, if that was open. */
interface TakeIn {
  action: 'take in';
  reference: string;
  waitingSince: Date | null;
}

/** A mail that belongs to an enquiry. `claim received`: it says that it is from the office. */
export type ReceivedMailChange =
  | { action: 'message received' | 'claim received' | 'automatic mail received'; message: ReceivedMessage }
  /**
   * `bouncedId`: the reply that came back; null for another mail to the visitor. `isForCopiesAlone`: the visitor has it,
   * and the recipients of `message` do not.
   */
  | {
      action: 'bounce received';
      message: ReceivedMessage;
      bouncedId: string | null;
      reason: string;
      isForCopiesAlone: boolean;
    };

/** Other mail that a person puts into an enquiry. `id`: of the message there. `isAnswered`: it is older than a reply. */
interface PutMailIn {
  action: 'put mail in';
  mail: StoredMessage;
  id: string;
  isAnswered: boolean;
}

/** Outcome of a reply's delivery, reported by the outbox. */
interface ReplyOutcome {
  action: 'reply delivered' | 'reply not delivered';
  replyId: string;
}

/** Everything that changes an enquiry: people, received mail, and outcomes of deliveries. */
export type Change = Action | TakeIn | ReceivedMailChange | PutMailIn | ReplyOutcome;

/** Name of an action in the history. */
export type EventName = Change['action'] | GeneralEventName;

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
  /** Addresses of To and Cc. */
  recipients: readonly MailAddress[];
  /** Where it asks for the answer, if that is not its author's address; else empty. */
  replyTo: string;
  /** True if it has new words and the header of a program. */
  isSentByProgram: boolean;
  deliveryReport: DeliveryReport | null;
}

/**
 * Result of an action. `conflict`: somebody has acted since the version that the caller saw. `invalid`: the enquiry
 * does not permit it (already closed, its mail is being sent). Nothing is changed unless it is `done`.
 */
export type ActionResult = 'done' | 'conflict' | 'invalid' | 'unknown';
