import type { Insertable } from 'kysely';
import type { Database, SqlDialect, Tables } from './sql-database.ts';
import { stored, toDelivery, toStoredEnquiry } from './sql-stored-enquiry.ts';
import type { Claim, DeliveryOutcome, EnquiryStore, NewDelivery } from '../core/store.ts';

type Deliveries = Pick<
  EnquiryStore,
  'claimDue' | 'record' | 'queue' | 'claims' | 'takeBack' | 'bringForward' | 'nextDueAt' | 'deliveries'
>;

/** The part of the store that delivers. */
export function sqlDeliveries(database: Database, dialect: SqlDialect): Deliveries {
  /** The number of attempts is the claim's mark: whoever claimed after it, or an operator's retry, has changed it. */
  async function endClaim(
    on: Database,
    { id, delivery }: Claim,
    changes: Partial<ReturnType<typeof columns>>,
  ): Promise<boolean> {
    const result = await on
      .updateTable('deliveries')
      .set({ ...changes, in_hand: 0 })
      .where('id', '=', id)
      .where('in_hand', '=', 1)
      .where('attempts', '=', delivery.attempts)
      .where('queued_at', '=', delivery.queuedAt)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  return {
    async claimDue(now, channels) {
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
    },

    async record(claim, outcome, next) {
      const end = async (on: Database) => endClaim(on, claim, columns(outcome));
      if (next === undefined) return end(database);
      return database.transaction().execute(async (transaction) => {
        const recorded = await end(transaction);
        const at = outcome.state === 'due' ? outcome.dueAt : outcome.at;
        if (recorded) await insertDeliveries(transaction, [deliveryRow(next, at)]);
        return recorded;
      });
    },
    takeBack: (claim) => endClaim(database, claim, {}),
    queue: (delivery, now) => insertDeliveries(database, [deliveryRow(delivery, now)]),

    async claims() {
      const rows = await database
        .selectFrom('deliveries')
        .select(['id', 'attempts', 'queued_at'])
        .where('in_hand', '=', 1)
        .execute();
      return rows.map(({ id, attempts, queued_at }) => ({ id, delivery: { attempts, queuedAt: new Date(queued_at) } }));
    },

    async bringForward(latest, now) {
      await database
        .updateTable('deliveries')
        .set({ due_at: now })
        .where('state', '=', 'due')
        .where('in_hand', '=', 0)
        .where('due_at', '>', latest)
        .execute();
    },

    async nextDueAt(channels) {
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
    },

    async deliveries(enquiryId) {
      const rows = await database.selectFrom('deliveries').selectAll().where('enquiry_id', '=', enquiryId).execute();
      const inOrder = rows.toSorted((one, other) => Number(other.channel === 'mail') - Number(one.channel === 'mail'));
      return inOrder.map((row) => ({ id: row.id, channel: row.channel, event: row.event, delivery: toDelivery(row) }));
    },
  };
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
