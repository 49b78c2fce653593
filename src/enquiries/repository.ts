import { sql } from 'kysely';
import type { Database, DatabaseWithDialect } from '../database/database.ts';
import { listDeliveries } from '../outbox/delivery-queries.ts';
import type { EnquiryEvent, EnquiryState } from './changes/change-definition.ts';
import { getChangeDefinition } from './changes/change-definitions.ts';
import type { MailAddress } from '../text/mail-address.ts';
import type { Dependencies } from './dependencies.ts';
import type { ActionResult, Change } from './change.ts';
import { createOfficeMailDelivery } from './new-deliveries.ts';
import { saveTransition, selectConversation } from './save-transition.ts';
import { computeTransition } from './transitions.ts';

type ChangeDependencies = Pick<Dependencies, 'dialect' | 'target'> & {
  enabledChannels: Pick<Dependencies['enabledChannels'], 'webhook'>;
};

/** A change to run. `lockedId`: what `lockEnquiry` resolved to; if left out, the enquiry is locked first. */
interface PendingChange {
  event: EnquiryEvent;
  expectedVersion?: number | undefined;
  lockedId?: string | null;
}

/**
 * Locks an enquiry, and saves the transition that `computeTransition` returns, in one transaction. If it was merged,
 * what never conflicts happens to the enquiry that it has joined.
 */
export async function runTransition(
  transaction: Database,
  { dialect, target, enabledChannels }: ChangeDependencies,
  change: Change,
  { event, expectedVersion, lockedId }: PendingChange,
): Promise<ActionResult> {
  const parts = { database: transaction, dialect };
  const targetId = lockedId === undefined ? await lockEnquiry(parts, event.enquiryId) : lockedId;
  const enquiryId = (getChangeDefinition(change).isConflictFree && targetId) || event.enquiryId;
  const enquiry = await findEnquiryState(parts, enquiryId);
  if (enquiry === null) return 'unknown';
  const isWebhookEnabled = enabledChannels.webhook;
  const context = { event: { ...event, enquiryId }, expectedVersion, target, isWebhookEnabled };
  const transition = computeTransition(enquiry, change, context);
  if (typeof transition === 'string') return transition;
  return (await saveTransition(transaction, context.event, transition)) ? 'done' : 'invalid';
}

/**
 * Locks an enquiry with its conversation by one row: its own or, if it was merged, that of the enquiry that it joined.
 * Resolves to the id of that row; null if there is none. Lock it before changing any of its deliveries.
 */
export async function lockEnquiry({ database, dialect }: DatabaseWithDialect, id: string): Promise<string | null> {
  const targetId = await findMergeTargetId(database, id);
  if (targetId === null || !dialect.supportsRowLocks) return targetId;
  await sql`SAVEPOINT unlocked`.execute(database);
  await database.selectFrom('enquiries').select('id').where('id', '=', targetId).forUpdate().execute();
  if ((await findMergeTargetId(database, id)) === targetId) return targetId;
  // It was merged or opened meanwhile. Whoever waits for the right row holds no wrong one: no two wait for each other.
  await sql`ROLLBACK TO SAVEPOINT unlocked`.execute(database);
  return lockEnquiry({ database, dialect }, id);
}

/** Resolves to the id of an enquiry, or of that into which it was merged; null if there is none. */
export async function findMergeTargetId(database: Database, id: string | null): Promise<string | null> {
  const found = database
    .selectFrom('enquiries')
    .select(['id', 'merged_into'])
    .where('id', '=', id ?? '');
  const row = await found.executeTakeFirst();
  return row === undefined ? null : (row.merged_into ?? row.id);
}

/** Reads an enquiry, with the replies of those merged into it. If it was merged itself, it has none. */
export async function findEnquiryState(
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
    .select(['id', 'superseded', 'bounce_reason', 'claims_office', 'recipients'])
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
    mail: deliveries.find((one) => one.id === createOfficeMailDelivery(id).id) ?? null,
    claims: messages.flatMap((one) =>
      one.claims_office === 1 ? { id: one.id, isSuperseded: one.superseded === 1 } : [],
    ),
    replies: messages.flatMap((reply) => {
      const delivery = deliveries.find((one) => one.id === reply.id);
      if (delivery === undefined) return [];
      const hasBounced = reply.bounce_reason !== null;
      const { recordId: enquiryId, payload } = delivery;
      const mayBeSent = delivery.state === 'unconfirmed' || hasBounced || payload['mayBeSent'] !== undefined;
      const copies = (JSON.parse(reply.recipients) as MailAddress[]).map(({ address }) => address);
      const state = { isSuperseded: reply.superseded === 1, hasBounced, mayBeSent, copies, delivery };
      return [{ id: reply.id, enquiryId: enquiryId ?? id, ...state }];
    }),
  };
}

/**
 * Records that somebody of the office has opened an enquiry as it was at this version: what has arrived since stays
 * unread. It is no action, so nobody's action conflicts with it.
 */
export async function markAsRead(
  { database }: Pick<DatabaseWithDialect, 'database'>,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const unread = database.updateTable('enquiries').set({ unread: 0 }).where('unread', '=', 1);
  await unread.where('id', '=', id).where('version', '=', version).execute();
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
