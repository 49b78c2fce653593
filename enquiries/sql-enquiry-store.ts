import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { limits } from './enquiry.ts';
import { addEnquiries } from './sql-add-enquiries.ts';
import { sqlDeliveries } from './sql-deliveries.ts';
import { stored, toStoredEnquiry } from './sql-stored-enquiry.ts';
import type { Database, SqlDialect } from './sql-database.ts';
import { deliveryStates, type EnquiryFilter, type EnquirySelector, type EnquiryStore, type Note } from './store.ts';

/** The enquiries of either database: the same queries, but for what the dialect says. */
export function createSqlEnquiryStore(database: Database, dialect: SqlDialect): EnquiryStore {
  /** Leaves the rest to `afterErasing`. */
  async function remove(condition: ReturnType<typeof matching>): Promise<readonly string[]> {
    const removed = await database.deleteFrom('enquiries').where(condition).returning('id').execute();
    return removed.map(({ id }) => id);
  }

  async function write(key: string, value: string): Promise<void> {
    await database
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  }

  return {
    ...sqlDeliveries(database, dialect),

    async add(received, duplicatesSince) {
      // Before, so that nothing is mailed that its visitor was told is not sent; after, since the file may go meanwhile.
      await dialect.assertInPlace();
      const added = await database
        .transaction()
        .execute((transaction) => addEnquiries(transaction, received, duplicatesSince));
      await dialect.assertInPlace();
      return added;
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

    async erase(selector) {
      const ids = await remove(matching(selector));
      // Also where nothing was: what an erasing before had to leave is erased by this one.
      await dialect.afterErasing(database);
      return ids;
    },

    async purge(receivedBefore, states) {
      const ids: string[] = [];
      const old = sql<boolean>`enquiries.id in (
        select id from enquiries as old
        where received_at < ${receivedBefore}
        and exists (select * from deliveries where enquiry_id = old.id and state in (${sql.join(states)}))
        order by received_at limit ${batch})`;
      let erased: readonly string[];
      do {
        erased = await remove(old);
        ids.push(...erased);
        // SQLite erases in this thread: others come in between.
        await setImmediate();
      } while (erased.length === batch);
      await dialect.afterErasing(database);
      return ids;
    },

    async untold(digest, limit) {
      await database.updateTable('deliveries').set({ to_tell: digest }).where('to_tell', '>', 0).execute();
      const untold = stored(database).where('to_tell', '=', digest).where('state', '=', 'quarantined');
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

    async health(now) {
      const states = await database.selectFrom('deliveries').select(['state', countOfRows]).groupBy('state').execute();
      const queued = database
        .selectFrom('deliveries')
        .select([sql<Date | null>`min(queued_at)`.as('first'), sql<Date | null>`max(queued_at)`.as('last')]);
      const due = await queued.where('state', '=', 'due').executeTakeFirstOrThrow();
      const failing = await queued
        .where('state', 'in', ['due', 'failed'])
        .where((is) => is.or([is('state', '=', 'failed'), is('attempts', '>', 0), is('queued_at', '>', now)]))
        .executeTakeFirstOrThrow();
      return {
        counts: {
          ...emptyCounts(),
          ...Object.fromEntries(states.map(({ state, rows }) => [state, Number(rows)])),
        },
        oldestDue: oldest(due, now),
        oldestFailing: oldest(failing, now),
      };
    },

    async proveWritable(now) {
      await write(keyOf('written'), now.toISOString());
      await dialect.assertInPlace();
    },
  };
}

/** Keys that begin so are the core's own, and no settings. */
function keyOf(note: Note | 'written'): string {
  return `health.${note}`;
}

/** The longest ago of the times between the two; one that lies ahead counts for as long ago as it lies ahead. */
function oldest({ first, last }: { first: Date | null; last: Date | null }, now: Date): Date | null {
  if (first === null || last === null) return null;
  const ahead = new Date(last).getTime() - now.getTime();
  return new Date(Math.min(new Date(first).getTime(), now.getTime() - ahead));
}

/** How many enquiries are purged at a time. */
const batch = 200;

/** PostgreSQL counts in 64 bits, which its driver hands over as text. */
const countOfRows = sql<number | string>`count(*)`.as('rows');

function emptyCounts() {
  return Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<
    (typeof deliveryStates)[number],
    number
  >;
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
