import type { MailAddress } from '../text/mail-address.ts';
import type { Delivery } from './delivery.ts';
import type { MessageIds } from './message-ids.ts';
import type { RecipientStates, SendOutcome } from './send-outcome.ts';

/** A mail, ready to be sent. No header field in it contains a line break. */
export interface Mail {
  /** Unique name: the id of its enquiry, with a prefix if the enquiry has several mails. */
  uniqueName: string;
  /** Left out: made of `uniqueName` as it is sent. */
  messageId?: string;
  /** Message-IDs of the earlier mails in its thread, the enquiry's first. */
  references?: readonly string[];
  date: Date;
  from: MailAddress;
  to: readonly string[];
  /** Recipients of a copy, which all recipients see. */
  cc?: readonly MailAddress[];
  /** Recipients of this attempt; all if left out. */
  pendingRecipients?: readonly string[];
  replyTo: MailAddress;
  subject: string;
  /** RFC 3834: `no` for a person's mail, `auto-replied` for an answer to its recipient, else `auto-generated`. */
  autoSubmitted: 'no' | 'auto-generated' | 'auto-replied';
  text: string;
  /** Left out if a person wrote the mail: that is plain text. */
  html?: string;
  files?: readonly { name: string; type: string; body: Buffer }[];
}

/** Sends mails under the contract of `DeliveryKind.send`. Never rejects: a fault is an outcome. */
export interface Mailer<SentMail = Mail> {
  send(mail: SentMail): Promise<SendOutcome>;
}

/** A mail with its Message-ID, as it goes out by SMTP or into a folder. */
export type MailWithMessageId = Mail & { messageId: string };

/** Returns the mailer that sends by a transport, and signs the Message-IDs that mails do not have yet. */
export function createMailerWithMessageIds(
  transport: Mailer<MailWithMessageId>,
  loadMessageIds: () => Promise<MessageIds>,
): Mailer {
  return {
    async send(mail) {
      const { uniqueName, from } = mail;
      // While the database is away, an alert has to say so, unsigned.
      const messageIds = await loadMessageIds().catch(() => undefined);
      const made = messageIds?.format(uniqueName) ?? `<${uniqueName}@${getEmailDomain(from.address)}>`;
      return transport.send({ ...mail, messageId: mail.messageId ?? made });
    },
  };
}

/** Returns the addresses in To and Cc. */
export function listRecipients({ to, cc = [] }: Pick<Mail, 'to' | 'cc'>): readonly string[] {
  return [...to, ...cc.map(({ address }) => address)];
}

/** Sends a mail to those who neither have it nor refused it for good. Resolves with the states of all its recipients. */
export async function sendToPendingRecipients(
  mailer: Mailer,
  mail: Mail,
  { recipientStates: known }: Pick<Delivery, 'recipientStates'>,
): Promise<SendOutcome> {
  if (Object.keys(known).length === 0) return mailer.send(mail);
  const recipients = listRecipients(mail);
  const isPending = (recipient: string) => (known[recipient]?.state ?? 'due') === 'due';
  const pendingRecipients = recipients.filter(isPending);
  // Those who were waited for may have been erased meanwhile.
  const outcome: SendOutcome =
    pendingRecipients.length === 0 ? { delivered: true } : await mailer.send({ ...mail, pendingRecipients });
  const current = Object.entries(known).filter(([recipient]) => recipients.includes(recipient));
  const recipientStates: RecipientStates = { ...Object.fromEntries(current), ...outcome.recipientStates };
  return { ...outcome, recipientStates };
}

/** Sender, recipients and texts of mails. */
export interface MailSettings {
  /** The site's own address: a visitor's address in From would fail DMARC. */
  from: MailAddress;
  to: readonly string[];
  alertTo: readonly string[];
  siteName: string;
  timeZone: string;
  /** URL of the office without a trailing slash, if there is an office. */
  officeUrl?: string | undefined;
}

/** Returns the part of an e-mail address after its last @. */
export function getEmailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** Mails stored as files on this machine, deleted with their enquiry. Unknown ids are ignored. */
export interface MailStore {
  deleteForEnquiries(enquiryIds: readonly string[]): Promise<void>;
  deleteOlderThan(date: Date): Promise<void>;
}
