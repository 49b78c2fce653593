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
 * Returns the submission handler. It resolves only once an accepted enquiry is durable, and never rejects for bad input.
 * @param assertWritable rejects while the database has proved that nothing can be stored
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

  /** What was stored, and its answer lost, comes back by its own id. */
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
    // Spam is nobody's first submission: whoever sends the same words with the same key is not silenced by it.
    submissionHash: spam === null ? hashSubmission(key, enquiry, receivedAt) : null,
    textHash: hashText(enquiry),
    spamReason: spam ?? suspicion ?? null,
  };
}

const admitAll = async (): Promise<Admission> => ({ allowed: true });
