import { sql } from 'kysely';
import type { Database } from './sqlite-database.ts';
import { columns, matching, stored, toStoredEnquiry } from './sqlite-enquiry-rows.ts';
import type { EnquiryStore } from './store.ts';

export function createSqliteEnquiryStore(database: Database): EnquiryStore {
  return {
    async add(enquiry, messageId) {
      const { receivedAt, ...fields } = enquiry;
      const receipt = receivedAt.toISOString();
      await database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('enquiries')
          .values({ ...fields, received_at: receipt })
          .execute();
        await transaction
          .insertInto('deliveries')
          .values({
            enquiry_id: enquiry.id,
            message_id: messageId,
            state: 'due',
            queued_at: receipt,
            attempts: 0,
            due_at: receipt,
            delivered_at: null,
            last_reason: null,
          })
          .execute();
      });
    },

    // The lease is the due time itself: what is claimed is simply not due until the lease ends.
    async claimDue(now, leaseUntil) {
      const claimed = await database
        .updateTable('deliveries')
        .set((table) => ({ due_at: leaseUntil.toISOString(), attempts: table('attempts', '+', 1) }))
        .where('enquiry_id', '=', (query) =>
          query
            .selectFrom('deliveries')
            .select('enquiry_id')
            .where('state', '=', 'due')
            .where('due_at', '<=', now.toISOString())
            .orderBy('due_at')
            .orderBy('enquiry_id')
            .limit(1),
        )
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
        .where('queued_at', '=', claimed.delivery.queuedAt.toISOString())
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

    async list({ state, before, limit }) {
      let query = stored(database).orderBy('enquiries.id', 'desc').limit(limit);
      if (state !== undefined) query = query.where('deliveries.state', '=', state);
      if (before !== undefined) query = query.where('enquiries.id', '<', before);
      return (await query.execute()).map(toStoredEnquiry);
    },

    async find(selector) {
      const rows = await stored(database).where(matching(selector)).orderBy('enquiries.id', 'desc').execute();
      return rows.map(toStoredEnquiry);
    },

    async requeue(id, now) {
      const at = now.toISOString();
      const result = await database
        .updateTable('deliveries')
        .set({ state: 'due', queued_at: at, due_at: at, attempts: 0, delivered_at: null, last_reason: null })
        .where('enquiry_id', '=', id)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async erase(selector) {
      return eraseWhere(database, matching(selector));
    },

    async purge(receivedBefore) {
      return eraseWhere(database, sql<boolean>`enquiries.received_at < ${receivedBefore.toISOString()}`);
    },
  };
}

async function eraseWhere(database: Database, condition: ReturnType<typeof matching>): Promise<readonly string[]> {
  const erased = await database.deleteFrom('enquiries').where(condition).returning('id').execute();
  // Without a checkpoint the erased text would live on in the write-ahead log.
  if (erased.length > 0) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
  return erased.map(({ id }) => id);
}
