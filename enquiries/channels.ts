import type { SendOutcome } from '../outbox/send-outcome.ts';
import type { DueDelivery, Wanted } from './store.ts';

/** Those who carry news of an enquiry, or of a day, to somebody. */
export interface Channels {
  /**
   * Hands over what is due, by its channel. `delivered` only once the other side has taken responsibility for it. It settles within 2
   * minutes, whatever the other side does; so the lease of a delivery (135 s) outlives an attempt. It rejects for what cannot be
   * written down; that will not pass.
   */
  send(due: DueDelivery): Promise<SendOutcome>;
  wanted: Wanted;
  /** Of our address, in the ids of mails. */
  mailDomain: string;
}
