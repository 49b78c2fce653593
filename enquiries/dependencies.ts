import type { DatabaseParts } from '../database/database.ts';
import type { SentMails } from '../outbox/mail.ts';
import type { Clock } from '../process/clock.ts';
import type { FaultWords } from './enquiry.ts';
import type { EnabledChannels } from './model.ts';
import type { ResponseTarget } from './response-target.ts';

/** What everything that is done with enquiries works with. */
export interface Dependencies extends DatabaseParts {
  target: ResponseTarget;
  enabled: EnabledChannels;
  /** Of our address, in the Message-IDs of mails. */
  mailDomain: string;
  /** Mails that are kept on this machine, which must go when their enquiry goes. */
  sentMails: SentMails;
  /** What to say now of each fault of a submission. */
  faultWords: () => FaultWords;
  clock: Clock;
  /** Makes ids that sort by the time of receipt. */
  newId: () => string;
  /** Called when something is due. */
  kick: () => void;
  /** Told of each submission, for logs and metrics. */
  onSubmission: (outcome: SubmissionOutcome) => void;
  /** Told of an enquiry that could not be stored. */
  onFault: (fault: unknown) => void;
  /** Keeps the ids of what is erased, so that a backup which is restored brings nobody back. Where it throws, nothing is erased. */
  onErasing: (ids: readonly string[]) => void;
}

/**
 * What became of a submission, for metrics. Its sender is told of `accepted`, `repeated` and `quarantined` alike: who sends
 * spam must not learn what gives it away.
 */
export type SubmissionOutcome = (typeof submissionOutcomes)[number];

export const submissionOutcomes = ['accepted', 'repeated', 'quarantined', 'refused', 'unavailable'] as const;
