import { sql, type Updateable } from 'kysely';
import type { Database, DatabaseWithDialect } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import {
  deleteUnattemptedDelivery,
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
  type Change,
  type DeliveryChange,
  type EnquiryState,
  type NewMessage,
  type Transition,
  type TransitionContext,
} from './transitions.ts';

/** Locks an enquiry, and saves the transition that `computeTransition` returns, in one transaction. */
export async function runTransition(
  transaction: Database,
  { dialect }: Pick<DatabaseWithDialect, 'dialect'>,
  action: Change,
  context: TransitionContext,
): Promise<ActionResult> {
  const enquiry = await lockEnquiry({ database: transaction, dialect }, context.event.enquiryId);
  if (enquiry === null) return 'unknown';
  const transition = computeTransition(enquiry, action, context);
  if (typeof transition === 'string') return transition;
  const { removedReplyId } = transition;
  // A process may lease it at this moment: the statement decides.
  if (removedReplyId !== undefined && !(await deleteUnattemptedDelivery(transaction, removedReplyId))) return 'invalid';
  await saveTransition(transaction, enquiry.id, context.event.actor, transition);
  return 'done';
}

/**
 * Locks an enquiry and reads its state, so that concurrent actions run one after another. Resolves to null if there is
 * none. Lock it before changing any of its deliveries.
 */
export async function lockEnquiry(
  { database, dialect }: DatabaseWithDialect,
  id: string,
): Promise<EnquiryState | null> {
  const known = database
    .selectFrom('enquiries')
    .select(['status', 'version', 'assignee', 'waiting_since'])
    .where('id', '=', id);
  const row = await (dialect.supportsRowLocks ? known.forUpdate() : known).executeTakeFirst();
  if (row === undefined) return null;
  const deliveries = await listDeliveries({ database, dialect }, [id]);
  const messages = await database
    .selectFrom('messages')
    .select(['id', 'superseded', 'bounce_reason', 'claims_office'])
    .where('enquiry_id', '=', id)
    .where('kind', '=', 'message')
    .where((is) => is.or([is('direction', '=', 'out'), is('claims_office', '=', 1)]))
    .execute();
  return {
    id,
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
      const hasBounced = reply.bounce_reason !== null;
      return delivery === undefined
        ? []
        : [{ id: reply.id, isSuperseded: reply.superseded === 1, hasBounced, delivery }];
    }),
  };
}

async function saveTransition(
  transaction: Database,
  enquiryId: string,
  actor: string,
  transition: Transition,
): Promise<void> {
  const { changes, message, removedReplyId, confirmedClaimId, bounce, event, reminder } = transition;
  await transaction.updateTable('enquiries').set(toColumns(changes)).where('id', '=', enquiryId).execute();
  if (transition.supersedesReplies)
    await transaction.updateTable('messages').set({ superseded: 1 }).where('enquiry_id', '=', enquiryId).execute();
  if (message !== undefined) await insertMessage(transaction, enquiryId, message);
  if (removedReplyId !== undefined) await transaction.deleteFrom('messages').where('id', '=', removedReplyId).execute();
  if (confirmedClaimId !== undefined)
    await transaction
      .updateTable('messages')
      .set({ direction: 'out', claims_office: 0, unverified: 0 })
      .where('id', '=', confirmedClaimId)
      .execute();
  if (bounce !== undefined)
    await transaction
      .updateTable('messages')
      .set({ bounce_reason: bounce.reason, ...(bounce.reason === null && { superseded: 0 }) })
      .where('id', '=', bounce.id)
      .execute();
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

/** Stores a message of an enquiry; of none if `enquiryId` is null. */
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
