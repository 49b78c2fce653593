import type { DatabaseParts } from '../database/database.ts';
import type { SentMails } from '../outbox/mail.ts';
import type { Clock } from '../process/clock.ts';
import type { FaultWords } from './enquiry.ts';
import type { EnabledChannels } from './model.ts';
import type { ResponseTarget } from './response-target.ts';

/** Dependencies of the core. */
export interface Dependencies extends DatabaseParts {
  target: ResponseTarget;
  enabled: EnabledChannels;
  /** Domain of the site's address, for Message-IDs. */
  mailDomain: string;
  /** Mails stored on this machine, deleted with their enquiry. */
  sentMails: SentMails;
  /** Returns the current messages for the faults of a submission. */
  faultWords: () => FaultWords;
  clock: Clock;
  /** Creates ids that sort by the time of receipt. */
  newId: () => string;
  /** Called when a delivery is due. */
  kick: () => void;
  /** Called for each submission, for logs and metrics. */
  onSubmission: (outcome: SubmissionOutcome) => void;
  /** Called if an enquiry could not be stored. */
  onFault: (fault: unknown) => void;
  /** Records erased ids, so that a restored backup brings nobody back. If it throws, nothing is erased. */
  onErasing: (ids: readonly string[]) => void;
}

/**
 * Outcome of a submission, for metrics. Its sender gets the same answer for `accepted`, `repeated` and `quarantined`:
 * spammers must not learn how they are detected.
 */
export type SubmissionOutcome = (typeof submissionOutcomes)[number];

export const submissionOutcomes = ['accepted', 'repeated', 'quarantined', 'refused', 'unavailable'] as const;
