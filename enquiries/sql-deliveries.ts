import type { Database, SqlDialect } from './sql-database.ts';
import { stored, toStoredEnquiry } from './sql-stored-enquiry.ts';
import type { Claim, DeliveryOutcome, EnquiryStore } from './store.ts';

type Deliveries = Pick<
  EnquiryStore,
  'claimDue' | 'record' | 'claims' | 'takeBack' | 'bringForward' | 'nextDueAt' | 'requeue'
>;

/** The part of the store that delivers. */
export function sqlDeliveries(database: Database, dialect: SqlDialect): Deliveries {
  /** The number of attempts is the claim's mark: whoever claimed after it, or an operator's retry, has changed it. */
  async function endClaim({ id, delivery }: Claim, changes: Partial<ReturnType<typeof columns>>): Promise<boolean> {
    const result = await database
      .updateTable('deliveries')
      .set({ ...changes, in_hand: 0 })
      .where('enquiry_id', '=', id)
      .where('in_hand', '=', 1)
      .where('attempts', '=', delivery.attempts)
      .where('queued_at', '=', delivery.queuedAt)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  return {
    async claimDue(now) {
      const claimed = await database
        .updateTable('deliveries')
        .set((table) => ({ in_hand: 1, attempts: table('attempts', '+', 1) }))
        .where('enquiry_id', '=', (query) => {
          const due = query
            .selectFrom('deliveries')
            .select('enquiry_id')
            .where('state', '=', 'due')
            .where('in_hand', '=', 0)
            .where('due_at', '<=', now)
            .orderBy('due_at')
            .orderBy('enquiry_id')
            .limit(1);
          return dialect.locksRows ? due.forUpdate().skipLocked() : due;
        })
        .returning('enquiry_id')
        .executeTakeFirst();
      if (claimed === undefined) return null;
      const row = await stored(database).where('enquiries.id', '=', claimed.enquiry_id).executeTakeFirst();
      return row === undefined ? null : toStoredEnquiry(row);
    },

    record: (claim, outcome) => endClaim(claim, columns(outcome)),
    takeBack: (claim) => endClaim(claim, {}),

    async claims() {
      const rows = await database
        .selectFrom('deliveries')
        .select(['enquiry_id', 'attempts', 'queued_at'])
        .where('in_hand', '=', 1)
        .execute();
      return rows.map(({ enquiry_id: id, attempts, queued_at }) => ({
        id,
        delivery: { attempts, queuedAt: new Date(queued_at) },
      }));
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

    async nextDueAt() {
      const row = await database
        .selectFrom('deliveries')
        .select('due_at')
        .where('state', '=', 'due')
        .where('in_hand', '=', 0)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : new Date(row.due_at);
    },

    async requeue(id, states, now) {
      const result = await database
        .updateTable('deliveries')
        .set({
          state: 'due',
          queued_at: now,
          due_at: now,
          attempts: 0,
          delivered_at: null,
          last_reason: null,
        })
        .where('enquiry_id', '=', id)
        .where('state', 'in', states)
        .where('in_hand', '=', 0)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },
  };
}

/** The columns of a delivery that its outcome changes. */
function columns(outcome: DeliveryOutcome) {
  switch (outcome.state) {
    case 'delivered':
      return { state: outcome.state, delivered_at: outcome.at, last_reason: null };
    case 'due':
      return { state: outcome.state, due_at: outcome.dueAt, last_reason: outcome.reason };
    case 'failed':
      return { state: outcome.state, last_reason: outcome.reason };
  }
}
