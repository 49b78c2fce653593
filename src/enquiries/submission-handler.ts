import { runVerifiedTransaction } from '../database/commit-and-verify.ts';
import type { Dependencies } from './dependencies.ts';
import { createEnquiryParser, type EnquiryFields } from './enquiry.ts';
import { createGroupCommit, submissionTimeoutMs, createSubmissionTimeoutError } from './group-commit.ts';
import { insertEnquiries, type EnquiryInsertResult } from './insert-enquiries.ts';
import type { ReceivedEnquiry, VisitSource } from './model.ts';
import { findPrivacyRequest } from './privacy-request.ts';
import { formatReference } from './reference.ts';
import { computeDueTime, findPromisedTime, formatPromisedTime } from './response-target.ts';
import { computeTriageWindowStarts, findSpamReason, hashSubmission, hashEnquiryText } from './triage.ts';

/**
 * Outcome for the sender. `accepted`: the enquiry is durable, and `answerBy` says until when an answer comes, if it
 * can; spam is told the same, so that programs learn nothing. `refused`: some fields are invalid. `limited`: it was
 * valid but not admitted. `unavailable`: its commit failed, or could not be read back; then it may be stored all the
 * same, and mailed. The reason is for the operator.
 */
export type SubmissionAnswer =
  | { outcome: 'accepted'; id: string; reference: string; answerBy?: string }
  | { outcome: 'refused'; fieldErrors: Readonly<Record<string, string>> }
  | { outcome: 'limited'; retryAfterSeconds: number }
  | { outcome: 'unavailable'; reason: string };

/** Decision on a valid submission. With a `spamReason` it is stored as spam. */
export type Admission = { isAllowed: true; spamReason?: string } | { isAllowed: false; retryAfterSeconds: number };

export interface SubmissionOptions {
  /** Idempotency key: a repetition is answered with the first one's id. */
  idempotencyKey?: string | undefined;
  visitSource?: VisitSource | null;
  /** Decides on a valid submission before it is stored. If left out, all are admitted. */
  admit?: (enquiry: EnquiryFields) => Promise<Admission>;
}

/** Returns the submission handler. It resolves once an accepted enquiry is durable, and never rejects for bad input. */
export function createSubmissionHandler(
  dependencies: Dependencies,
): (input: unknown, options?: SubmissionOptions) => Promise<SubmissionAnswer> {
  const { clock, getFieldErrorMessages, enabledChannels, loadMessageIds, onSubmission, onStoreError, onDeliveryDue } =
    dependencies;
  let messages = getFieldErrorMessages();
  let parseEnquiry = createEnquiryParser(messages);
  const insert = createGroupCommit(clock, async (unsigned: readonly UnsignedEnquiry[], isAwaited) => {
    const { format } = await loadMessageIds();
    const received = unsigned.map((one) => ({ ...one, messageId: format(`enquiry.${one.id}`) }));
    return runVerifiedTransaction(dependencies, async (transaction) => {
      const inserted = await insertEnquiries(transaction, received, {
        windowStarts: computeTriageWindowStarts(clock.now()),
        enabledChannels,
      });
      if (!isAwaited()) throw createSubmissionTimeoutError();
      return inserted;
    });
  });

  /** Reports a submission. One whose commit succeeded unseen, and was retried, comes back with its own id as new. */
  function reportSubmission(id: string, inserted: EnquiryInsertResult): void {
    const isNew = inserted.isNew || inserted.id === id;
    if (isNew && (!inserted.isSpam || enabledChannels.webhook)) onDeliveryDue();
    onSubmission(isNew ? (inserted.isSpam ? 'spam' : 'accepted') : 'repeated');
  }

  return async (input, { idempotencyKey, visitSource = null, admit = admitAll } = {}) => {
    if (messages !== getFieldErrorMessages()) parseEnquiry = createEnquiryParser((messages = getFieldErrorMessages()));
    const parsed = parseEnquiry(input);
    if (!parsed.ok) {
      onSubmission('refused');
      return { outcome: 'refused', fieldErrors: parsed.fieldErrors };
    }
    const { enquiry, honeypotValue } = parsed;
    const deadline = clock.monotonicNow() + submissionTimeoutMs;
    const admission = await admit(enquiry);
    if (!admission.isAllowed) return { outcome: 'limited', retryAfterSeconds: admission.retryAfterSeconds };
    try {
      const signals = { idempotencyKey, honeypotValue, suspicion: admission.spamReason };
      const received = toReceivedEnquiry(dependencies, { ...enquiry, visitSource }, signals);
      const inserted = await insert(received, deadline);
      reportSubmission(received.id, inserted);
      const { id, promisedAt } = inserted;
      const answerBy = promisedAt && formatPromisedTime(promisedAt, dependencies.target.officeHours.timeZone);
      return { outcome: 'accepted', id, reference: formatReference(id), ...(answerBy && { answerBy }) };
    } catch (error) {
      onStoreError(error);
      onSubmission('unavailable');
      return { outcome: 'unavailable', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}

type UnsignedEnquiry = Omit<ReceivedEnquiry, 'messageId'>;

interface SpamSignals {
  idempotencyKey: string | undefined;
  honeypotValue: string;
  suspicion: string | undefined;
}

function toReceivedEnquiry(
  dependencies: Dependencies,
  enquiry: EnquiryFields & Pick<ReceivedEnquiry, 'visitSource'>,
  { idempotencyKey, honeypotValue, suspicion }: SpamSignals,
): UnsignedEnquiry {
  const [id, receivedAt] = [dependencies.newId(), dependencies.clock.now()];
  const spam = findSpamReason({ honeypotValue, idempotencyKey }, receivedAt);
  return {
    id,
    receivedAt,
    ...enquiry,
    dueAt: computeDueTime(receivedAt, dependencies.target).dueAt,
    privacyRequest: findPrivacyRequest({ ...enquiry, receivedAt }, dependencies.target),
    promisedAt: findPromisedTime(receivedAt, dependencies.target),
    // Spam has no hash: a later submission with the same key and text must not count as its repetition.
    submissionHash: spam === null ? hashSubmission(idempotencyKey, enquiry, receivedAt) : null,
    textHash: hashEnquiryText(enquiry),
    spamReason: spam ?? suspicion ?? null,
  };
}

const admitAll = async (): Promise<Admission> => ({ isAllowed: true });
