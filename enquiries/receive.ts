import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../process/clock.ts';
import type { CoreParts } from './dependencies.ts';
import { createEnquiryParser, type EnquiryFields } from './enquiry.ts';
import { messageIdFor } from '../outbox/mail.ts';
import { rulesAt, spamReason, submissionHash, textHash } from './triage.ts';
import { referenceOf } from './reference.ts';
import type { Added, ReceivedEnquiry } from './store.ts';

/**
 * `accepted`: the enquiry is on the disk, and its mail is due. `refused`: the visitor can mend the named fields. `limited`: it
 * was sound and not admitted. `unavailable`: nothing was stored; the reason is for the operator.
 */
export type ReceiveOutcome =
  | { outcome: 'accepted'; id: string; reference: string }
  | { outcome: 'refused'; faults: Readonly<Record<string, string>> }
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'unavailable'; reason: string };

/** Whether a sound submission is stored; with a `suspicion` it is set aside for that reason. */
export type Admission = { allowed: true; suspicion?: string } | { allowed: false; retryAfterSeconds: number };

export interface Submission {
  /** Marks a submission, so that sending it again is answered with the first one's id. */
  key?: string | undefined;
  /** Asked about a submission without faults, before it is stored. All are admitted where it is left out. */
  admit?: (enquiry: EnquiryFields) => Promise<Admission>;
}

/** How long the database may take over a submission, in milliseconds: a proxy gives up after 30 seconds, a visitor before. */
const patience = 12_000;

/** Milliseconds of the patience that are kept for the commit: whoever was refused must not be stored afterwards. */
const commitTime = 2000;

/**
 * Makes what takes a submission as it came. It resolves only once an accepted enquiry is durable, and never rejects for bad input.
 * @param assertWritable rejects while the database has proved that nothing can be stored
 */
export function createReceiving(parts: CoreParts, assertWritable: () => Promise<void>) {
  const { store, clock, newId, faultWords, channels, onReceipt, onFault, onDue } = parts;
  const { wanted, mailDomain } = channels;
  let words = faultWords();
  let parseEnquiry = createEnquiryParser(words);
  const add = inGroups(clock, (received: readonly ReceivedEnquiry[], isAwaited) =>
    store.add(received, rulesAt(clock.now(), wanted), isAwaited),
  );

  /** What was stored, and its answer lost, comes back by its own id. */
  function tell(id: string, added: Added): void {
    const { state } = added;
    const isNew = added.isNew || added.id === id;
    if (isNew && (state === 'due' || wanted.webhook)) onDue();
    onReceipt(isNew ? (state === 'quarantined' ? 'quarantined' : 'accepted') : 'repeated');
  }

  return async (input: unknown, { key, admit = admitAll }: Submission = {}): Promise<ReceiveOutcome> => {
    if (words !== faultWords()) parseEnquiry = createEnquiryParser((words = faultWords()));
    const parsed = parseEnquiry(input);
    if (!parsed.ok) {
      onReceipt('refused');
      return { outcome: 'refused', faults: parsed.faults };
    }
    const { enquiry, trap } = parsed;
    const answerBy = clock.elapsed() + patience;
    const admission = await admit(enquiry);
    if (!admission.allowed) return { outcome: 'limited', retryAfterSeconds: admission.retryAfterSeconds };
    const id = newId();
    const receivedAt = clock.now();
    const reason = spamReason({ trap, key }, receivedAt);
    try {
      const received = {
        id,
        receivedAt,
        ...enquiry,
        messageId: messageIdFor('enquiry', id, mailDomain),
        // Spam is nobody's first submission: whoever sends the same words with the same key is not silenced by it.
        submissionHash: reason === null ? submissionHash(key, enquiry, receivedAt) : null,
        textHash: textHash(enquiry),
        spamReason: reason ?? admission.suspicion ?? null,
      };
      await assertWritable();
      const added = await add(received, answerBy);
      tell(id, added);
      return { outcome: 'accepted', id: added.id, reference: referenceOf(added.id) };
    } catch (fault) {
      onFault(fault, 'receiving');
      onReceipt('unavailable');
      return { outcome: 'unavailable', reason: fault instanceof Error ? fault.message : String(fault) };
    }
  };
}

const admitAll = async (): Promise<Admission> => ({ allowed: true });

/**
 * Writes what comes in at the same time as one group: a commit that reaches the disk costs the same for one row as for
 * fifty. A call resolves only once its group is written, and rejects at `answerBy`, which is of the clock's `elapsed`.
 * @param write resolves to one result for each item, in their order; it commits nothing once `isAwaited` says no
 * @param largest how many items a group holds at most
 */
export function inGroups<Item, Result>(
  clock: Pick<Clock, 'elapsed' | 'after'>,
  write: WriteGroup<Item, Result>,
  largest = 100,
): (item: Item, answerBy: number) => Promise<Result> {
  const settle = createSettling(clock, write);
  let waiting: Waiting<Item, Result>[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      // One turn of the event loop, in which requests that have arrived meanwhile join.
      await setImmediate();
      const group = waiting.slice(0, largest);
      waiting = waiting.slice(largest);
      await settle(group);
    }
    writing = false;
  }

  return (item, answerBy) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const cancel = clock.after(answerBy - clock.elapsed(), () => reject(tooLate()));
    waiting.push({ item, answerBy, resolve, reject });
    if (!writing) void writeAll();
    return promise.finally(cancel);
  };
}

type Group<Item, Result> = readonly Waiting<Item, Result>[];

/** Returns what writes a group and answers each of it. */
function createSettling<Item, Result>(clock: Pick<Clock, 'elapsed'>, write: WriteGroup<Item, Result>) {
  /** Rejects before it commits where one of the group could not be answered in time. */
  async function writeAwaited(group: Group<Item, Result>): Promise<readonly Result[]> {
    const items = group.map(({ item }) => item);
    const areAwaited = (): boolean => group.every((one) => isInTime(one, clock));
    if (!areAwaited()) throw tooLate();
    return write(items, areAwaited);
  }

  /**
   * A lost connection is replaced by a new one, and one that cannot be written must not take the others with it: each gets
   * another attempt. But a store that is away is not asked a hundred times.
   */
  async function settleEach(group: Group<Item, Result>): Promise<void> {
    let failuresInARow = 0;
    for (const [index, one] of group.entries()) {
      try {
        const [result] = await writeAwaited([one]);
        one.resolve(result as Result);
        failuresInARow = 0;
      } catch (fault) {
        one.reject(fault);
        // Being late says nothing of the store as it is now.
        if (isInTime(one, clock)) failuresInARow += 1;
        if (failuresInARow < 3) continue;
        for (const rest of group.slice(index + 1)) rest.reject(fault);
        return;
      }
    }
  }

  return async (group: Group<Item, Result>): Promise<void> => {
    try {
      const results = await writeAwaited(group);
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch {
      await settleEach(group);
    }
  };
}

/** Whether there is time for a commit before the answer. */
function isInTime({ answerBy }: { answerBy: number }, clock: Pick<Clock, 'elapsed'>): boolean {
  return clock.elapsed() < answerBy - commitTime;
}

/** The fault of a submission for which the database has taken too long. */
export function tooLate(): Error {
  return new Error(`The database took longer than ${patience / 1000} s: nothing was stored`);
}

type WriteGroup<Item, Result> = (items: readonly Item[], isAwaited: () => boolean) => Promise<readonly Result[]>;

interface Waiting<Item, Result> {
  item: Item;
  answerBy: number;
  resolve(result: Result): void;
  reject(fault: unknown): void;
}
