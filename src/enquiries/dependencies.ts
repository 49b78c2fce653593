import type { DatabaseWithDialect } from '../database/database.ts';
import type { RawMail, ReceivedMail } from '../mailbox/received-mail.ts';
import type { MailStore } from '../outbox/mail.ts';
import type { MessageIds } from '../outbox/message-ids.ts';
import type { Clock } from '../process/clock.ts';
import type { FieldErrorMessages } from './enquiry.ts';
import type { EnabledChannels } from './model.ts';
import type { ResponseTarget } from './response-target.ts';

export interface Dependencies extends DatabaseWithDialect {
  target: ResponseTarget;
  enabledChannels: EnabledChannels;
  loadMessageIds: () => Promise<MessageIds>;
  /** Returns the sender of the site's mails, and the other addresses of the office, apart from people's own. */
  getMailAddresses: () => { sender: string; office: readonly string[] };
  /** Mails stored on this machine, deleted with their enquiry. */
  sentMails: MailStore;
  getFieldErrorMessages: () => FieldErrorMessages;
  clock: Clock;
  /** Creates ids that sort by the time of receipt. */
  newId: () => string;
  /** Parses a received mail, with appointments in the office's time zone. If it rejects, the mail is read again. */
  parseMail: (raw: RawMail, timeZone: string) => Promise<ReceivedMail>;
  /** Called when a delivery is due, to wake the outbox. */
  onDeliveryDue: () => void;
  /** Called for each submission, for logs and metrics. */
  onSubmission: (outcome: SubmissionOutcome) => void;
  onStoreError: (error: unknown) => void;
  /** Records ids of enquiries and hashes of mails, to erase from a restored backup. If it throws, nothing is erased. */
  recordErasedIds: (ids: readonly string[]) => void;
}

/**
 * Outcome of a submission, for metrics. Its sender gets the same answer for `accepted`, `repeated` and `spam`:
 * spammers must not learn how they are detected.
 */
export type SubmissionOutcome = (typeof submissionOutcomes)[number];

export const submissionOutcomes = ['accepted', 'repeated', 'spam', 'refused', 'unavailable'] as const;
