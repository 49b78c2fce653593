import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Database, DatabaseWithDialect } from '../database/database.ts';
import { toDate } from '../database/database.ts';
import type { DeliveryState, Tables } from '../database/tables.ts';
import type { Delivery, DeliveryOutcome, Lease, NewDelivery } from './delivery.ts';
import type { RecipientStates } from './send-outcome.ts';

/** Leases the delivery of these kinds that is due longest, and counts an attempt. Null if nothing is due. */
export async function leaseNextDelivery(
  { database, dialect }: DatabaseWithDialect,
  now: Date,
  kindNames: readonly string[],
): Promise<Delivery | null> {
  const due = selectNextDue(database, kindNames).select('id').where('due_at', '<=', now).orderBy('id');
  const leased = await database
    .updateTable('deliveries')
    .set((table) => ({ leased: 1, attempts: table('attempts', '+', 1) }))
    .where('id', '=', dialect.supportsRowLocks ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .executeTakeFirst();
  return leased === undefined ? null : toDelivery(leased);
}

/** Ends a lease with its outcome, or makes the delivery due again. Resolves to false if the lease was lost. */
export async function endDeliveryLease(
  database: Database,
  { id, attempts, queuedAt }: Lease,
  outcome?: DeliveryOutcome,
): Promise<boolean> {
  const result = await database
    .updateTable('deliveries')
    .set({ ...(outcome && toOutcomeColumns(outcome)), leased: 0 })
    .where('id', '=', id)
    .where('leased', '=', 1)
    .where('attempts', '=', attempts)
    .where('queued_at', '=', queuedAt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Resolves to the leased deliveries of all processes. */
export async function listLeasedDeliveries(database: Database): Promise<readonly Delivery[]> {
  return (await database.selectFrom('deliveries').selectAll().where('leased', '=', 1).execute()).map(toDelivery);
}

/** Makes deliveries due now whose due time is after `latestPlausible`: a wrong clock set it. */
export async function resetImplausibleDueTimes(database: Database, latestPlausible: Date, now: Date): Promise<void> {
  await database
    .updateTable('deliveries')
    .set({ due_at: now })
    .where(isDueAndUnleased)
    .where('due_at', '>', latestPlausible)
    .execute();
}

/** Resolves to the earliest due time of these kinds; null if nothing is queued. */
export async function findNextDueTime(database: Database, kindNames: readonly string[]): Promise<Date | null> {
  const row = await selectNextDue(database, kindNames).select('due_at').executeTakeFirst();
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
    .values(deliveries.map(toDeliveryRow))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** Queues a delivery anew, as if never tried. Changes nothing while it is leased. */
export async function queueOrResetDelivery(database: Database, delivery: NewDelivery, at: Date): Promise<void> {
  const { id, ...columns } = toDeliveryRow({ ...delivery, at });
  await database
    .insertInto('deliveries')
    .values({ id, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns).where('deliveries.leased', '=', 0))
    .execute();
}

/** Sets the state of a delivery by a person's decision. Changes nothing while it is leased. */
export async function overrideDeliveryState(
  database: Database,
  id: string,
  changes: Pick<Updateable<Tables['deliveries']>, 'state' | 'delivered_at' | 'last_reason'>,
): Promise<void> {
  await database.updateTable('deliveries').set(changes).where('id', '=', id).where('leased', '=', 0).execute();
}

/** Notes that some recipients have refused a delivered mail after all. Changes nothing while it is leased. */
export async function markRecipientsAsRefused(
  database: Database,
  id: string,
  recipients: readonly string[],
  reason: string,
): Promise<void> {
  const deliveries = database.selectFrom('deliveries').select('recipient_states').where('id', '=', id);
  const delivery = await deliveries.where('state', '=', 'delivered').where('leased', '=', 0).executeTakeFirst();
  if (delivery === undefined || recipients.length === 0) return;
  const refused = recipients.map((recipient) => [recipient, { state: 'failed', reason, isCopy: true }] as const);
  const known = JSON.parse(delivery.recipient_states) as RecipientStates;
  const recipientStates = { ...known, ...Object.fromEntries(refused) };
  const changes = { recipient_states: JSON.stringify(recipientStates), last_reason: reason };
  await database.updateTable('deliveries').set(changes).where('id', '=', id).where('leased', '=', 0).execute();
}

/** Deletes a delivery that no recipient has accepted. Resolves to false, changing nothing, if one may have. */
export async function deleteUnsentDelivery(database: Database, id: string): Promise<boolean> {
  const refused = database.deleteFrom('deliveries').where('state', 'in', ['due', 'failed']).where('leased', '=', 0);
  const unsent = refused.where('id', '=', id).where('recipient_states', 'not like', '%"state":"delivered"%');
  return (await unsent.executeTakeFirst()).numDeletedRows > 0n;
}

/** Resolves to all deliveries about these records, in the order of queueing. */
export async function listDeliveries(
  { database, dialect }: DatabaseWithDialect,
  recordIds: readonly string[],
): Promise<readonly Delivery[]> {
  if (recordIds.length === 0) return [];
  const condition = dialect.isOneOf(sql.ref('record_id'), recordIds);
  const query = database.selectFrom('deliveries').selectAll().where(condition);
  return (await query.orderBy('queued_at').orderBy('id').execute()).map(toDelivery);
}

/** Deletes all deliveries about these records. */
export async function eraseDeliveries(
  { database, dialect }: DatabaseWithDialect,
  recordIds: readonly string[],
): Promise<void> {
  const condition = dialect.isOneOf(sql.ref('record_id'), recordIds);
  await database.deleteFrom('deliveries').where(condition).execute();
}

function selectNextDue(database: Database, kindNames: readonly string[]) {
  const waiting = database.selectFrom('deliveries').where(isDueAndUnleased).where(isNotHeld);
  return waiting.where('kind', 'in', kindNames).orderBy('due_at').limit(1);
}

/** Worded like the condition of the partial index, so that the database uses it. */
const isDueAndUnleased = sql<boolean>`state = 'due' AND leased = 0`;

/** Part of the leasing statement, so that no process leases a delivery once a hold is set. */
const isNotHeld = sql<boolean>`NOT EXISTS (SELECT 1 FROM meta WHERE key = 'hold')`;

function toOutcomeColumns(outcome: DeliveryOutcome): Updateable<Tables['deliveries']> {
  const { state, recipientStates } = outcome;
  return {
    state,
    last_reason: outcome.reason ?? null,
    ...(recipientStates && { recipient_states: JSON.stringify(recipientStates) }),
    ...(state === 'delivered' && { delivered_at: outcome.at }),
    ...(state === 'due' && { due_at: outcome.dueAt }),
  };
}

function toDelivery(row: Selectable<Tables['deliveries']>): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    recordId: row.record_id,
    payload: JSON.parse(row.payload) as Delivery['payload'],
    state: row.state,
    recipientStates: JSON.parse(row.recipient_states) as Delivery['recipientStates'],
    queuedAt: new Date(row.queued_at),
    attempts: row.attempts,
    dueAt: new Date(row.due_at),
    deliveredAt: toDate(row.delivered_at),
    lastReason: row.last_reason,
    isLeased: row.leased === 1,
  };
}

function toDeliveryRow(delivery: NewDelivery & { at: Date }) {
  const { id, kind, recordId, payload = {}, suppressionReason, delay = 0, recipientStates = {}, at } = delivery;
  const state: DeliveryState = suppressionReason === undefined ? 'due' : 'suppressed';
  const timeColumns = { queued_at: at, due_at: new Date(at.getTime() + delay), delivered_at: null };
  const states = { recipient_states: JSON.stringify(recipientStates), last_reason: suppressionReason ?? null };
  const row = { id, kind, record_id: recordId, payload: JSON.stringify(payload), state };
  return { ...row, ...timeColumns, ...states, attempts: 0, leased: 0 } satisfies Insertable<Tables['deliveries']>;
}
