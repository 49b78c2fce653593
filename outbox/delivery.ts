import type { Database } from '../database/database.ts';
import type { DeliveryState } from '../database/tables.ts';
import type { Receivers, SendOutcome } from './send-outcome.ts';

export type { DeliveryState } from '../database/tables.ts';

/** A job to hand something over, and how far it has come. */
export interface Delivery {
  /** Names it: no other has the same. */
  id: string;
  kind: string;
  /** What it is about; null where that is nothing that could be erased. */
  aboutId: string | null;
  /** What its kind needs to know beside that. */
  payload: Readonly<Record<string, string>>;
  state: DeliveryState;
  receivers: Receivers;
  /** When it was queued, or queued again by a person: retries are given up a fixed time after this. */
  queuedAt: Date;
  /** Attempts since it was queued, one that was cut off by a crash included. */
  attempts: number;
  /** When the next attempt is due; of no meaning unless the state is `due`. */
  dueAt: Date;
  deliveredAt: Date | null;
  /** Why the last attempt failed, in the other side's words, or who of several refused it; of what is suppressed, why. */
  lastReason: string | null;
  /** Whether a process sends it at this moment: then it may have been sent. */
  isLeased: boolean;
}

/** A delivery to be queued, due at once. Where one of the same id is or was, nothing is. */
export interface NewDelivery {
  id: string;
  kind: string;
  aboutId: string | null;
  payload?: Readonly<Record<string, string>>;
  /** Why it is kept for people to see and never sent, where it is. */
  suppressed?: string;
}

/** A lease of a delivery by its marks: whoever leased it later, or queued it again, has changed them. */
export type Lease = Pick<Delivery, 'id' | 'attempts' | 'queuedAt'>;

/** What an attempt makes of a delivery. */
export type DeliveryOutcome =
  /** `reason`: who of several receivers refused it. */
  | { state: 'delivered'; at: Date; reason?: string | undefined; receivers?: Receivers }
  | { state: 'due'; dueAt: Date; reason: string; receivers?: Receivers }
  | { state: 'failed' | 'unconfirmed' | 'suppressed'; at: Date; reason: string; receivers?: Receivers };

/** What a kind of delivery is: how it is sent, and what follows. */
export interface DeliveryKind {
  /**
   * Hands it over. `delivered` only once the other side has taken responsibility for it. It settles within 2 minutes, whatever the
   * other side does; so a lease (135 s) outlives an attempt. What it rejects with, a fault while reading, passes: nothing was sent.
   */
  send(delivery: Delivery): Promise<SendOutcome>;
  /** Kinds of one pool are delivered by the same workers: a receiver of another that hangs holds none of them up. */
  pool: string;
  /** Nobody may get it twice: where nobody knows whether it was sent, a person decides. */
  isOnce?: true;
  /**
   * Records an outcome with all that follows from it.
   * @param end records it with the delivery; resolves to false where the lease is not the caller's any more, and nothing follows
   */
  record?(
    transaction: Database,
    delivery: Delivery,
    outcome: DeliveryOutcome,
    end: () => Promise<boolean>,
  ): Promise<boolean>;
}

/** All kinds, by their names. */
export type DeliveryKinds = Readonly<Record<string, DeliveryKind>>;

/** Thrown for what cannot be written down, at no time. */
export class UnwritableError extends Error {}
