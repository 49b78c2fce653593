/** A mail, ready to be sent. No header field in it contains a line break. */
export interface Mail {
  /** Names it among the mails of this site: the id of its enquiry, with a word before it where that has several. */
  name: string;
  messageId: string;
  date: Date;
  from: MailAddress;
  to: readonly string[];
  replyTo: MailAddress;
  subject: string;
  /** RFC 3834: whether it answers a mail of its receiver's, or comes by itself. */
  autoSubmitted: 'auto-generated' | 'auto-replied';
  text: string;
  html: string;
}

export interface MailAddress {
  name: string;
  address: string;
}

/** What became of an attempt. `permanent`: another attempt would be refused in the same way. `reason` is for the operator, never for visitors. */
export type SendOutcome =
  /** `remark`: what went wrong all the same, as where one of several receivers was refused. */
  { delivered: true; remark?: string | undefined } | { delivered: false; permanent: boolean; reason: string };

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
