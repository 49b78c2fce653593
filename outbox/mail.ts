import type { Delivery } from './delivery.ts';
import type { SendOutcome } from './send-outcome.ts';

/** A mail, ready to be sent. No header field in it contains a line break. */
export interface Mail {
  /** Names it among the mails of this site: the id of its enquiry, with a word before it where that has several. */
  name: string;
  messageId: string;
  /** Message-IDs of the mails before it in its thread: that of the enquiry first. */
  references?: readonly string[];
  date: Date;
  from: MailAddress;
  to: readonly string[];
  /** Those of the receivers who are to be sent it; left out where all are. */
  pending?: readonly string[];
  replyTo: MailAddress;
  subject: string;
  /** RFC 3834: whether it answers a mail of its receiver's, comes by itself, or is from a person. */
  autoSubmitted: 'no' | 'auto-generated' | 'auto-replied';
  text: string;
  /** Left out of what a person wrote, which is plain text. */
  html?: string;
}

export interface MailAddress {
  name: string;
  address: string;
}

/** Hands a mail over, as `DeliveryKind.send` promises it; and it never rejects: what goes wrong is an outcome. */
export interface Mailer {
  send(mail: Mail): Promise<SendOutcome>;
}

/** Returns a mail for those of its receivers who neither have it nor have refused it for good. */
export function selectPendingReceivers(mail: Mail, { receivers }: Pick<Delivery, 'receivers'>): Mail {
  if (Object.keys(receivers).length === 0) return mail;
  return { ...mail, pending: mail.to.filter((address) => (receivers[address]?.state ?? 'due') === 'due') };
}

export interface MailRoute {
  /** Our own address: a visitor's in From would fail DMARC. */
  from: MailAddress;
  to: readonly string[];
  /** The site's name, for the words of the mail. */
  siteName: string;
  /** Of the office, for the times in mails. */
  timeZone: string;
  /** Where the inbox is, without a slash at the end; where there is one. */
  inboxUrl?: string | undefined;
}

export function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Mails that are kept on this machine, which must go when their enquiry goes. Forgetting the unknown is no error. */
export interface SentMails {
  forget(enquiryIds: readonly string[]): Promise<void>;
  forgetOlderThan(date: Date): Promise<void>;
}

/** A Message-ID that is the same for every attempt to deliver. */
export function formatMessageId(
  what: 'enquiry' | 'acknowledgement' | 'digest' | 'reply' | 'handover' | 'invitation',
  name: string,
  mailDomain: string,
): string {
  return `<${what}.${name}@${mailDomain}>`;
}

/** Writes a time with its day of the week and its zone. */
export function formatWholeTime(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(time);
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
