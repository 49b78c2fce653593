import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { ReceivedMail, ServerReport } from '../../mailbox/received-mail.ts';
import type { MessageIds } from '../../outbox/message-ids.ts';
import { parseAcknowledgementMailName } from '../notifications/acknowledgement.ts';
import { parseReferenceToIdSuffix } from '../reference.ts';
import { findMergeTargetId } from '../repository.ts';
import { selectConversation } from '../save-transition.ts';

/** What tells mail of the office, and of the site itself, from that of others. Addresses are in lower case. */
export interface OwnMailIdentity {
  office: ReadonlySet<string>;
  sender: string;
  parseMessageId: MessageIds['parse'];
}

/**
 * `own`: the site sent it. `other`: it belongs to no enquiry. `claim`: it says that it is from the office, and names
 * the visitor as a recipient. `bouncedId`: the reply that came back; null for an acknowledgement. `unproved`: a report that
 * anybody could have written.
 */
export type MailMatch =
  | { kind: 'own' | 'other' }
  | { kind: 'reply' | 'claim' | 'automatic'; enquiryId: string; claimsOffice: boolean }
  | { kind: 'delayed' | 'unproved'; enquiryId: string }
  | { kind: 'bounce'; enquiryId: string; bouncedId: string | null; reason: string };

/**
 * Decides what a mail is. It belongs to the enquiry of a Message-ID of ours that it names, which nobody can guess; else
 * to that of a Message-ID of the visitor's, or of the reference in its subject, if it is from the address of that
 * enquiry.
 */
export async function matchMail(database: Database, mail: ReceivedMail, own: OwnMailIdentity): Promise<MailMatch> {
  if (await isOwnMail(database, mail, own)) return { kind: 'own' };
  if (mail.report !== null) return matchReport(database, mail, mail.report, own);
  const enquiryId = await findEnquiry(database, mail, own);
  if (enquiryId === null) return { kind: 'other' };
  const visitors = await listVisitorAddresses(database, enquiryId);
  const from = mail.from.address.toLowerCase();
  // A colleague may be a visitor too, as when the form is tried.
  const claimsOffice = own.office.has(from) && !visitors.includes(from);
  const isAutomatic = mail.kind === 'automatic' || (mail.kind === 'program' && claimsOffice);
  if (isAutomatic) return { kind: 'automatic', enquiryId, claimsOffice };
  if (!claimsOffice) return { kind: 'reply', enquiryId, claimsOffice };
  // What colleagues write to each other is no answer.
  return isSentTo(mail, visitors) ? { kind: 'claim', enquiryId, claimsOffice } : { kind: 'other' };
}

/** Resolves to true if the site sent the mail. Such a mail is not stored, so its sender alone proves too little. */
async function isOwnMail(
  database: Database,
  { messageId, from }: ReceivedMail,
  { sender, parseMessageId }: OwnMailIdentity,
) {
  if (from.address.toLowerCase() !== sender) return false;
  if (parseMessageId(messageId) !== null) return true;
  if (messageId === '') return false;
  // Those about enquiries that an earlier release has stored are not signed.
  const stored = database.selectFrom('messages').select('id').where('message_id', '=', messageId);
  return (await stored.where('hash', 'is', null).executeTakeFirst()) !== undefined;
}

