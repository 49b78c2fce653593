import type { DueDelivery, Wanted } from './store.ts';

/** What became of an attempt. `permanent`: another attempt would be refused in the same way. `reason` is for the operator, never for visitors. */
export type SendOutcome =
  /** `remark`: what went wrong all the same, as where one of several receivers was refused. */
  | { delivered: true; remark?: string | undefined }
  /** `perhaps`: the other side had all of it, and nobody heard what it said. */
  | { delivered: false; permanent: boolean; perhaps?: boolean; reason: string };

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

/** Mails that are kept on this machine, which must go when their enquiry goes. Forgetting the unknown is no error. */
export interface KeptMails {
  forget(enquiryIds: readonly string[]): Promise<void>;
  forgetOlderThan(date: Date): Promise<void>;
}
