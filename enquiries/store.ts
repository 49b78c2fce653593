import type { EnquiryFields } from './enquiry.ts';

/** An enquiry as it was accepted. Never changed afterwards. */
export interface Enquiry extends EnquiryFields {
  /** A UUID of version 7: sorts by the time of receipt. */
  id: string;
  receivedAt: Date;
}

/**
 * `due`: to be mailed, at once or again. `delivered`: a mail server (or the mail folder) took it. `failed`: given up.
 * `quarantined`: looks like spam, and is mailed only if an operator releases it.
 */
export type DeliveryState = 'due' | 'delivered' | 'failed' | 'quarantined';

export const deliveryStates: readonly DeliveryState[] = ['due', 'delivered', 'failed', 'quarantined'];

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
  /** Why the last attempt failed, in the mail server's words; of a quarantined enquiry, why it looks like spam. */
  lastReason: string | null;
}

export interface StoredEnquiry extends Enquiry {
  delivery: Delivery;
}

/** What `add` takes: an enquiry with what decides whether it is a repetition, a duplicate or spam. */
export interface ReceivedEnquiry extends Enquiry {
  messageId: string;
  /** Equal for repetitions of one submission, and for nothing else; null where the sender cannot repeat it. */
  submissionHash: string | null;
  /** Equal for texts that are the same in all but white space and case. */
  textHash: string;
  /** Why it looks like spam; null if it does not. */
  spamReason: string | null;
}

/** `isNew` is false for a repetition: then the id is that of the first one, and nothing was stored. */
export interface Added {
  id: string;
  isNew: boolean;
  state: DeliveryState;
}

/** What happened to a claimed delivery. */
export type DeliveryOutcome =
  | { state: 'delivered'; at: Date }
  | { state: 'due'; dueAt: Date; reason: string }
  | { state: 'failed'; reason: string };

/** One enquiry by its id, or all of one person by e-mail address (upper and lower case alike). */
export type EnquirySelector = { id: string } | { email: string };

/** What an enquiry has to be to be listed: everything that is given. */
export interface EnquiryFilter {
  state?: DeliveryState;
  /** Received at this time or later. */
  from?: Date;
  /** Received before this time. */
  until?: Date;
  /** Stands in its name, e-mail address, company, subject or message (upper and lower case alike). */
  text?: string;
}

/** A mail that some process has in hand: it may have been sent, and how that ended is not recorded. */
export interface Claim {
  id: string;
  delivery: Pick<Delivery, 'attempts' | 'queuedAt'>;
}

export interface EnquiryPage extends EnquiryFilter {
  /** Only enquiries older than the one with this id: the last id of the page before. */
  before?: string;
  limit: number;
}

/**
 * How the deliveries stand. Where a mail was queued in the future (the clock was set back since), both times are as long ago
 * as it lies ahead: what nobody can date must not look new.
 */
export interface DeliveryHealth {
  counts: Readonly<Record<DeliveryState, number>>;
  /** When the mail that is due longest was queued. */
  oldestDue: Date | null;
  /** The same of those that an attempt has failed to deliver, given up or not, and of those queued in the future. */
  oldestFailing: Date | null;
}

/** What the core notes for itself from one day to the next: its last purge, and its last digest. */
export type Note = 'purged' | 'digest';

/**
 * Where enquiries live. What an implementation promises:
 *
 * - Durable on return: when a writing call resolves, a crash of the process or of the machine loses nothing of it.
 * - All or nothing: enquiries and their due mails are written together, or none is.
 * - At least once: a claimed delivery whose outcome is not recorded can be taken back, and is then due again.
 * - In order: what is due longest is claimed first; lists start with the newest enquiry.
 * - Shared: several processes may use one store; none of them claims what another holds.
 *
 * Calls reject only on faults (a full disk, a broken file): the caller decides what that means.
 */
export interface EnquiryStore {
  /**
   * Commits the enquiries with their mails due at once, in one transaction; resolves in their order. What has a spam
   * reason is stored as quarantined; so is a text that `mostAlike` others have, which were received at `duplicatesSince` or
   * later and were not quarantined themselves.
   */
  add(received: readonly ReceivedEnquiry[], duplicatesSince: Date): Promise<readonly Added[]>;
  /** Takes the delivery that is due longest and counts an attempt. Null when nothing is due. */
  claimDue(now: Date): Promise<StoredEnquiry | null>;
  /** Ends a claim. False, and nothing is changed, when the claim is no longer the caller's. */
  record(claim: Claim, outcome: DeliveryOutcome): Promise<boolean>;
  /** What is in hand, of all processes. */
  claims(): Promise<readonly Claim[]>;
  /** Ends a claim whose process is gone: the mail is due again. False where the claim has ended meanwhile. */
  takeBack(claim: Claim): Promise<boolean>;
  /** Makes due now whatever is due later than `latest`. */
  bringForward(latest: Date, now: Date): Promise<void>;
  /** When `claimDue` will next have something. Null when nothing is due. */
  nextDueAt(): Promise<Date | null>;
  list(page: EnquiryPage): Promise<readonly StoredEnquiry[]>;
  count(filter: EnquiryFilter): Promise<number>;
  find(selector: EnquirySelector): Promise<readonly StoredEnquiry[]>;
  /** Queues the mail again with its attempts forgotten, if it is in one of the states and not in hand. False when it is not. */
  requeue(id: string, states: readonly DeliveryState[], now: Date): Promise<boolean>;
  /** Erases the enquiries and all traces of their deliveries. Resolves to the ids that were erased. */
  erase(selector: EnquirySelector): Promise<readonly string[]>;
  /** Erases every enquiry received before the given time, in one of the states. Resolves to the ids that were erased. */
  purge(receivedBefore: Date, states: readonly DeliveryState[]): Promise<readonly string[]>;
  /**
   * What is quarantined and not told of yet: how many, and the newest of them. It counts as told once `told` is called.
   * @param digest a number above 1 that no other digest has: what one has taken up and not told, the next one takes over
   */
  untold(digest: number, limit: number): Promise<{ count: number; newest: readonly StoredEnquiry[] }>;
  told(digest: number): Promise<void>;
  /** What was remembered under that name last. Null where nothing was. */
  recall(note: Note): Promise<string | null>;
  remember(note: Note, text: string): Promise<void>;
  health(now: Date): Promise<DeliveryHealth>;
  /** Commits a write, durably. Rejects where `add` would: on a full disk, a read-only file, a lost connection. */
  proveWritable(now: Date): Promise<void>;
}
