import { sql, type Updateable } from 'kysely';
import type { Database, DatabaseWithDialect } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import {
  deleteUnsentDelivery,
  listDeliveries,
  queueDeliveries,
  requeueDelivery,
  overrideDeliveryState,
} from '../outbox/delivery-queries.ts';
import type { ActionResult, ActivityEvent } from './model.ts';
import { createMailDelivery } from './new-deliveries.ts';
import { appendToSearchIndex, getSearchableText } from './search-index.ts';
import {
  computeTransition,
  conflictFreeActions,
  type Change,
  type DeliveryChange,
  type EnquiryState,
  type NewMessage,
  type Transition,
  type TransitionContext,
} from './transitions.ts';

/**
 * Locks an enquiry, and saves the transition that `computeTransition` returns, in one transaction. If it was merged, what
 * never conflicts happens to the enquiry that it has joined.
 */
export async function runTransition(
  transaction: Database,
  { dialect }: Pick<DatabaseWithDialect, 'dialect'>,
  action: Change,
  { event, ...context }: TransitionContext,
): Promise<ActionResult> {
  const parts = { database: transaction, dialect };
  const targetId = (await lockEnquiry(parts, event.enquiryId)) ?? event.enquiryId;
  const enquiryId = conflictFreeActions.has(action.action) ? targetId : event.enquiryId;
  const enquiry = await readEnquiryState(parts, enquiryId);
  if (enquiry === null) return 'unknown';
  const transition = computeTransition(enquiry, action, { ...context, event: { ...event, enquiryId } });
  if (typeof transition === 'string') return transition;
  const { removedReplyId } = transition;
  // A process may lease it at this moment: the statement decides.
  if (removedReplyId !== undefined && !(await deleteUnsentDelivery(transaction, removedReplyId))) return 'invalid';
  await saveTransition(transaction, enquiryId, event.actor, transition);
  return 'done';
}

/**
 * Locks an enquiry with its conversation, so that concurrent changes run one after another: one row, its own or, if it was
 * merged, that of the enquiry that it has joined. Resolves to the id of that row; null if there is none. Lock it before
 * changing any of its deliveries.
 */
export async function lockEnquiry({ database, dialect }: DatabaseWithDialect, id: string): Promise<string | null> {
  const targetId = await findTarget(database, id);
  if (targetId === null || !dialect.supportsRowLocks) return targetId;
  await sql`SAVEPOINT unlocked`.execute(database);
  await database.selectFrom('enquiries').select('id').where('id', '=', targetId).forUpdate().execute();
  if ((await findTarget(database, id)) === targetId) return targetId;
  // It was merged or opened meanwhile. Whoever waits for the right row holds no wrong one: no two wait for each other.
  await sql`ROLLBACK TO SAVEPOINT unlocked`.execute(database);
  return lockEnquiry({ database, dialect }, id);
}

/** Resolves to the id of an enquiry, or of that into which it was merged; null if there is none. */
export async function findTarget(database: Database, id: string | null): Promise<string | null> {
  const found = database
    .selectFrom('enquiries')
    .select(['id', 'merged_into'])
    .where('id', '=', id ?? '');
  const row = await found.executeTakeFirst();
  return row === undefined ? null : (row.merged_into ?? row.id);
}

/** Reads an enquiry, with the replies of those merged into it. If it was merged itself, it has none. */
export async function readEnquiryState(
  { database, dialect }: DatabaseWithDialect,
  id: string,
): Promise<EnquiryState | null> {
  const selected = database.selectFrom('enquiries').select(['status', 'version', 'assignee', 'waiting_since']);
  const row = await selected.select('merged_into').where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const ids = (await selectConversation(database, id).execute()).map((one) => one.id);
  const deliveries = await listDeliveries({ database, dialect }, ids);
  const messages = await database
    .selectFrom('messages')
    .select(['id', 'superseded', 'bounce_reason', 'claims_office'])
    .where(dialect.isOneOf(sql.ref('enquiry_id'), row.merged_into === null ? ids : []))
    .where('kind', '=', 'message')
    .where((is) => is.or([is('direction', '=', 'out'), is('claims_office', '=', 1)]))
    .execute();
  return {
    id,
    isMerged: row.merged_into !== null,
    status: row.status,
    version: row.version,
    assignee: row.assignee,
    waitingSince: new Date(row.waiting_since),
    mail: deliveries.find((one) => one.id === createMailDelivery(id).id) ?? null,
    claims: messages.flatMap((one) =>
      one.claims_office === 1 ? { id: one.id, isSuperseded: one.superseded === 1 } : [],
    ),
    replies: messages.flatMap((reply) => {
      const delivery = deliveries.find((one) => one.id === reply.id);
      if (delivery === undefined) return [];
      const hasBounced = reply.bounce_reason !== null;
      const { recordId: enquiryId, payload } = delivery;
      const mayBeSent = delivery.state === 'unconfirmed' || hasBounced || payload['mayBeSent'] !== undefined;
      const state = { isSuperseded: reply.superseded === 1, hasBounced, mayBeSent, delivery };
      return [{ id: reply.id, enquiryId: enquiryId ?? id, ...state }];
    }),
  };
}

