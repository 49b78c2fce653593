import type { Database } from '../database/database.ts';
import type { DeliveryState } from '../database/tables.ts';
import type { RecipientStates, SendOutcome } from './send-outcome.ts';

export type { DeliveryState } from '../database/tables.ts';

/** A queued job for a mail or a webhook call, with its state. */
export interface Delivery {
  id: string;
  kind: string;
  /** Id of the record that it is erased with; null if there is none. */
  recordId: string | null;
  /** Further data that its kind needs. */
  payload: Readonly<Record<string, string>>;
  state: DeliveryState;
  recipientStates: RecipientStates;
  /** Time of queueing, or of requeueing by a person. Retries end a fixed time after it. */
  queuedAt: Date;
  /** Number of attempts since `queuedAt`, including one that a crash cut off. */
  attempts: number;
  /** Time of the next attempt. Meaningless unless the state is `due`. */
  dueAt: Date;
  deliveredAt: Date | null;
  /** Reason of the last failure, of a partial delivery (recipients that refused it), or of the suppression. */
  lastReason: string | null;
  /** True while a process sends it: it may or may not have been sent. */
  isLeased: boolean;
}

/** A delivery to queue, due at once or after `delay` milliseconds. */
export interface NewDelivery {
  id: string;
  kind: string;
  recordId: string | null;
  payload?: Readonly<Record<string, string>>;
  /** Reason for storing it without ever sending it. */
  suppressionReason?: string;
  delay?: number;
  /** Of recipients who have it already. */
  recipientStates?: RecipientStates;
}

/** Identifies a lease: a later lease changes `attempts`, requeueing changes `queuedAt`. */
export type Lease = Pick<Delivery, 'id' | 'attempts' | 'queuedAt'>;

export type DeliveryOutcome =
  /** `reason` says which of several recipients refused it. */
  | { state: 'delivered'; at: Date; reason?: string | undefined; recipientStates?: RecipientStates }
  | { state: 'due'; dueAt: Date; reason: string; recipientStates?: RecipientStates }
  | { state: 'failed' | 'unconfirmed' | 'suppressed'; at: Date; reason: string; recipientStates?: RecipientStates };

/** A kind of delivery: how to send it, and how to record its outcome. */
export interface DeliveryKind {
  /**
   * Sends it. `delivered` means that the other side has taken responsibility. Settles within 2 minutes, so that a lease
   * (135 s) outlives an attempt. Rejects if the database cannot be read: nothing was sent, and it is retried.
   */
  send(delivery: Delivery): Promise<SendOutcome>;
  /** Pool of workers, shared by its kinds: a receiver that hangs does not delay other pools. */
  pool: string;
  /** Must not be sent twice: if the result of an attempt is unknown, it becomes `unconfirmed` and a person decides. */
  isAtMostOnce?: true;
  /** Records an outcome with its consequences. If `endDeliveryLease` resolves to false, the lease was lost: change nothing. */
  recordOutcome?(
    transaction: Database,
    delivery: Delivery,
    outcome: DeliveryOutcome,
    endDeliveryLease: () => Promise<boolean>,
  ): Promise<boolean>;
}

export type DeliveryKinds = Readonly<Record<string, DeliveryKind>>;

/** Thrown if a mail or a call cannot be composed; retrying is pointless. */
export class ComposeError extends Error {}