/** Matches a report by the Message-ID of the mail that it is about: only who has got that mail can name it. */
async function matchReport(
  database: Database,
  mail: ReceivedMail,
  { messageIds, subject, recipients, reason }: ServerReport,
  own: OwnMailIdentity,
): Promise<MailMatch> {
  const proved = (enquiryId: string, bouncedId: string | null): MailMatch =>
    mail.kind === 'bounce' ? { kind: 'bounce', enquiryId, bouncedId, reason } : { kind: 'delayed', enquiryId };
  for (const messageId of [...messageIds, ...mail.references]) {
    const replies = database.selectFrom('messages').select(['id', 'enquiry_id']).where('message_id', '=', messageId);
    const reply = await replies.where('direction', '=', 'out').executeTakeFirst();
    const replied = await findMergeTargetId(database, reply?.enquiry_id ?? null);
    if (reply && replied !== null) return proved(replied, reply.id);
    const acknowledged = await findAcknowledged(database, messageId, own);
    if (acknowledged !== null) return proved(acknowledged, null);
  }
  for (const named of await findIdsByReference(database, `${mail.subject} ${subject}`)) {
    const enquiryId = await findMergeTargetId(database, named);
    const visitors = enquiryId === null ? [] : await listVisitorAddresses(database, enquiryId);
    const isToVisitor = recipients.some((recipient) => visitors.includes(recipient.toLowerCase()));
    if (enquiryId !== null && isToVisitor) return { kind: 'unproved', enquiryId };
  }
  return { kind: 'other' };
}

async function findEnquiry(database: Database, mail: ReceivedMail, own: OwnMailIdentity): Promise<string | null> {
  for (const messageId of mail.references) {
    const acknowledged = await findAcknowledged(database, messageId, own);
    if (acknowledged !== null) return acknowledged;
    const known = database.selectFrom('messages').select(['enquiry_id', 'direction', 'hash']);
    for (const message of await known.where('message_id', '=', messageId).execute()) {
      const id = await findMergeTargetId(database, message.enquiry_id);
      // A Message-ID of the visitor's own mail is known to whoever else got that mail.
      const isOurs = message.hash === null || message.direction === 'out';
      if (id !== null && (isOurs || (await isBetweenThem(database, id, mail, own)))) return id;
    }
  }
  for (const named of await findIdsByReference(database, mail.subject)) {
    const id = await findMergeTargetId(database, named);
    if (id !== null && (await isBetweenThem(database, id, mail, own))) return id;
  }
  return null;
}

function findAcknowledged(database: Database, messageId: string, own: OwnMailIdentity): Promise<string | null> {
  return findMergeTargetId(database, parseAcknowledgementMailName(own.parseMessageId(messageId) ?? ''));
}

/** Resolves to true if the mail is from the visitor, or from the office to them, as far as is known. */
async function isBetweenThem(database: Database, enquiryId: string, mail: ReceivedMail, own: OwnMailIdentity) {
  if (mail.isUnverified) return false;
  const visitors = await listVisitorAddresses(database, enquiryId);
  const from = mail.from.address.toLowerCase();
  return visitors.includes(from) || (own.office.has(from) && isSentTo(mail, visitors));
}

function isSentTo({ recipients }: ReceivedMail, addresses: readonly string[]): boolean {
  return recipients.some(({ address }) => addresses.includes(address.toLowerCase()));
}

/** Resolves to the visitor's addresses, in lower case: the current one, and those given before a correction. */
async function listVisitorAddresses(database: Database, enquiryId: string): Promise<readonly string[]> {
  const conversation = selectConversation(database, enquiryId);
  const given = await conversation.select('email').execute();
  const received = database.selectFrom('messages').select('author').where('direction', '=', 'in');
  const written = await received
    .where('kind', '=', 'message')
    .where('hash', 'is', null)
    .where('enquiry_id', 'in', conversation)
    .execute();
  return [...given.map(({ email }) => email), ...written.map(({ author }) => author)].map((one) => one.toLowerCase());
}

/** Resolves to the ids of the enquiries that a subject names, at most three. */
async function findIdsByReference(database: Database, subject: string): Promise<readonly string[]> {
  const named = [...subject.matchAll(/(?<![0-9A-Z])[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}(?![0-9A-Z-])/gi)];
  const ends = named.slice(0, 3).flatMap(([reference]) => parseReferenceToIdSuffix(reference) ?? []);
  if (ends.length === 0) return [];
  const found = database
    .selectFrom('enquiries')
    .select('id')
    .where(sql<string>`substr(id, 27)`, 'in', ends);
  return (await found.orderBy('id', 'desc').limit(3).execute()).map(({ id }) => id);
}
