import type { Database } from '../../database/database.ts';
import { overrideDeliveryState, queueDeliveries } from '../../outbox/delivery-queries.ts';
import { createGeneralEvent } from '../actions.ts';
import type { Dependencies } from '../dependencies.ts';
import { isEmailAddress } from '../enquiry.ts';
import { toEnquiryRow } from '../insert-enquiries.ts';
import type { StoredMessage } from '../model.ts';
import { createOfficeMailDelivery, createWebhookDelivery } from '../new-deliveries.ts';
import { toMessage } from '../read-enquiries.ts';
import { computeDueTime } from '../response-target.ts';
import { recordEvent } from '../save-transition.ts';
import { insertSearchEntries } from '../search-index.ts';
import { hashEnquiryText } from '../triage.ts';

/** Mail in the office's mailbox that belongs to no enquiry, and that nobody has dismissed. */
function selectOtherMail(database: Database) {
  return database.selectFrom('messages').where('enquiry_id', 'is', null).where('kind', '!=', 'dismissed').selectAll();
}

/** Resolves to other mail, the newest first. */
export async function listOtherMail(
  { database }: Pick<Dependencies, 'database'>,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<readonly StoredMessage[]> {
  const all = selectOtherMail(database).orderBy('id', 'desc').limit(limit);
  return (await (before === undefined ? all : all.where('id', '<', before)).execute()).map((row) => toMessage(row));
}

/** Resolves to one mail of them; null if it is none, or none any more. */
export async function findOtherMail(
  { database }: Pick<Dependencies, 'database'>,
  id: string,
): Promise<StoredMessage | null> {
  const row = await selectOtherMail(database).where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toMessage(row);
}

/** Resolves to the new enquiry's id; null if the mail is no other mail any more, or its sender cannot be answered. */
export async function createEnquiryFromMail(
  dependencies: Dependencies,
  mailId: string,
  actor: string,
): Promise<string | null> {
  const { dialect, target, enabledChannels, newId, onDeliveryDue } = dependencies;
  const id = await dependencies.database.transaction().execute(async (transaction) => {
    const selected = selectOtherMail(transaction).where('id', '=', mailId);
    // Of two people who press at the same time, one has it.
    const row = await (dialect.supportsRowLocks ? selected.forUpdate() : selected).executeTakeFirst();
    if (row === undefined || !isEmailAddress(row.author)) return null;
    const [enquiryId, mail] = [newId(), toMessage(row)];
    const fields = {
      name: mail.byName || mail.by,
      email: mail.by,
      company: '',
      subject: mail.subject || 'Without a subject',
      message: mail.text,
    };
    const hashes = { submissionHash: null, textHash: hashEnquiryText(fields), spamReason: null };
    const times = { receivedAt: mail.at, dueAt: computeDueTime(mail.at, target).dueAt, promisedAt: null };
    const enquiry = { id: enquiryId, visitSource: null, ...fields, ...hashes, ...times, messageId: mail.messageId };
    await transaction.insertInto('enquiries').values(toEnquiryRow(enquiry, null)).execute();
    const joined = { enquiry_id: enquiryId, kind: 'message' } as const;
    await transaction.updateTable('messages').set(joined).where('id', '=', mailId).execute();
    await insertSearchEntries(transaction, [{ id: enquiryId, ...fields }]);
    const webhook = enabledChannels.webhook ? [createWebhookDelivery('enquiry.received', enquiryId)] : [];
    const deliveries = [createOfficeMailDelivery(enquiryId), ...webhook];
    await queueDeliveries(
      transaction,
      deliveries.map((delivery) => ({ ...delivery, at: mail.at })),
    );
    // The office has it in its mailbox.
    const delivered = { state: 'delivered', delivered_at: mail.at, last_reason: null } as const;
    await overrideDeliveryState(transaction, createOfficeMailDelivery(enquiryId).id, delivered);
    await recordEvent(transaction, { ...createGeneralEvent(dependencies, 'make enquiry', actor, ''), enquiryId });
    return enquiryId;
  });
  if (id !== null) onDeliveryDue();
  return id;
}

/** Leaves other mail in the mailbox: its text and files are deleted here. Resolves to false if it was no other mail. */
export async function dismissOtherMail(dependencies: Dependencies, mailId: string, actor: string): Promise<boolean> {
  const { database, dialect } = dependencies;
  const isDismissed = await database.transaction().execute(async (transaction) => {
    const names = { author: '', author_name: '', recipients: '[]', reply_to: '' };
    const emptied = { kind: 'dismissed', ...names, subject: '', text: '' } as const;
    const dismissed = transaction.updateTable('messages').set(emptied).where('enquiry_id', 'is', null);
    const { numUpdatedRows } = await dismissed
      .where('id', '=', mailId)
      .where('kind', '!=', 'dismissed')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction.deleteFrom('files').where('message_id', '=', mailId).execute();
    await recordEvent(transaction, createGeneralEvent(dependencies, 'dismiss mail', actor, ''));
    return true;
  });
  if (isDismissed) await dialect.scrubDeletedText(database);
  return isDismissed;
}
