import { sql, type Selectable } from 'kysely';
import { limits } from './enquiry.ts';
import { addEnquiries } from './sql-add-enquiries.ts';
import type { Database, SqlDialect, Tables } from './sql-database.ts';
import {
  deliveryStates,
  type DeliveryOutcome,
  type EnquiryFilter,
  type EnquirySelector,
  type EnquiryStore,
  type StoredEnquiry,
} from './store.ts';

/** The enquiries of either database: the same queries, but for what the dialect says. */
export function createSqlEnquiryStore(database: Database, dialect: SqlDialect): EnquiryStore {
  async function eraseWhere(condition: ReturnType<typeof matching>): Promise<readonly string[]> {
    const erased = await database.deleteFrom('enquiries').where(condition).returning('id').execute();
    if (erased.length > 0) await dialect.afterErasing(database);
    return erased.map(({ id }) => id);
  }

  return {
    add: (received, duplicatesSince) =>
      database.transaction().execute((transaction) => addEnquiries(transaction, received, duplicatesSince)),

    // The lease is the due time itself: what is claimed is simply not due until the lease ends.
    async claimDue(now, leaseUntil) {
      const claimed = await database
        .updateTable('deliveries')
        .set((table) => ({ due_at: leaseUntil, attempts: table('attempts', '+', 1) }))
        .where('enquiry_id', '=', (query) => {
          const due = query
            .selectFrom('deliveries')
            .select('enquiry_id')
            .where('state', '=', 'due')
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

    // The number of attempts is the claim's mark: whoever claimed after us, or an operator's retry, has changed it.
    async record(claimed, outcome) {
      const result = await database
        .updateTable('deliveries')
        .set(columns(outcome))
        .where('enquiry_id', '=', claimed.id)
        .where('state', '=', 'due')
        .where('attempts', '=', claimed.delivery.attempts)
        .where('queued_at', '=', claimed.delivery.queuedAt)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async nextDueAt() {
      const row = await database
        .selectFrom('deliveries')
        .select('due_at')
        .where('state', '=', 'due')
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : new Date(row.due_at);
    },

    async list({ before, limit, ...filter }) {
      let query = narrowed(stored(database), filter).orderBy('enquiries.id', 'desc').limit(limit);
      if (before !== undefined) query = query.where('enquiries.id', '<', before);
      return (await query.execute()).map(toStoredEnquiry);
    },

    async count(filter) {
      const counted = narrowed(stored(database), filter).clearSelect().select(countOfRows);
      return Number((await counted.executeTakeFirstOrThrow()).rows);
    },

    async find(selector) {
      const rows = await stored(database).where(matching(selector)).orderBy('enquiries.id', 'desc').execute();
      return rows.map(toStoredEnquiry);
    },

    async requeue(id, states, now) {
      const result = await database
        .updateTable('deliveries')
        .set({ state: 'due', queued_at: now, due_at: now, attempts: 0, delivered_at: null, last_reason: null })
        .where('enquiry_id', '=', id)
        .where('state', 'in', states)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    erase: (selector) => eraseWhere(matching(selector)),
    purge: (receivedBefore) => eraseWhere(sql<boolean>`enquiries.received_at < ${receivedBefore}`),

    async health() {
      const states = await database.selectFrom('deliveries').select(['state', countOfRows]).groupBy('state').execute();
      const oldest = database.selectFrom('deliveries').select('queued_at').orderBy('queued_at').limit(1);
      const due = await oldest.where('state', '=', 'due').executeTakeFirst();
      const failing = await oldest
        .where((is) => is.or([is('state', '=', 'failed'), is.and([is('state', '=', 'due'), is('attempts', '>', 0)])]))
        .where('state', 'in', ['due', 'failed'])
        .executeTakeFirst();
      return {
        counts: {
          ...emptyCounts(),
          ...Object.fromEntries(states.map(({ state, rows }) => [state, Number(rows)])),
        },
        oldestDue: due === undefined ? null : new Date(due.queued_at),
        oldestFailing: failing === undefined ? null : new Date(failing.queued_at),
      };
    },

    async proveWritable(now) {
      const value = now.toISOString();
      await database
        .insertInto('settings')
        .values({ key: 'health.written', value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute();
    },
  };
}

/** PostgreSQL counts in 64 bits, which its driver hands over as text. */
const countOfRows = sql<number | string>`count(*)`.as('rows');

function emptyCounts() {
  return Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<
    (typeof deliveryStates)[number],
    number
  >;
}

type Row = Selectable<Tables['enquiries']> & Selectable<Tables['deliveries']>;

/** Enquiries with their deliveries, to be narrowed down. */
function stored(database: Database) {
  return database.selectFrom('enquiries').innerJoin('deliveries', 'deliveries.enquiry_id', 'enquiries.id').selectAll();
}

function narrowed(query: ReturnType<typeof stored>, { state, from, until, text }: EnquiryFilter) {
  let narrow = query;
  if (state !== undefined) narrow = narrow.where('deliveries.state', '=', state);
  if (from !== undefined) narrow = narrow.where('enquiries.received_at', '>=', from);
  if (until !== undefined) narrow = narrow.where('enquiries.received_at', '<', until);
  if (text !== undefined) narrow = narrow.where(containing(text));
  return narrow;
}

function containing(text: string) {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const words = sql.join(Object.keys(limits).map(sql.ref), sql` || ' ' || `);
  return sql<boolean>`lower(${words}) like ${pattern} escape '\\'`;
}

function matching(selector: EnquirySelector) {
  return 'id' in selector
    ? sql<boolean>`enquiries.id = ${selector.id}`
    : sql<boolean>`lower(enquiries.email) = ${selector.email.trim().toLowerCase()}`;
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

function toStoredEnquiry(row: Row): StoredEnquiry {
  return {
    id: row.id,
    receivedAt: new Date(row.received_at),
    name: row.name,
    email: row.email,
    company: row.company,
    subject: row.subject,
    message: row.message,
    delivery: {
      state: row.state,
      messageId: row.message_id,
      queuedAt: new Date(row.queued_at),
      attempts: row.attempts,
      dueAt: new Date(row.due_at),
      deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at),
      lastReason: row.last_reason,
    },
  };
}
