import type { ActName } from './describe-event.ts';
import type { EnquiryFields } from './enquiry.ts';

/** An enquiry as it was accepted. Never changed afterwards. */
export interface Enquiry extends EnquiryFields {
  /** A UUID of version 7: sorts by the time of receipt. */
  id: string;
  receivedAt: Date;
}

/**
 * `due`: to be mailed, at once or again. `delivered`: a mail server (or the mail folder) took it. `failed`: given up.
 * `quarantined`: looks like spam, and is mailed only if an operator releases it. `unsure`: a reply that was perhaps sent, which a
 * person decides.
 */
export type DeliveryState = MailState | 'unsure';

/** What the mail about an enquiry can be. */
export type MailState = 'due' | 'delivered' | 'failed' | 'quarantined';

export const mailStates: readonly MailState[] = ['due', 'delivered', 'failed', 'quarantined'];

export const deliveryStates: readonly DeliveryState[] = [...mailStates, 'unsure'];

/**
 * What people have made of an enquiry. `waiting`: nobody has answered it yet. `set aside`: it looks like spam, to the site or to
 * a person; exactly then its mail is quarantined.
 */
export type Handling = 'waiting' | 'answered' | 'set aside';

export const handlings: readonly Handling[] = ['waiting', 'answered', 'set aside'];

/** What carries news of an enquiry, or of a day, to somebody. */
export type Channel = 'mail' | 'acknowledgement' | 'reply' | 'handover' | 'webhook' | 'digest';

/** How far a delivery has come. */
export interface Delivery {
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
  /** What people call it on the phone: see reference.ts. */
  reference: string;
  handling: Handling;
  /** When somebody said that it is answered. Null also where that was before such things were kept. */
  answeredAt: Date | null;
  /** Why they ended it, as they chose from the words of the site; null where nobody chose. */
  endReason: string | null;
  /** The e-mail address of the person who sees to it. */
  assignedTo: string | null;
  /** From when the promise counts: its receipt, or when the visitor was last said to wait for something new. */
  waitingSince: Date;
  /** What was written to the visitor from here, the first one first. */
  replies: readonly Reply[];
  /** How often people have acted on it. Who acts says which number they have seen, and is told of what came since. */
  version: number;
  /** Its mail. */
  delivery: Delivery;
}

/** What a person wrote to the visitor. */
export interface Reply {
  /** That of its delivery, too. */
  id: string;
  at: Date;
  /** The e-mail address of the person. */
  by: string;
  text: string;
  delivery: Delivery;
}

/** A reply to be stored and sent. `limit`: more than `most` since then are too many of one person. */
export interface NewReply {
  text: string;
  delivery: NewDelivery;
  limit: { since: Date; most: number };
}

/** One thing to hand over: the mail of an enquiry, a reply, a call of the webhook, a digest. */
export interface DueDelivery {
  /** Names it: no other has the same. */
  id: string;
  channel: Channel;
  /** What a webhook is told: see webhook.ts. Empty for the other channels. */
  event: string;
  /** What it is about. Null for a digest. */
  enquiry: StoredEnquiry | null;
  delivery: Delivery;
}

/** A delivery to be queued, due at once. Where one of the same id is or was, nothing is. */
export interface NewDelivery {
  id: string;
  channel: Channel;
  event: string;
  enquiryId: string | null;
  messageId: string;
  /** Why it is kept for people to see and never sent, where it is. */
  heldBack?: string;
}

/** One act, as it is kept. Goes with its enquiry when that is erased; what is about none stays. */
export interface Activity {
  /** Sorts by time. */
  id: string;
  at: Date;
  /** The e-mail address of the person, or `the command`. */
  by: string;
  act: ActName;
  /** The text of a note, who was assigned, why it was ended, the id of a reply, how many were erased. */
  detail: string;
  /** What the person wrote beside the act, on one line; empty where they wrote nothing. */
  note: string;
  enquiryId: string | null;
}

/** What a person may do to one enquiry. Each says what the enquiry has to be for it. */
export type PersonsAct =
  /** They wrote from their mail program; the visitor has, or an answer came back: the promise counts anew. */
  | { act: 'answer by mail' | 'written again' | 'came back' }
  | { act: 'reopen' | 'retry' | 'release' | 'set aside' }
  | { act: 'answer'; reason?: string | null }
  | { act: 'note'; text: string }
  /** What becomes of a reply that was refused, or perhaps sent, by its id. */
  | { act: 'send again' | 'was sent'; reply: string }
  /** For who does it alone; null takes an earlier one back. It goes when the enquiry waits no longer. */
  | { act: 'remind'; at: Date | null }
  | { act: 'assign'; to: string | null };

/**
 * `overtaken`: somebody has acted on it since the caller looked, and nothing was changed. `not possible`: it is not what the act
 * needs (already answered, its mail in hand).
 */
export type Handled = 'done' | 'overtaken' | 'not possible' | 'unknown';

