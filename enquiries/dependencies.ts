import type { Channels } from './channels.ts';
import type { KeptMails } from '../outbox/mail.ts';
import type { Clock } from '../process/clock.ts';
import type { FaultWords } from './enquiry.ts';
import type { ReplyPromise } from './response-target.ts';
import type { Channel, DeliveryOutcome, EnquiryStore, OnErasing } from './store.ts';

/** What the parts of the core share. */
export interface CoreParts {
  store: EnquiryStore;
  channels: Channels;
  keptMails: KeptMails;
  promise: ReplyPromise;
  /** What to say now of each fault of a submission. */
  faultWords: () => FaultWords;
  clock: Clock;
  random: () => number;
  /** Makes ids that sort by the time of receipt. */
  newId: () => string;
  /**
   * How long a delivery is held for one process, in milliseconds: what a process that has died had in hand waits this long for
   * another one. An attempt takes 120 s at most (see Mailer); the rest is time to record how it ended. A fault that hinders this for
   * longer than 5 s hinders others as well, and they begin to wait anew.
   */
  leaseLength: number;
  /** Nobody else delivers from this store: what is in hand at the start was left by a process that has died. */
  isAlone: boolean;
  /** Told of each submission, for logs and metrics. */
  onReceipt: (receipt: Receipt) => void;
  /** Told of each delivery attempt, once it is recorded. */
  report: (event: DeliveryEvent) => void;
  /** Told of faults: an enquiry that could not be stored, a delivery round that broke off and will be tried again. */
  onFault: (fault: unknown, during: 'receiving' | 'delivering') => void;
  /** Keeps the ids of what is erased, so that a backup which is restored brings nobody back. */
  onErasing: OnErasing;
  /** Told that something is due. */
  onDue: () => void;
}

/** `id` is that of the delivery, `enquiryId` that of the enquiry, or for a digest its own. */
export type DeliveryEvent = { id: string; enquiryId: string; channel: Channel; attempt: number } & DeliveryOutcome;

/**
 * What became of a submission, for metrics. Its sender is told of `accepted`, `repeated` and `quarantined` alike: who sends
 * spam must not learn what gives it away.
 */
export type Receipt = 'accepted' | 'repeated' | 'quarantined' | 'refused' | 'unavailable';

export const receipts: readonly Receipt[] = ['accepted', 'repeated', 'quarantined', 'refused', 'unavailable'];
