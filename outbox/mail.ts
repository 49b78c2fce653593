import type { Delivery } from './delivery.ts';
import type { SendOutcome } from './send-outcome.ts';

/** A mail, ready to be sent. No header field in it contains a line break. */
export interface Mail {
  /** Unique name: the id of its enquiry, with a prefix if the enquiry has several mails. */
  name: string;
  messageId: string;
  /** Message-IDs of the earlier mails in its thread, the enquiry's first. */
  references?: readonly string[];
  date: Date;
  from: MailAddress;
  to: readonly string[];
  /** Receivers of this attempt; all if left out. */
  pending?: readonly string[];
  replyTo: MailAddress;
  subject: string;
  /** RFC 3834: `no` for a person's mail, `auto-replied` for an answer to its receiver, else `auto-generated`. */
  autoSubmitted: 'no' | 'auto-generated' | 'auto-replied';
  text: string;
  /** Left out if a person wrote the mail: that is plain text. */
  html?: string;
}

export interface MailAddress {
  name: string;
  address: string;
}

/** Sends mails under the contract of `DeliveryKind.send`. Never rejects: a fault is an outcome. */
export interface Mailer {
  send(mail: Mail): Promise<SendOutcome>;
}

/** Returns the mail with `pending` set to the receivers that neither have it nor refused it for good. */
export function selectPendingReceivers(mail: Mail, { receivers }: Pick<Delivery, 'receivers'>): Mail {
  if (Object.keys(receivers).length === 0) return mail;
  return { ...mail, pending: mail.to.filter((address) => (receivers[address]?.state ?? 'due') === 'due') };
}

export interface MailRoute {
  /** The site's own address: a visitor's address in From would fail DMARC. */
  from: MailAddress;
  to: readonly string[];
  /** Name of the site in the text of the mail. */
  siteName: string;
  /** Time zone of the office, for times in mails. */
  timeZone: string;
  /** URL of the inbox without a trailing slash, if there is an inbox. */
  inboxUrl?: string | undefined;
}

export function getDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** Mails stored on this machine, to be deleted with their enquiry. Unknown ids are no error. */
export interface SentMails {
  forget(enquiryIds: readonly string[]): Promise<void>;
  forgetOlderThan(date: Date): Promise<void>;
}

/** Returns a Message-ID that is the same for every attempt. */
export function formatMessageId(
  what: 'enquiry' | 'acknowledgement' | 'digest' | 'reply' | 'handover' | 'invitation',
  name: string,
  mailDomain: string,
): string {
  return `<${what}.${name}@${mailDomain}>`;
}

/** Formats a time in English with its weekday and time zone. */
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
