import { sql } from 'kysely';
import { runVerifiedTransaction } from '../../database/commit-and-verify.ts';
import type { Database } from '../../database/database.ts';
import type { ReceivedMail, ServerReport } from '../../mailbox/received-mail.ts';
import { createChangeEvent } from '../actions.ts';
import type { MailAddress } from '../../text/mail-address.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ReceivedMailChange, ReceivedMessage } from '../change.ts';
import { runTransition } from '../repository.ts';
import { insertMessage } from '../save-transition.ts';
import { isKnownMail } from '../erased-mails.ts';
import { insertFiles } from '../files.ts';
import { matchMail, type MailMatch, type OwnMailIdentity } from './match-mail.ts';

/** What became of a mail. `known`: a copy of one that is stored, or was erased. */
export type MailOutcome = MailMatch['kind'] | 'known';

/**
 * Stores a received mail once, however often it is read, with its enquiry or as other mail. `savePosition` stores in
 * the same transaction how far the mailbox was read.
 */
export async function receiveMail(
  dependencies: Dependencies,
  mail: ReceivedMail,
  savePosition: (transaction: Database) => Promise<void>,
): Promise<MailOutcome> {
  const own = await loadOwnMailIdentity(dependencies);
  const outcome = await runVerifiedTransaction(dependencies, async (transaction) => {
    await savePosition(transaction);
    if (await isKnownMail(transaction, mail.hash)) return 'known';
    for (;;) {
      const match = await matchMail(transaction, mail, own);
      // On PostgreSQL the enquiry may be erased between the two: the mail then belongs to another, or to none.
      if (match.kind === 'own' || (await storeMail(transaction, dependencies, mail, match))) return match.kind;
    }
  });
  dependencies.onDeliveryDue();
  return outcome;
}

/** Resolves to what tells mail of the office from that of others. */
export async function loadOwnMailIdentity({
  database,
  loadMessageIds,
  getMailAddresses,
}: Dependencies): Promise<OwnMailIdentity> {
  const { parse: parseMessageId } = await loadMessageIds();
  const people = await database.selectFrom('people').select('email').execute();
  const { sender, office } = getMailAddresses();
  const all = [sender, ...office, ...people.map(({ email }) => email)];
  return { sender: sender.toLowerCase(), office: new Set(all.map((one) => one.toLowerCase())), parseMessageId };
}

/** Stores a mail. Resolves to false if its enquiry has been erased. */
async function storeMail(transaction: Database, dependencies: Dependencies, mail: ReceivedMail, match: MailMatch) {
  const message: ReceivedMessage = {
    id: dependencies.newId(),
    author: mail.from.address,
    authorName: mail.from.name,
    subject: mail.subject,
    text: mail.text,
    // The mail server tells whole seconds: mail received in the second of a reply follows it. Its clock may run ahead.
    sentAt: new Date(Math.min(mail.receivedAt.getTime() + 999, dependencies.clock.now().getTime())),
    messageId: mail.messageId,
    hash: mail.hash,
    isUnverified: mail.isUnverified,
    claimsOffice: 'claimsOffice' in match && match.claimsOffice,
    recipients: mail.recipients,
    replyTo: mail.replyTo,
    isSentByProgram: mail.kind === 'program',
    deliveryReport: match.kind === 'delayed' || match.kind === 'unproved' ? match.kind : null,
  };
  if (!('enquiryId' in match)) {
    const kind = mail.kind === 'person' ? 'message' : mail.kind === 'bounce' ? 'bounce' : 'automatic';
    await insertMessage(transaction, null, { ...message, direction: 'in', kind });
  } else {
    const { enquiryId } = match;
    const receipt = await toReceipt(transaction, match, message, mail);
    const actor = mail.report !== null ? 'A mail server' : message.claimsOffice ? 'Somebody' : message.author;
    const doubts = [message.isUnverified ? 'not verified' : '', message.isSentByProgram ? 'sent by a program' : ''];
    const event = createChangeEvent(dependencies, enquiryId, receipt, {
      actor,
      note: doubts.filter(Boolean).join(', '),
    });
    if ((await runTransition(transaction, dependencies, receipt, { event })) === 'unknown') return false;
    if (match.kind === 'bounce' && mail.report !== null) await markAddress(transaction, enquiryId, mail.report);
  }
  await insertFiles(transaction, message.id, mail.files, dependencies.newId);
  return true;
}

async function toReceipt(
  transaction: Database,
  match: Extract<MailMatch, { enquiryId: string }>,
  message: ReceivedMessage,
  { report }: ReceivedMail,
): Promise<ReceivedMailChange> {
  const automatic = 'automatic mail received';
  const reports = { automatic, delayed: automatic, unproved: automatic } as const;
  const actions = { reply: 'message received', claim: 'claim received', ...reports } as const;
  if (match.kind !== 'bounce') return { action: actions[match.kind], message };
  const { bouncedId, reason } = match;
  const named = new Set(report?.recipients.map((recipient) => recipient.toLowerCase()));
  const copies = await listCopyRecipients(transaction, bouncedId);
  const recipients = copies.filter(({ address }) => named.has(address.toLowerCase()));
  const isForCopiesAlone = recipients.length > 0 && recipients.length === named.size;
  return { action: 'bounce received', message: { ...message, recipients }, bouncedId, reason, isForCopiesAlone };
}

/** Resolves to the recipients in Cc of a reply. */
async function listCopyRecipients(transaction: Database, replyId: string | null): Promise<readonly MailAddress[]> {
  const replies = transaction.selectFrom('messages').select('recipients');
  const reply = await replies.where('id', '=', replyId).executeTakeFirst();
  return JSON.parse(reply?.recipients ?? '[]') as readonly MailAddress[];
}

/** Marks the address of an enquiry, in all enquiries that have it, unless it was corrected since the mail was sent. */
async function markAddress(
  transaction: Database,
  enquiryId: string,
  { recipients, reason }: ServerReport,
): Promise<void> {
  const selected = transaction.selectFrom('enquiries').select('email').where('id', '=', enquiryId);
  const address = (await selected.executeTakeFirstOrThrow()).email.toLowerCase();
  if (recipients.length > 0 && !recipients.some((recipient) => recipient.toLowerCase() === address)) return;
  const marked = transaction.updateTable('enquiries').set({ email_problem: reason });
  await marked.where(sql<string>`lower(email)`, '=', address).execute();
}