/** What `add` takes: an enquiry with what decides whether it is a repetition or spam. */
export interface ReceivedEnquiry extends Enquiry {
  messageId: string;
  /** Equal for repetitions of one submission, and for nothing else; null where the sender cannot repeat it. */
  submissionHash: string | null;
  /** Equal for texts that are the same in all but white space and case. */
  textHash: string;
  /** Why it looks like spam; null if it does not. */
  spamReason: string | null;
}

/** Who is told of an enquiry besides the mailbox. */
export interface Wanted {
  webhook: boolean;
  acknowledgement: boolean;
}

/** By what the core decides within the transaction of a store: see `plan`. */
export interface Rules {
  /** Since when what is alike counts; null where nobody asks, and nothing is counted. */
  since: { sameText: Date; acknowledged: Date | null };
  wanted: Wanted;
}

/** `isNew` is false for a repetition: then the id is that of the first one, and nothing was stored. */
export interface Added {
  id: string;
  isNew: boolean;
  state: DeliveryState;
}

/** What happened to a claimed delivery. */
export type DeliveryOutcome =
  /** `remark`: what was not as it should be all the same, such as a receiver that was refused. */
  | { state: 'delivered'; at: Date; remark?: string | undefined }
  | { state: 'due'; dueAt: Date; reason: string }
  | { state: 'failed'; at: Date; reason: string }
  | { state: 'unsure'; at: Date; reason: string };

/** Enquiries by their ids or a reference, or all of one person by e-mail address (upper and lower case alike). */
export type EnquirySelector = { id: string } | { ids: readonly string[] } | { email: string } | { reference: string };