/** Selects an enquiry and those merged into it. */
export function selectConversation(database: Database, id: string) {
  const all = database.selectFrom('enquiries').select('id');
  return all.where((is) => is.or([is('id', '=', id), is('merged_into', '=', id)]));
}

async function saveTransition(
  transaction: Database,
  enquiryId: string,
  actor: string,
  transition: Transition,
): Promise<void> {
  const { changes, message, removedReplyId, confirmedClaimId, bounce, event, reminder } = transition;
  await transaction.updateTable('enquiries').set(toColumns(changes)).where('id', '=', enquiryId).execute();
  const updateMessages = (values: Updateable<Tables['messages']>) => transaction.updateTable('messages').set(values);
  const conversation = selectConversation(transaction, enquiryId);
  if (transition.supersedesReplies)
    await updateMessages({ superseded: 1 }).where('enquiry_id', 'in', conversation).execute();
  if (message !== undefined) await insertMessage(transaction, enquiryId, message);
  if (removedReplyId !== undefined) await transaction.deleteFrom('messages').where('id', '=', removedReplyId).execute();
  if (confirmedClaimId !== undefined) {
    const confirmed = updateMessages({ direction: 'out', claims_office: 0, unverified: 0 });
    await confirmed.where('id', '=', confirmedClaimId).execute();
  }
  if (bounce !== undefined) {
    const marked = { bounce_reason: bounce.reason, ...(bounce.reason === null && { superseded: 0 }) };
    await updateMessages(marked).where('id', '=', bounce.id).execute();
  }
  if (changes.status !== 'open' || reminder !== undefined) {
    const reminders = transaction.deleteFrom('reminders').where('enquiry_id', '=', enquiryId);
    await (changes.status === 'open' ? reminders.where('person', '=', actor) : reminders).execute();
  }
  if (reminder !== undefined && reminder.at !== null)
    await transaction
      .insertInto('reminders')
      .values({ id: `${enquiryId}.${actor}`, enquiry_id: enquiryId, person: actor, due_at: reminder.at })
      .execute();
  if (event === null) return;
  await recordEvent(transaction, event);
  for (const change of transition.deliveries) await changeDelivery(transaction, change, event.at);
  await appendToSearchIndex(transaction, enquiryId, `${message?.text ?? ''}\n${getSearchableText(event)}`.trim());
}

/** Stores a message. Without an enquiry it is other mail. */
export async function insertMessage(
  transaction: Database,
  enquiryId: string | null,
  message: NewMessage,
): Promise<void> {
  const { sentAt, messageId, authorName = '', claimsOffice, isUnverified, ...columns } = message;
  const sender = { claims_office: Number(claimsOffice ?? false), unverified: Number(isUnverified ?? false) };
  const about = { enquiry_id: enquiryId, sent_at: sentAt, message_id: messageId, author_name: authorName };
  await transaction
    .insertInto('messages')
    .values({ ...columns, ...about, ...sender, superseded: 0 })
    .execute();
}

function toColumns(changes: Transition['changes']): Updateable<Tables['enquiries']> {
  const { status, version, dueAt, assignee, waitingSince, closedAt, closedReason, spamReason, lastMessageAt } = changes;
  const { email, emailProblem, mergedInto, digestPending } = changes;
  return {
    status,
    version,
    due_at: dueAt,
    ...(assignee !== undefined && { assignee }),
    ...(waitingSince && { waiting_since: waitingSince }),
    ...(closedAt !== undefined && { closed_at: closedAt }),
    ...(closedReason !== undefined && { closed_reason: closedReason }),
    ...(spamReason !== undefined && { spam_reason: spamReason, digest_pending: 0 }),
    ...(lastMessageAt && { last_message_at: lastMessageAt }),
    ...(email !== undefined && { email }),
    ...(emailProblem !== undefined && { email_problem: emailProblem }),
    ...(mergedInto !== undefined && { merged_into: mergedInto }),
    ...(digestPending !== undefined && { digest_pending: digestPending }),
  };
}

async function changeDelivery(transaction: Database, change: DeliveryChange, at: Date): Promise<void> {
  switch (change.change) {
    case 'queue':
      return void (await queueDeliveries(transaction, [{ ...change.delivery, at }]));
    case 'requeue':
      return requeueDelivery(transaction, change.delivery, at);
    case 'suppress':
      return overrideDeliveryState(transaction, change.id, { state: 'suppressed', last_reason: change.reason });
    case 'confirm':
      return overrideDeliveryState(transaction, change.id, { state: 'delivered', delivered_at: at, last_reason: null });
  }
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

/** Recomputes the due dates of open enquiries. */
export async function recomputeDueDates(database: Database, computeDueAt: (waitingSince: Date) => Date): Promise<void> {
  const open = await database
    .selectFrom('enquiries')
    .select(['id', 'waiting_since', 'due_at'])
    .where('status', '=', 'open')
    .execute();
  for (const { id, waiting_since: since, due_at: before } of open) {
    const due = computeDueAt(new Date(since));
    if (before !== null && new Date(before).getTime() === due.getTime()) continue;
    await database
      .updateTable('enquiries')
      .set({ due_at: due })
      .where('id', '=', id)
      // Skip if it was acted on meanwhile.
      .where('status', '=', 'open')
      .where('waiting_since', '=', sql<Date>`${new Date(since)}`)
      .execute();
  }
}
