import type { DeliveryState, NewDelivery } from '../../outbox/delivery.ts';
import type { RecipientStates } from '../../outbox/send-outcome.ts';
import type { MessageKind } from '../../database/tables.ts';
import type { ActivityEvent, Change, ReceivedMessage } from '../change.ts';
import type { EnquiryStatus, StoredEnquiry } from '../model.ts';
import type { PrivacyRequestKind } from '../privacy-request.ts';
import type { ResponseTarget } from '../response-target.ts';

/** Definition of every change: the compiler names what is missing. */
export type ChangeDefinitions = { readonly [Name in Change['action']]: ChangeDefinition<Change & { action: Name }> };

/** What a change of an enquiry does, and how the history tells of it. */
export interface ChangeDefinition<Applied extends Change = Change> {
  /** Next status by the current one; null if the change is not permitted. */
  nextStatus: Readonly<Record<EnquiryStatus, EnquiryStatus | null>>;
  /** Sentence of the history, as the predicate of its actor; null: it is the outcome of something else there. */
  sentence: string | null;
  /** Returns the effects besides the status; null if the enquiry does not permit them. */
  computeEffects(enquiry: EnquiryState, change: Applied, context: TransitionContext): ChangeEffects | null;
  /** Returns the detail that the history stores; by default it is empty. */
  getDetail?(change: Applied): string;
  /** True if no decision depends on it: it never conflicts. */
  isConflictFree?: true;
  /** True if it concerns the actor alone: others need not see it. */
  isPersonal?: true;
  /** True if it is possible once the enquiry is merged. */
  isForMerged?: true;
  /** Returns true if the enquiry has what the change leads to, apart from a status. */
  isDone?(enquiry: StoredEnquiry, change: Applied): boolean;
}

interface DeliveryStateText {
  state: DeliveryState;
  isLeased: boolean;
  recipientStates?: RecipientStates;
}

/** Properties of an enquiry that changes depend on. */
export interface EnquiryState {
  id: string;
  isMerged: boolean;
  status: EnquiryStatus;
  version: number;
  assignee: string | null;
  waitingSince: Date;
  mail: (DeliveryStateText & { deliveredAt: Date | null }) | null;
  /** Replies, also of merged enquiries. `mayBeSent`: an attempt may have sent it. `copies`: addresses in Cc. */
  replies: readonly {
    id: string;
    enquiryId: string;
    isSuperseded: boolean;
    hasBounced?: boolean;
    mayBeSent?: boolean;
    copies?: readonly string[];
    delivery: DeliveryStateText;
  }[];
  /** Messages that say that they are from the office, also of merged enquiries. */
  claims: readonly { id: string; isSuperseded: boolean }[];
}

export interface TransitionContext {
  /** Event to record; its time counts as now. */
  event: EnquiryEvent;
  /** Version that the actor saw; any if left out. */
  expectedVersion?: number | undefined;
  target: ResponseTarget;
  isWebhookEnabled: boolean;
}

/** An event about an enquiry, before its version is known. */
export type EnquiryEvent = Omit<ActivityEvent, 'version'> & { enquiryId: string };

/** Properties of an enquiry that changes set; they are named like its columns. */
export type EnquiryChanges = Pick<
  StoredEnquiry,
  'status' | 'version' | 'dueAt' | 'assignee' | 'waitingSince' | 'email'
> &
  Pick<StoredEnquiry, 'closedAt' | 'closedReason' | 'spamReason' | 'emailProblem' | 'mergedInto'> & {
    lastMessageAt: Date;
    digestPending: 0 | 1;
    unread: 0 | 1;
    privacyRequest: PrivacyRequestKind | null;
    privacyRequestDueAt: Date | null;
  };

/** Effects of a change. `status` overrides that of its definition; `effects` happen in their order. */
export interface ChangeEffects {
  changes?: Partial<Omit<EnquiryChanges, 'version' | 'dueAt' | 'status'>>;
  status?: EnquiryStatus;
  effects?: readonly Effect[];
}

export type Effect =
  /** No earlier reply closes the enquiry any more. */
  | { effect: 'supersede replies' }
  | { effect: 'store message'; message: NewMessage }
  /** Makes a message of other mail. `id`: of the message. */
  | { effect: 'join mail'; mailId: string; id: string }
  /** Makes a reply of a claim. */
  | { effect: 'confirm claim'; id: string }
  /** Takes back a reply that is not sent. If it is, nothing is changed: this has to be the only effect. */
  | { effect: 'remove reply'; id: string }
  /** A copy of a reply came back from these recipients. */
  | { effect: 'mark copies as refused'; id: string; recipients: readonly string[]; reason: string }
  /** A reply came back, with the mail server's words. */
  | { effect: 'mark as bounced'; id: string; reason: string }
  /** A reply that came back is sent again, and closes the enquiry like a new one. */
  | { effect: 'unmark as bounced'; id: string }
  /** Mail to this address does not come back any more, whoever has it. */
  | { effect: 'end address problem'; address: string }
  /** The actor's reminder; null deletes it. */
  | { effect: 'remind'; at: Date | null; unlessWritten: boolean }
  /** Deletes everybody's reminders, or those of a silent visitor, as far as they are due by this time. */
  | { effect: 'end reminders'; unlessWritten: boolean; dueBy?: Date }
  | { effect: 'queue' | 'requeue'; delivery: NewDelivery }
  | { effect: 'suppress'; id: string; reason: string }
  /** Marks a delivery as delivered: a person knows that it was. */
  | { effect: 'confirm'; id: string };

/** A message from or to the visitor. Properties of received mail are left out of the office's replies. */
export interface NewMessage
  extends
    Pick<ReceivedMessage, 'id' | 'author' | 'text' | 'sentAt' | 'messageId'>,
    Partial<Omit<ReceivedMessage, 'id' | 'author' | 'text' | 'sentAt' | 'messageId'>> {
  direction: 'in' | 'out';
  kind: MessageKind;
}
