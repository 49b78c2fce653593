import { sql, type Updateable } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import {
  deleteUnsentDelivery,
  markRecipientsAsRefused,
  overrideDeliveryState,
  queueDeliveries,
  queueOrResetDelivery,
} from '../outbox/delivery-queries.ts';
import type { Effect, EnquiryEvent, NewMessage } from './changes/change-definition.ts';
import type { ActivityEvent } from './change.ts';
import { readFiles } from './files.ts';
import { appendToSearchEntry, getSearchableEventText } from './search-index.ts';
import type { Transition } from './transitions.ts';
import { insertUnsentFiles } from './unsent-files.ts';

/** Saves a transition. Resolves to false, changing nothing, if a process is sending what the change takes back. */
export async function saveTransition(
  transaction: Database,
  about: EnquiryEvent,
  { changes, effects, event }: Transition,
): Promise<boolean> {
  const { enquiryId } = about;
  for (const effect of effects) if ((await saveEffect(transaction, effect, about)) === false) return false;
  await transaction.updateTable('enquiries').set(toColumns(changes)).where('id', '=', enquiryId).execute();
  if (event === null) return true;
  await recordEvent(transaction, event);
  await appendToSearchEntry(transaction, enquiryId, getSearchableEventText(event));
  return true;
}

/** Saves one effect. Resolves to false if that is too late. */
async function saveEffect(
  transaction: Database,
  effect: Effect,
  { enquiryId, actor, at }: EnquiryEvent,
): Promise<boolean | void> {
  const update = (values: Updateable<Tables['messages']>) => transaction.updateTable('messages').set(values);
  switch (effect.effect) {
    case 'supersede replies': {
      const conversation = selectConversation(transaction, enquiryId);
      return void (await update({ superseded: 1 }).where('enquiry_id', 'in', conversation).execute());
    }
    case 'store message':
      await insertMessage(transaction, enquiryId, effect.message);
      return appendToSearchEntry(transaction, enquiryId, effect.message.text);
    case 'join mail':
      return joinMail(transaction, enquiryId, effect);
    case 'confirm claim': {
      const confirmed = update({ direction: 'out', claims_office: 0, unverified: 0 });
      return void (await confirmed.where('id', '=', effect.id).execute());
    }
    case 'remove reply':
      if (!(await deleteUnsentDelivery(transaction, effect.id))) return false;
      // For whoever has its text in the form again.
      await insertUnsentFiles(
        transaction,
        { enquiryId, person: actor },
        at,
        await readFiles({ database: transaction }, { messageId: effect.id }),
      );
      return void (await transaction.deleteFrom('messages').where('id', '=', effect.id).execute());
    case 'mark copies as refused':
      return markRecipientsAsRefused(transaction, effect.id, effect.recipients, effect.reason);
    case 'mark as bounced':
      return void (await update({ bounce_reason: effect.reason }).where('id', '=', effect.id).execute());
    case 'unmark as bounced':
      return void (await update({ bounce_reason: null, superseded: 0 }).where('id', '=', effect.id).execute());
    case 'end address problem': {
      const marked = transaction.updateTable('enquiries').set({ email_problem: null });
      const isOf = sql<boolean>`lower(email) = ${effect.address.toLowerCase()} AND email_problem IS NOT NULL`;
      return void (await marked.where(isOf).execute());
    }
    case 'remind':
      return saveReminder(transaction, { enquiryId, actor }, effect);
    case 'end reminders': {
      const conversation = selectConversation(transaction, enquiryId);
      const own = transaction.deleteFrom('reminders').where('enquiry_id', 'in', conversation);
      const ended = own.where('unless_written', '=', Number(effect.unlessWritten));
      return void (await (effect.dueBy ? ended.where('due_at', '<=', effect.dueBy) : ended).execute());
    }
    case 'queue':
      return void (await queueDeliveries(transaction, [{ ...effect.delivery, at }]));
    case 'requeue':
      return queueOrResetDelivery(transaction, effect.delivery, at);
    case 'suppress':
      return overrideDeliveryState(transaction, effect.id, { state: 'suppressed', last_reason: effect.reason });
    case 'confirm':
      return overrideDeliveryState(transaction, effect.id, { state: 'delivered', delivered_at: at, last_reason: null });
  }
}

/** Copies other mail into an enquiry with a new id: a message of lower id than the first would count as the first. */
async function joinMail(
  transaction: Database,
  enquiryId: string,
  { mailId, id }: Effect & { effect: 'join mail' },
): Promise<void> {
  const mail = transaction.selectFrom('messages').selectAll().where('id', '=', mailId);
  const row = await mail.executeTakeFirstOrThrow();
  await transaction.updateTable('messages').set({ hash: null }).where('id', '=', mailId).execute();
  const copy = { ...row, id, enquiry_id: enquiryId, sent_at: new Date(row.sent_at) };
  await transaction.insertInto('messages').values(copy).execute();
  await transaction.updateTable('files').set({ message_id: id }).where('message_id', '=', mailId).execute();
  await transaction.deleteFrom('messages').where('id', '=', mailId).execute();
  await appendToSearchEntry(transaction, enquiryId, row.text);
}

/** Selects an enquiry and those merged into it. */
export function selectConversation(database: Database, id: string) {
  const all = database.selectFrom('enquiries').select('id');
  return all.where((is) => is.or([is('id', '=', id), is('merged_into', '=', id)]));
}

function selectReminders(transaction: Database, enquiryId: string) {
  return transaction.deleteFrom('reminders').where('enquiry_id', '=', enquiryId);
}

async function saveReminder(
  transaction: Database,
  { enquiryId, actor }: Pick<EnquiryEvent, 'enquiryId' | 'actor'>,
  { at, unlessWritten }: Effect & { effect: 'remind' },
): Promise<void> {
  await selectReminders(transaction, enquiryId).where('person', '=', actor).execute();
  if (at === null) return;
  const about = { id: `${enquiryId}.${actor}`, enquiry_id: enquiryId, person: actor };
  const reminder = { ...about, due_at: at, unless_written: Number(unlessWritten) };
  await transaction.insertInto('reminders').values(reminder).execute();
}

/** Stores a message. Without an enquiry it is other mail. */
export async function insertMessage(
  transaction: Database,
  enquiryId: string | null,
  message: NewMessage,
): Promise<void> {
  const { sentAt, messageId, authorName, claimsOffice, isUnverified, isSentByProgram, ...received } = message;
  const { recipients = [], replyTo, deliveryReport, ...columns } = received;
  await transaction
    .insertInto('messages')
    .values({
      ...columns,
      enquiry_id: enquiryId,
      sent_at: sentAt,
      message_id: messageId,
      author_name: authorName ?? '',
      superseded: 0,
      claims_office: Number(claimsOffice ?? false),
      unverified: Number(isUnverified ?? false),
      sent_by_program: Number(isSentByProgram ?? false),
      recipients: JSON.stringify(recipients),
      reply_to: replyTo ?? '',
      delivery_report: deliveryReport ?? null,
    })
    .execute();
}

/** Returns the changes with the names of columns: `due_at` for `dueAt`. */
function toColumns(changes: Transition['changes']): Updateable<Tables['enquiries']> {
  const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [toColumn(name), value]));
}

/** Stores an event. If its id exists, only `detail` is updated. */
export async function recordEvent(database: Database, event: ActivityEvent): Promise<void> {
  const { id, at, actor, action, detail, note, enquiryId, version } = event;
  await database
    .insertInto('events')
    .values({ id, at, actor, action, detail, note, enquiry_id: enquiryId, version })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ detail }))
    .execute();
}