/** What an enquiry has to be to be listed: everything that is given. */
export interface EnquiryFilter {
  state?: MailState;
  handling?: Handling;
  /** The e-mail address of the person who sees to it. */
  assignedTo?: string;
  /** How a person's reminder of it stands then: its time has come, lies ahead, or there is none. */
  reminder?: { of: string; now: Date; is: 'due' | 'ahead' | 'none' };
  /** Its mail was refused at least once, and is not delivered. */
  undelivered?: true;
  /** A reply was refused at least once or perhaps sent, and is not known to be delivered. */
  unsentReply?: true;
  /** Waiting since this time or later. */
  waitingFrom?: Date;
  /** Waiting since before this time. */
  waitingUntil?: Date;
  /** Nobody has said anything since before this time. */
  lastWordBefore?: Date;
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

/** A delivery that some process has in hand: it may have been sent, and how that ended is not recorded. */
export interface Claim {
  /** Of the delivery. */
  id: string;
  channel: Channel;
  delivery: Pick<Delivery, 'attempts' | 'queuedAt'>;
}

export interface EnquiryPage extends EnquiryFilter {
  /** Only enquiries older than the one with this id: the last id of the page before. */
  before?: string;
  /** The oldest first, of those that are newer than the one with this id; an empty one is older than all. */
  after?: string;
  limit: number;
}

/** For whom something is counted or listed, by the e-mail address, and when. */
export interface Reader {
  person: string;
  now: Date;
}

/** How many enquiries there are of each kind. */
export interface OfficeCounts {
  waiting: number;
  /** Of those: waiting since before the time that was asked about. */
  overdue: number;
  answered: number;
  setAside: number;
  /** Of those that wait: their mail was refused, and is not delivered. */
  undelivered: number;
  /** Of those that wait: their mail, or an answer, was refused and will be tried again, or the mail was given up. */
  failing: number;
  /** Of those that wait, for one person: assigned to them; with a reminder of theirs that lies ahead, which `waiting` leaves out. */
  mine: number;
  later: number;
}

/**
 * How the deliveries stand. Where a mail was queued in the future (the clock was set back since), both times are as long ago
 * as it lies ahead: what nobody can date must not look new.
 */
export interface DeliveryHealth {
  counts: Readonly<Record<MailState, number>>;
  /** Replies by state; failed and unsure ones only while their enquiry waits: then nobody has seen to them. */
  replies: Readonly<Record<DeliveryState, number>>;
  /** When the mail or reply that is due longest was queued. */
  oldestDue: Date | null;
  /** The same of those that an attempt has failed to deliver, given up or not, and of those queued in the future. */
  oldestFailing: Date | null;
  /** Since when everything that is due is held, because a backup was restored; null where nothing is. */
  heldSince: Date | null;
  /** The newest digest could not be mailed, so far or for good. */
  isDigestFailing: boolean;
  /** When the last good backup was made; null where there never was one. */
  lastBackupAt: Date | null;
  /** When the database was made, or brought to the first schema that tells; null where nothing tells. */
  begunAt: Date | null;
}

/** What a restored database says until somebody releases its mail: nothing is claimed meanwhile. */
export interface Hold {
  since: Date;
  /** The ids of the enquiries that were erased since the backup was made. */
  erased: readonly string[];
}

/** What the core notes for itself from one day to the next: its last purge and its last good backup. */
export type Note = 'purged' | 'backup';

export type OnErasing = (ids: readonly string[]) => void;

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
   * Commits the enquiries that are new as `plan` says of each, one after another, with their deliveries due at once; in one
   * transaction. Resolves in their order. New is what nobody has stored by the same id or submission hash. Rejects and commits
   * nothing where nobody waits for it any more by then.
   */
  add(received: readonly ReceivedEnquiry[], rules: Rules, isAwaited?: () => boolean): Promise<readonly Added[]>;
  /** Takes the delivery that is due longest on one of the channels, and counts an attempt. Null when nothing is due. */
  claimDue(now: Date, channels: readonly Channel[]): Promise<DueDelivery | null>;
  /**
   * Ends a claim. False, and nothing is changed, when the claim is no longer the caller's. With the outcome of a reply it records what
   * that makes of its enquiry: answered where it was delivered, waiting where it was not, or perhaps not.
   * @param next is queued with it
   */
  record(claim: Claim, outcome: DeliveryOutcome, next?: NewDelivery): Promise<boolean>;
  /** Queues a digest once. Those that a clock queued which ran ahead make way: the right ones of their days come yet. */
  queueDigest(digest: NewDelivery, now: Date): Promise<void>;
  /** What is in hand, of all processes. */
  claims(): Promise<readonly (Claim & { enquiryId: string | null })[]>;
  /** Ends a claim whose process is gone: the mail is due again. False where the claim has ended meanwhile. */
  takeBack(claim: Claim): Promise<boolean>;
  /** Makes due now whatever is due later than `latest`. */
  bringForward(latest: Date, now: Date): Promise<void>;
  /** When `claimDue` will next have something. Null when nothing is due. */
  nextDueAt(channels: readonly Channel[]): Promise<Date | null>;
  /** All deliveries of an enquiry, its mail first. */
  deliveries(enquiryId: string): Promise<readonly Omit<DueDelivery, 'enquiry'>[]>;
  list(page: EnquiryPage): Promise<readonly StoredEnquiry[]>;
  count(filter: EnquiryFilter): Promise<number>;
  find(selector: EnquirySelector): Promise<readonly StoredEnquiry[]>;
  /**
   * Does what a person decided, and keeps that they did, in one transaction. A note or a reminder changes nothing that could be
   * overtaken.
   * @param next is queued with it
   */
  handle(entry: Activity & { enquiryId: string }, act: PersonsAct, seen?: number, next?: NewDelivery): Promise<Handled>;
  /** Stores a reply with its delivery, in one transaction. What is set aside takes none. */
  reply(entry: Activity & { enquiryId: string }, reply: NewReply, seen: number): Promise<Handled | 'limited'>;
  /** Keeps an act that is about no single enquiry. */
  keep(entry: Activity): Promise<void>;
  /** What was done to an enquiry, the first act first; without an id, the latest acts of all, the latest first. */
  activity(about: { enquiryId: string } | { before?: string; limit: number }): Promise<readonly Activity[]>;
  /** @param overdueBefore what waits since before this is overdue */
  officeCounts(overdueBefore: Date, reader?: Reader): Promise<OfficeCounts>;
  /** When a person is reminded, by the ids of the enquiries. */
  reminders(person: string): Promise<Readonly<Record<string, Date>>>;
  /**
   * Erases the enquiries and all traces of their deliveries. Resolves to the ids that were erased, the newest first.
   * @param onErasing is told of the ids before that is committed; where it throws, they stay
   */
  erase(selector: EnquirySelector, onErasing?: OnErasing): Promise<readonly string[]>;
  /**
   * Erases every enquiry whose last word is older than that: with its mail, and all replies, in one of the states. Resolves to the ids
   * that were erased.
   */
  purge(lastWordBefore: Date, states: readonly DeliveryState[], onErasing?: OnErasing): Promise<readonly string[]>;
  /**
   * What is quarantined and not told of yet: how many, and the newest of them. It counts as told once `told` is called.
   * @param digest a number above 1 that no other digest has: what one has taken up and not told, the next one takes over
   */
  untold(digest: number, limit: number): Promise<{ count: number; newest: readonly StoredEnquiry[] }>;
  told(digest: number): Promise<void>;
  /** What was remembered under that name last. Null where nothing was. */
  recall(note: Note): Promise<string | null>;
  remember(note: Note, text: string): Promise<void>;
  /** Null where nothing is held. */
  hold(): Promise<Hold | null>;
  /** Ends the hold. */
  releaseHold(): Promise<void>;
  /** What is due, by channel. */
  countDue(): Promise<readonly { channel: Channel; rows: number; oldest: Date }[]>;
  health(now: Date): Promise<DeliveryHealth>;
  /** How the newest call of the webhook stands that was tried. Null where none was. */
  lastWebhookCall(): Promise<Pick<Delivery, 'state' | 'lastReason'> | null>;
  /** Commits a write, durably. Rejects where `add` would: on a full disk, a read-only file, a lost connection. */
  proveWritable(now: Date): Promise<void>;
}
