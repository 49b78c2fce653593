import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import type {
  Added,
  DeliveryState,
  EnquirySelector,
  EnquiryStore,
  Note,
  ReceivedEnquiry,
  Rules,
  StoredEnquiry,
} from '../core/store.ts';
import { addEnquiries } from './sql-add-enquiries.ts';
import { withFirst, type Database, type SqlDialect, type SqlParts } from './sql-database.ts';
import { deliveriesInSql } from './sql-deliveries.ts';
import { findingInSql, matching } from './sql-finding.ts';
import { handlingInSql } from './sql-handling.ts';
import { health, isDigest, keyOf, recall } from './sql-health.ts';
import { countOfRows, stored, toStoredEnquiry } from './sql-stored-enquiry.ts';

/** The enquiries of either database: the same queries, but for what the dialect says. */
export function createSqlEnquiryStore(database: Database, dialect: SqlDialect): EnquiryStore {
  const own = { add, erase, purge, untold, told, recall, remember, health, proveWritable };
  return withFirst({ database, dialect }, { ...own, ...deliveriesInSql, ...findingInSql, ...handlingInSql });
}

async function add(
  { database, dialect }: SqlParts,
  received: readonly ReceivedEnquiry[],
  rules: Rules,
): Promise<readonly Added[]> {
  // Before, so that nothing is mailed that its visitor was told is not sent; after, since the file may go meanwhile.
  await dialect.assertInPlace();
  const added = await database.transaction().execute((transaction) => addEnquiries(transaction, received, rules));
  await dialect.assertInPlace();
  return added;
}

async function erase({ database, dialect }: SqlParts, selector: EnquirySelector): Promise<readonly string[]> {
  const ids = await removeInBatches(database, matching(selector, dialect));
  // Also where nothing was: what an erasing before had to leave is erased by this one.
  await dialect.afterErasing(database);
  return ids.toSorted().toReversed();
}

async function purge(
  { database, dialect }: SqlParts,
  receivedBefore: Date,
  states: readonly DeliveryState[],
): Promise<readonly string[]> {
  const ids = await removeInBatches(
    database,
    sql<boolean>`received_at < ${receivedBefore} and exists (
      select * from deliveries where enquiry_id = enquiries.id and channel = 'mail' and state in (${sql.join(states)}))`,
  );
  await database.deleteFrom('deliveries').where(isDigest).where('queued_at', '<', receivedBefore).execute();
  await database.deleteFrom('activity').where('enquiry_id', 'is', null).where('at', '<', receivedBefore).execute();
  await dialect.afterErasing(database);
  return ids;
}

/** Leaves the rest to `afterErasing`. SQLite erases in this thread: others come in between. */
async function removeInBatches(database: Database, condition: RawBuilder<boolean>): Promise<string[]> {
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

/** How many enquiries are erased at a time. */
const batch = 200;

async function untold(
  { database }: SqlParts,
  digest: number,
  limit: number,
): Promise<{ count: number; newest: readonly StoredEnquiry[] }> {
  await database.updateTable('deliveries').set({ to_tell: digest }).where('to_tell', '>', 0).execute();
  const untold = stored(database).where('to_tell', '=', digest).where('deliveries.state', '=', 'quarantined');
  const counted = await untold.clearSelect().select(countOfRows).executeTakeFirstOrThrow();
  const newest = await untold.orderBy('enquiries.id', 'desc').limit(limit).execute();
  return { count: Number(counted.rows), newest: newest.map(toStoredEnquiry) };
}

async function told({ database }: SqlParts, digest: number): Promise<void> {
  await database.updateTable('deliveries').set({ to_tell: 0 }).where('to_tell', '=', digest).execute();
}

async function remember({ database }: SqlParts, note: Note | 'written', value: string): Promise<void> {
  await database
    .insertInto('settings')
    .values({ key: keyOf(note), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

async function proveWritable(on: SqlParts, now: Date): Promise<void> {
  await remember(on, 'written', now.toISOString());
  await on.dialect.assertInPlace();
}
