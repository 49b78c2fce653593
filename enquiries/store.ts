import type { EnquiryFields } from './enquiry.ts';

/** An enquiry as it was accepted. Never changed afterwards. */
export interface Enquiry extends EnquiryFields {
  /** A UUID of version 7: sorts by the time of receipt. */
  id: string;
  receivedAt: Date;
}

/** `due`: to be mailed, at once or again. `delivered`: a mail server (or the mail folder) took it. `failed`: given up. */
export type DeliveryState = 'due' | 'delivered' | 'failed';

export const deliveryStates: readonly DeliveryState[] = ['due', 'delivered', 'failed'];

/** How far the mail of one enquiry has come. */
interface Delivery {
  state: DeliveryState;
  /** The same for every attempt, so that a receiver recognises a repeated mail. */
  messageId: string;
  /** When it was queued, or queued again by an operator: retries are given up a fixed time after this. */
  queuedAt: Date;
  /** Attempts since it was queued, one that was cut off by a crash included. */
  attempts: number;
  /** When the next attempt is due; of no meaning unless the state is `due`. */
  dueAt: Date;
  deliveredAt: Date | null;
  /** Why the last attempt failed, in the mail server's words. */
  lastReason: string | null;
}

export interface StoredEnquiry extends Enquiry {
  delivery: Delivery;
}

/** What happened to a claimed delivery. */
export type DeliveryOutcome =
  | { state: 'delivered'; at: Date }
  | { state: 'due'; dueAt: Date; reason: string }
  | { state: 'failed'; reason: string };

/** One enquiry by its id, or all of one person by e-mail address (upper and lower case alike). */
export type EnquirySelector = { id: string } | { email: string };

export interface EnquiryPage {
  state?: DeliveryState;
  /** Only enquiries older than the one with this id: the last id of the page before. */
  before?: string;
  limit: number;
}

/**
 * Where enquiries live. What an implementation promises:
 *
 * - Durable on return: when a writing call resolves, a crash of the process or of the machine loses nothing of it.
 * - All or nothing: an enquiry and its due mail are written together, or neither is.
 * - At least once: a claimed delivery whose outcome is not recorded can be claimed again when its lease ends.
 * - In order: what is due longest is claimed first; lists start with the newest enquiry.
 * - Shared: several processes may use one store; none of them claims what another holds.
 *
 * Calls reject only on faults (a full disk, a broken file): the caller decides what that means.
 */
export interface EnquiryStore {
  /** Commits the enquiry with its mail due at once. */
  add(enquiry: Enquiry, messageId: string): Promise<void>;
  /** Takes the delivery that is due longest and counts an attempt. Null when nothing is due. */
  claimDue(now: Date, leaseUntil: Date): Promise<StoredEnquiry | null>;
  /** Ends a claim. False, and nothing is changed, when the claim is no longer the caller's. */
  record(claimed: StoredEnquiry, outcome: DeliveryOutcome): Promise<boolean>;
  /** When `claimDue` will next have something, leases of others included. Null when nothing is due. */
  nextDueAt(): Promise<Date | null>;
  list(page: EnquiryPage): Promise<readonly StoredEnquiry[]>;
  find(selector: EnquirySelector): Promise<readonly StoredEnquiry[]>;
  /** Queues the mail again with its attempts forgotten. False when there is no such enquiry. */
  requeue(id: string, now: Date): Promise<boolean>;
  /** Erases the enquiries and all traces of their deliveries. Resolves to the ids that were erased. */
  erase(selector: EnquirySelector): Promise<readonly string[]>;
  /** Erases every enquiry received before the given time, in any state. Resolves to the ids that were erased. */
  purge(receivedBefore: Date): Promise<readonly string[]>;
}
