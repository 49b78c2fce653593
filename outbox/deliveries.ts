import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Database, DatabaseParts } from '../database/database.ts';
import { toDate } from '../database/database.ts';
import type { DeliveryState, Tables } from '../database/tables.ts';
import type { Delivery, DeliveryOutcome, Lease, NewDelivery } from './delivery.ts';

/** Leases the delivery of these kinds that is due longest, and counts an attempt. Null if nothing is due. */
export async function leaseDue(
  { database, dialect }: DatabaseParts,
  now: Date,
  kinds: readonly string[],
): Promise<Delivery | null> {
  const due = nextWaiting(database, kinds).select('id').where('due_at', '<=', now).orderBy('id');
  const leased = await database
    .updateTable('deliveries')
    .set((table) => ({ leased: 1, attempts: table('attempts', '+', 1) }))
    .where('id', '=', dialect.locksRows ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .executeTakeFirst();
  return leased === undefined ? null : toDelivery(leased);
}

/** Ends a lease and records its outcome. Resolves to false, changing nothing, if the lease was lost. */
export async function recordOutcome(database: Database, lease: Lease, outcome: DeliveryOutcome): Promise<boolean> {
  return endLease(database, lease, outcomeColumns(outcome));
}

/** Ends a lease without an outcome: the delivery is due again. Resolves to false if the lease was lost. */
export async function releaseLease(database: Database, lease: Lease): Promise<boolean> {
  return endLease(database, lease, {});
}

/** Resolves to the leased deliveries of all processes. */
export async function listLeased(database: Database): Promise<readonly Delivery[]> {
  return (await database.selectFrom('deliveries').selectAll().where('leased', '=', 1).execute()).map(toDelivery);
}

/** Makes deliveries that are due after `latest` due now. */
export async function bringForward(database: Database, latest: Date, now: Date): Promise<void> {
  await database.updateTable('deliveries').set({ due_at: now }).where(isWaiting).where('due_at', '>', latest).execute();
}

/** Resolves to the earliest due time of these kinds; null if none is waiting. */
export async function findNextDueTime(database: Database, kinds: readonly string[]): Promise<Date | null> {
  const row = await nextWaiting(database, kinds).select('due_at').executeTakeFirst();
  return row === undefined ? null : new Date(row.due_at);
}

/** Queues deliveries, skipping ids that exist already. Resolves to the ids of the new ones. */
export async function queueDeliveries(
  database: Database,
  deliveries: readonly (NewDelivery & { at: Date })[],
): Promise<ReadonlySet<string>> {
  if (deliveries.length === 0) return new Set();
  const inserted = await database
    .insertInto('deliveries')
    .values(deliveries.map(deliveryRow))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** Queues a delivery anew, as if never tried. Changes nothing while it is leased. */
export async function requeue(database: Database, delivery: NewDelivery, at: Date): Promise<void> {
  const { id, ...anew } = deliveryRow({ ...delivery, at });
  await database
    .insertInto('deliveries')
    .values({ id, ...anew })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(anew).where('deliveries.leased', '=', 0))
    .execute();
}

/** Sets the state of a delivery by a person's decision. Changes nothing while it is leased. */
export async function setDelivery(
  database: Database,
  id: string,
  changes: Pick<Updateable<Tables['deliveries']>, 'state' | 'delivered_at' | 'last_reason'>,
): Promise<void> {
  await database.updateTable('deliveries').set(changes).where('id', '=', id).where('leased', '=', 0).execute();
}

/** Resolves to all deliveries about these records, in the order of queueing. */
export async function listDeliveries(
  { database, dialect }: DatabaseParts,
  aboutIds: readonly string[],
): Promise<readonly Delivery[]> {
  if (aboutIds.length === 0) return [];
  const found = database
    .selectFrom('deliveries')
    .selectAll()
    .where(dialect.isAmong(sql.ref('about_id'), aboutIds));
  return (await found.orderBy('queued_at').orderBy('id').execute()).map(toDelivery);
}

/** Deletes all deliveries about these records. */
export async function eraseDeliveries(
  { database, dialect }: DatabaseParts,
  aboutIds: readonly string[],
): Promise<void> {
  await database
    .deleteFrom('deliveries')
    .where(dialect.isAmong(sql.ref('about_id'), aboutIds))
    .execute();
}

/** Returns a query for the delivery of these kinds that is due next. */
function nextWaiting(database: Database, kinds: readonly string[]) {
  const waiting = database.selectFrom('deliveries').where(isWaiting).where(isNotHeld);
  return waiting.where('kind', 'in', kinds).orderBy('due_at').limit(1);
}

/** Worded like the condition of the partial index, so that the database uses it. */
const isWaiting = sql<boolean>`state = 'due' AND leased = 0`;

/** Part of the leasing statement, so that no process leases a delivery once a hold is set. */
const isNotHeld = sql<boolean>`NOT EXISTS (SELECT 1 FROM meta WHERE key = 'hold')`;

async function endLease(
  database: Database,
  { id, attempts, queuedAt }: Lease,
  changes: Updateable<Tables['deliveries']>,
): Promise<boolean> {
  const result = await database
    .updateTable('deliveries')
    .set({ ...changes, leased: 0 })
    .where('id', '=', id)
    .where('leased', '=', 1)
    .where('attempts', '=', attempts)
    .where('queued_at', '=', queuedAt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function outcomeColumns(outcome: DeliveryOutcome): Updateable<Tables['deliveries']> {
  const { state, receivers } = outcome;
  return {
    state,
    last_reason: outcome.reason ?? null,
    ...(receivers && { receivers: JSON.stringify(receivers) }),
    ...(state === 'delivered' && { delivered_at: outcome.at }),
    ...(state === 'due' && { due_at: outcome.dueAt }),
  };
}

/** Converts a row of `deliveries`. */
export function toDelivery(row: Selectable<Tables['deliveries']>): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    aboutId: row.about_id,
    payload: JSON.parse(row.payload) as Delivery['payload'],
    state: row.state,
    receivers: JSON.parse(row.receivers) as Delivery['receivers'],
    queuedAt: new Date(row.queued_at),
    attempts: row.attempts,
    dueAt: new Date(row.due_at),
    deliveredAt: toDate(row.delivered_at),
    lastReason: row.last_reason,
    isLeased: row.leased === 1,
  };
}

function deliveryRow({ id, kind, aboutId, payload = {}, suppressed, at }: NewDelivery & { at: Date }) {
  const state: DeliveryState = suppressed === undefined ? 'due' : 'suppressed';
  const times = { queued_at: at, due_at: at, delivered_at: null };
  const tried = { receivers: '{}', attempts: 0, last_reason: suppressed ?? null, leased: 0 };
  const row = { id, kind, about_id: aboutId, payload: JSON.stringify(payload), state, ...times, ...tried };
  return row satisfies Insertable<Tables['deliveries']>;
}
