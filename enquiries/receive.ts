import { commitAcknowledged } from '../database/commit-marks.ts';
import { formatMessageId } from '../outbox/mail.ts';
import type { Dependencies } from './dependencies.ts';
import { createEnquiryParser, type EnquiryFields } from './enquiry.ts';
import { createGroupCommit, submissionTimeout, createTimeoutError } from './group-commit.ts';
import { insertEnquiries, type Inserted } from './insert-enquiries.ts';
import type { ReceivedEnquiry } from './model.ts';
import { referenceOf } from './reference.ts';
import { computeDueTime } from './response-target.ts';
import { computeWindows, detectSpam, hashSubmission, hashText } from './triage.ts';

/**
 * Outcome for the sender. `accepted`: the enquiry is durable. `refused`: some fields are invalid. `limited`: it was
 * valid but not admitted. `unavailable`: nothing was stored; the reason is for the operator.
 */
export type ReceiveOutcome =
  | { outcome: 'accepted'; id: string; reference: string }
  | { outcome: 'refused'; faults: Readonly<Record<string, string>> }
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'unavailable'; reason: string };

/** Decision on a valid submission. One with a `suspicion` is stored as spam for that reason. */
export type Admission = { allowed: true; suspicion?: string } | { allowed: false; retryAfterSeconds: number };

export interface Submission {
  /** Idempotency key: a repetition is answered with the first one's id. */
  key?: string | undefined;
  /** Decides on a valid submission before it is stored. If left out, all are admitted. */
  admit?: (enquiry: EnquiryFields) => Promise<Admission>;
}

/**
 * Returns the submission handler. It resolves only once an accepted enquiry is durable. Never rejects for bad input.
 * @param assertWritable rejects if the database is known not to be writable
 */
export function createReceiving(parts: Dependencies, assertWritable: () => Promise<void>) {
  const { clock, faultWords, enabled, onSubmission, onFault, kick } = parts;
  let words = faultWords();
  let parseEnquiry = createEnquiryParser(words);
  const insert = createGroupCommit(clock, (received: readonly ReceivedEnquiry[], isAwaited) =>
    commitAcknowledged(parts, async (transaction) => {
      const inserted = await insertEnquiries(transaction, received, { since: computeWindows(clock.now()), enabled });
      if (!isAwaited()) throw createTimeoutError();
      return inserted;
    }),
  );

  /** Reports a submission. One whose commit succeeded unseen, and was retried, comes back with its own id as new. */
  function tell(id: string, inserted: Inserted): void {
    const isNew = inserted.isNew || inserted.id === id;
    if (isNew && (!inserted.isSpam || enabled.webhook)) kick();
    onSubmission(isNew ? (inserted.isSpam ? 'quarantined' : 'accepted') : 'repeated');
  }

  return async (input: unknown, { key, admit = admitAll }: Submission = {}): Promise<ReceiveOutcome> => {
    if (words !== faultWords()) parseEnquiry = createEnquiryParser((words = faultWords()));
    const parsed = parseEnquiry(input);
    if (!parsed.ok) {
      onSubmission('refused');
      return { outcome: 'refused', faults: parsed.faults };
    }
    const { enquiry, trap } = parsed;
    const answerBy = clock.elapsed() + submissionTimeout;
    const admission = await admit(enquiry);
    if (!admission.allowed) return { outcome: 'limited', retryAfterSeconds: admission.retryAfterSeconds };
    try {
      const received = prepare(parts, enquiry, { key, trap, suspicion: admission.suspicion });
      await assertWritable();
      const inserted = await insert(received, answerBy);
      tell(received.id, inserted);
      return { outcome: 'accepted', id: inserted.id, reference: referenceOf(inserted.id) };
    } catch (fault) {
      onFault(fault);
      onSubmission('unavailable');
      return { outcome: 'unavailable', reason: fault instanceof Error ? fault.message : String(fault) };
    }
  };
}

interface Looks {
  key: string | undefined;
  trap: string;
  suspicion: string | undefined;
}

function prepare(parts: Dependencies, enquiry: EnquiryFields, { key, trap, suspicion }: Looks): ReceivedEnquiry {
  const [id, receivedAt] = [parts.newId(), parts.clock.now()];
  const spam = detectSpam({ trap, key }, receivedAt);
  return {
    id,
    receivedAt,
    ...enquiry,
    messageId: formatMessageId('enquiry', id, parts.mailDomain),
    dueAt: computeDueTime(receivedAt, parts.target).by,
    // Spam has no hash: a later submission with the same key and text must not count as its repetition.
    submissionHash: spam === null ? hashSubmission(key, enquiry, receivedAt) : null,
    textHash: hashText(enquiry),
    spamReason: spam ?? suspicion ?? null,
  };
}

const admitAll = async (): Promise<Admission> => ({ allowed: true });
