import type { Database } from '../../database/database.ts';
import { createChangeEvent, createGeneralEvent } from '../actions.ts';
import type { ActionResult } from '../change.ts';
import type { Dependencies } from '../dependencies.ts';
import { isAnswer, type StoredMessage } from '../model.ts';
import { findEnquiries } from '../queries.ts';
import { toMessage } from '../read-enquiries.ts';
import { lockEnquiry, runTransition } from '../repository.ts';
import { recordEvent } from '../save-transition.ts';

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

/** Puts other mail into an enquiry. Resolves to `unknown` if either is gone: somebody else has the mail. */
export async function putMailIntoEnquiry(
  dependencies: Dependencies,
  mailId: string,
  enquiryId: string,
  actor: string,
): Promise<ActionResult> {
  const result = await dependencies.database
    .transaction()
    .execute((transaction) => joinMail(transaction, dependencies, { mailId, enquiryId, actor }));
  if (result === 'done') dependencies.onDeliveryDue();
  return result;
}

/** Puts other mail into an enquiry, in the transaction of whoever decides it. */
export async function joinMail(
  transaction: Database,
  dependencies: Dependencies,
  { mailId, enquiryId, actor }: { mailId: string; enquiryId: string; actor: string },
): Promise<ActionResult> {
  const parts = { database: transaction, dialect: dependencies.dialect };
  const lockedId = await lockEnquiry(parts, enquiryId);
  const mail = await lockOtherMail(transaction, dependencies, mailId);
  const [enquiry] = await findEnquiries(parts, { id: lockedId ?? '' });
  if (enquiry === undefined || mail === undefined) return 'unknown';
  const isAnswered = enquiry.messages.some((message) => message.at > mail.at && isAnswer(message));
  const change = { action: 'put mail in', mail, id: dependencies.newId(), isAnswered } as const;
  const event = createChangeEvent(dependencies, enquiry.id, change, { actor });
  return runTransition(transaction, dependencies, change, { event, lockedId });
}

/** Resolves to other mail, which the first of two people who press at the same time has. */
export async function lockOtherMail(transaction: Database, { dialect }: Pick<Dependencies, 'dialect'>, id: string) {
  const selected = selectOtherMail(transaction).where('id', '=', id);
  const row = await (dialect.supportsRowLocks ? selected.forUpdate() : selected).executeTakeFirst();
  return row && toMessage(row);
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
