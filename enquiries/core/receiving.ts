import { setImmediate } from 'node:timers/promises';
import type { CoreParts } from './core-parts.ts';
import { createEnquiryParser, type EnquiryFields } from './enquiry.ts';
import { messageIdFor, rulesAt, spamReason, submissionHash, textHash } from './plan.ts';
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

/**
 * Makes what takes a submission as it came. It resolves only once an accepted enquiry is durable, and never rejects for bad input.
 */
export function createReceiving(parts: CoreParts) {
  const { store, clock, newId, faultWords, channels, onReceipt, onFault, onDue } = parts;
  const { wanted, mailDomain } = channels;
  let words = faultWords();
  let parseEnquiry = createEnquiryParser(words);
  const add = inGroups((received: readonly ReceivedEnquiry[]) => store.add(received, rulesAt(clock.now(), wanted)));

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
    const admission = await admit(enquiry);
    if (!admission.allowed) return { outcome: 'limited', retryAfterSeconds: admission.retryAfterSeconds };
    const id = newId();
    const receivedAt = clock.now();
    const reason = spamReason({ trap, key }, receivedAt);
    try {
      const added = await add({
        id,
        receivedAt,
        ...enquiry,
        messageId: messageIdFor('enquiry', id, mailDomain),
        // Spam is nobody's first submission: whoever sends the same words with the same key is not silenced by it.
        submissionHash: reason === null ? submissionHash(key, enquiry, receivedAt) : null,
        textHash: textHash(enquiry),
        spamReason: reason ?? admission.suspicion ?? null,
      });
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
 * fifty. A call resolves only once its group is written.
 * @param write resolves to one result for each item, in their order
 * @param largest how many items a group holds at most
 */
export function inGroups<Item, Result>(
  write: (items: readonly Item[]) => Promise<readonly Result[]>,
  largest = 100,
): (item: Item) => Promise<Result> {
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

  async function settle(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await write(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch {
      await settleEach(group);
    }
  }

  /**
   * A lost connection is replaced by a new one, and one that cannot be written must not take the others with it: each gets
   * another attempt. But a store that is away is not asked a hundred times.
   */
  async function settleEach(group: readonly Waiting<Item, Result>[]): Promise<void> {
    let failuresInARow = 0;
    for (const [index, { item, resolve, reject }] of group.entries()) {
      try {
        const [result] = await write([item]);
        resolve(result as Result);
        failuresInARow = 0;
      } catch (fault) {
        reject(fault);
        failuresInARow += 1;
        if (failuresInARow < 3) continue;
        for (const rest of group.slice(index + 1)) rest.reject(fault);
        return;
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!writing) void writeAll();
    });
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(fault: unknown): void;
}
