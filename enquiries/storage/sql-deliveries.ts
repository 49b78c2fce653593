import type { Insertable } from 'kysely';
import type { Channel, Claim, DeliveryOutcome, DueDelivery, NewDelivery } from '../core/store.ts';
import type { Database, SqlParts, Tables } from './sql-database.ts';
import { stored, toDelivery, toStoredEnquiry } from './sql-stored-enquiry.ts';

/** The part of the store that delivers. */
export const deliveriesInSql = { claimDue, record, takeBack, queue, claims, bringForward, nextDueAt, deliveries };

async function claimDue(
  { database, dialect }: SqlParts,
  now: Date,
  channels: readonly Channel[],
): Promise<DueDelivery | null> {
  const claimed = await database
    .updateTable('deliveries')
    .set((table) => ({ in_hand: 1, attempts: table('attempts', '+', 1) }))
    .where('id', '=', (query) => {
      const due = query
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'due')
        .where('in_hand', '=', 0)
        .where('due_at', '<=', now)
        .where('channel', 'in', channels)
        .orderBy('due_at')
        .orderBy('id')
        .limit(1);
      return dialect.locksRows ? due.forUpdate().skipLocked() : due;
    })
    .returningAll()
    .executeTakeFirst();
  if (claimed === undefined) return null;
  const { id, channel, event, enquiry_id: enquiryId } = claimed;
  const due = { id, channel, event, delivery: toDelivery(claimed) };
  if (enquiryId === null) return { ...due, enquiry: null };
  const row = await stored(database).where('enquiries.id', '=', enquiryId).executeTakeFirst();
  return row === undefined ? null : { ...due, enquiry: toStoredEnquiry(row) };
}

async function record(
  { database }: SqlParts,
  claim: Claim,
  outcome: DeliveryOutcome,
  next?: NewDelivery,
): Promise<boolean> {
  const end = async (on: Database) => endClaim(on, claim, columns(outcome));
  if (next === undefined) return end(database);
  return database.transaction().execute(async (transaction) => {
    const recorded = await end(transaction);
    const at = outcome.state === 'due' ? outcome.dueAt : outcome.at;
    if (recorded) await insertDeliveries(transaction, [deliveryRow(next, at)]);
    return recorded;
  });
}

async function takeBack({ database }: SqlParts, claim: Claim): Promise<boolean> {
  return endClaim(database, claim, {});
}

async function queue({ database }: SqlParts, delivery: NewDelivery, now: Date): Promise<void> {
  await insertDeliveries(database, [deliveryRow(delivery, now)]);
}

/** The number of attempts is the claim's mark: whoever claimed after it, or an operator's retry, has changed it. */
async function endClaim(
  database: Database,
  { id, delivery }: Claim,
  changes: Partial<ReturnType<typeof columns>>,
): Promise<boolean> {
  const result = await database
    .updateTable('deliveries')
    .set({ ...changes, in_hand: 0 })
    .where('id', '=', id)
    .where('in_hand', '=', 1)
    .where('attempts', '=', delivery.attempts)
    .where('queued_at', '=', delivery.queuedAt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

async function claims({ database }: SqlParts): Promise<readonly Claim[]> {
  const rows = await database
    .selectFrom('deliveries')
    .select(['id', 'attempts', 'queued_at'])
    .where('in_hand', '=', 1)
    .execute();
  return rows.map(({ id, attempts, queued_at }) => ({ id, delivery: { attempts, queuedAt: new Date(queued_at) } }));
}

async function bringForward({ database }: SqlParts, latest: Date, now: Date): Promise<void> {
  await database
    .updateTable('deliveries')
    .set({ due_at: now })
    .where('state', '=', 'due')
    .where('in_hand', '=', 0)
    .where('due_at', '>', latest)
    .execute();
}

async function nextDueAt({ database }: SqlParts, channels: readonly Channel[]): Promise<Date | null> {
  const row = await database
    .selectFrom('deliveries')
    .select('due_at')
    .where('state', '=', 'due')
    .where('in_hand', '=', 0)
    .where('channel', 'in', channels)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : new Date(row.due_at);
}

async function deliveries({ database }: SqlParts, enquiryId: string): Promise<readonly Omit<DueDelivery, 'enquiry'>[]> {
  const rows = await database.selectFrom('deliveries').selectAll().where('enquiry_id', '=', enquiryId).execute();
  const inOrder = rows.toSorted((one, other) => Number(other.channel === 'mail') - Number(one.channel === 'mail'));
  return inOrder.map((row) => ({ id: row.id, channel: row.channel, event: row.event, delivery: toDelivery(row) }));
}

/** A delivery that is due at once. */
export function deliveryRow(
  { id, channel, event, enquiryId, messageId }: NewDelivery,
  now: Date,
): Insertable<Tables['deliveries']> {
  return {
    id,
    channel,
    event,
    enquiry_id: enquiryId,
    message_id: messageId,
    state: 'due',
    queued_at: now,
    attempts: 0,
    due_at: now,
    delivered_at: null,
    last_reason: null,
    in_hand: 0,
    to_tell: 0,
  };
}

/** What is queued already stays as it is. */
export async function insertDeliveries(
  database: Database,
  rows: readonly Insertable<Tables['deliveries']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await database
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The columns of a delivery that its outcome changes. */
function columns(outcome: DeliveryOutcome) {
  switch (outcome.state) {
    case 'delivered':
      return { state: outcome.state, delivered_at: outcome.at, last_reason: outcome.remark ?? null };
    case 'due':
      return { state: outcome.state, due_at: outcome.dueAt, last_reason: outcome.reason };
    case 'failed':
      return { state: outcome.state, last_reason: outcome.reason };
  }
}
