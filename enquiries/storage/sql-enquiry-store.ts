import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { addEnquiries } from './sql-add-enquiries.ts';
import type { Database, SqlDialect } from './sql-database.ts';
import { sqlDeliveries } from './sql-deliveries.ts';
import { matching, sqlFinding } from './sql-finding.ts';
import { sqlHandling } from './sql-handling.ts';
import { isDigest, keyOf, sqlHealth } from './sql-health.ts';
import { countOfRows, stored, toStoredEnquiry } from './sql-stored-enquiry.ts';
import type { EnquiryStore } from '../core/store.ts';

/** The enquiries of either database: the same queries, but for what the dialect says. */
export function createSqlEnquiryStore(database: Database, dialect: SqlDialect): EnquiryStore {
  /** Leaves the rest to `afterErasing`. SQLite erases in this thread: others come in between. */
  async function removeInBatches(condition: RawBuilder<boolean>): Promise<string[]> {
    const ids: string[] = [];
    let removed: readonly { id: string }[];
    do {
      const some = database.selectFrom('enquiries').select('id').where(condition).orderBy('received_at').limit(batch);
      removed = await database.deleteFrom('enquiries').where('id', 'in', some).returning('id').execute();
      ids.push(...removed.map(({ id }) => id));
      await setImmediate();
    } while (removed.length === batch);
    return ids;
  }

  async function write(key: string, value: string): Promise<void> {
    await database
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }

  return {
    ...sqlFinding(database, dialect),
    ...sqlHealth(database),
    ...sqlDeliveries(database, dialect),
    ...sqlHandling(database, dialect),

    async add(received, duplicatesSince) {
      // Before, so that nothing is mailed that its visitor was told is not sent; after, since the file may go meanwhile.
      await dialect.assertInPlace();
      const added = await database
        .transaction()
        .execute((transaction) => addEnquiries(transaction, received, duplicatesSince));
      await dialect.assertInPlace();
      return added;
    },

    async erase(selector) {
      const ids = await removeInBatches(matching(selector, dialect));
      // Also where nothing was: what an erasing before had to leave is erased by this one.
      await dialect.afterErasing(database);
      return ids.toSorted().toReversed();
    },

    async purge(receivedBefore, states) {
      const ids = await removeInBatches(
        sql<boolean>`received_at < ${receivedBefore} and exists (
          select * from deliveries where enquiry_id = enquiries.id and channel = 'mail' and state in (${sql.join(states)}))`,
      );
      await database.deleteFrom('deliveries').where(isDigest).where('queued_at', '<', receivedBefore).execute();
      await database.deleteFrom('activity').where('enquiry_id', 'is', null).where('at', '<', receivedBefore).execute();
      await dialect.afterErasing(database);
      return ids;
    },

    async untold(digest, limit) {
      await database.updateTable('deliveries').set({ to_tell: digest }).where('to_tell', '>', 0).execute();
      const untold = stored(database).where('to_tell', '=', digest).where('deliveries.state', '=', 'quarantined');
      const counted = await untold.clearSelect().select(countOfRows).executeTakeFirstOrThrow();
      const newest = await untold.orderBy('enquiries.id', 'desc').limit(limit).execute();
      return { count: Number(counted.rows), newest: newest.map(toStoredEnquiry) };
    },
    async told(digest) {
      await database.updateTable('deliveries').set({ to_tell: 0 }).where('to_tell', '=', digest).execute();
    },

    async recall(note) {
      const row = await database
        .selectFrom('settings')
        .select('value')
        .where('key', '=', keyOf(note))
        .executeTakeFirst();
      return row?.value ?? null;
    },
    remember: (note, text) => write(keyOf(note), text),

    async proveWritable(now) {
      await write(keyOf('written'), now.toISOString());
      await dialect.assertInPlace();
    },
  };
}

/** How many enquiries are erased at a time. */
const batch = 200;
