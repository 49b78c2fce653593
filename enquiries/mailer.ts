/** A mail about one enquiry, ready to be sent. No header field in it contains a line break. */
export interface Mail {
  /** The id of the enquiry. */
  enquiryId: string;
  messageId: string;
  date: Date;
  from: MailAddress;
  to: string;
  replyTo: MailAddress;
  subject: string;
  text: string;
  html: string;
}

interface MailAddress {
  name: string;
  address: string;
}

/** `permanent`: another attempt would be refused in the same way. `reason` is for the operator, never for visitors. */
export type SendOutcome = { delivered: true } | { delivered: false; permanent: boolean; reason: string };

/**
 * Hands a mail over. What an implementation promises:
 *
 * - `delivered` only once the other side has taken responsibility for the mail.
 * - It settles within 2 minutes, whatever the other side does; so the lease of a delivery (135 s) outlives an attempt.
 * - It never rejects: what goes wrong is an outcome.
 */
export interface Mailer {
  send(mail: Mail): Promise<SendOutcome>;
}

/** Mails that are kept on this machine, which must go when their enquiry goes. Forgetting the unknown is no error. */
export interface KeptMails {
  forget(enquiryIds: readonly string[]): Promise<void>;
  forgetOlderThan(date: Date): Promise<void>;
}
