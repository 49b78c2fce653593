import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { limits } from './enquiry.ts';
import { endOfIds } from './reference.ts';
import { addEnquiries } from './sql-add-enquiries.ts';
import { sqlDeliveries } from './sql-deliveries.ts';
import { countsByHandling, sqlHandling } from './sql-handling.ts';
import { countOfRows, isUndelivered, stored, toStoredEnquiry } from './sql-stored-enquiry.ts';
import type { Database, SqlDialect } from './sql-database.ts';
import type {
  DeliveryState,
  EnquiryFilter,
  EnquiryPage,
  EnquirySelector,
  EnquiryStore,
  Handling,
  Note,
  StoredEnquiry,
} from './store.ts';

/** The enquiries of either database: the same queries, but for what the dialect says. */
export function createSqlEnquiryStore(database: Database, dialect: SqlDialect): EnquiryStore {
  /** Leaves the rest to `afterErasing`. */
  async function remove(condition: ReturnType<typeof matching>): Promise<readonly string[]> {
    const removed = await database.deleteFrom('enquiries').where(condition).returning('id').execute();
    return removed.map(({ id }) => id);
  }

  /** Newest first, one slice after another: a text that stands nowhere takes reading everything, and others come in between. */
  async function search({ before = endOfAllIds, limit, ...filter }: EnquiryPage): Promise<readonly StoredEnquiry[]> {
    const found: StoredEnquiry[] = [];
    for (let end: string | undefined = before; end !== undefined && found.length < limit;) {
      const start: { id: string } | undefined = await database
        .selectFrom('enquiries')
        .select('id')
        .where('id', '<', end)
        .orderBy('id', 'desc')
        .offset(slice - 1)
        .limit(1)
        .executeTakeFirst();
      let query = narrowed(stored(database), filter, dialect).where('enquiries.id', '<', end);
      if (start !== undefined) query = query.where('enquiries.id', '>=', start.id);
      const rows = await query
        .orderBy('enquiries.id', 'desc')
        .limit(limit - found.length)
        .execute();
      found.push(...rows.map(toStoredEnquiry));
      end = start?.id;
      await setImmediate();
    }
    return found;
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

    async list(page) {
      const { before, after, limit, ...filter } = page;
      if (filter.text !== undefined && after === undefined) return search(page);
      let query = narrowed(stored(database), filter, dialect)
        .orderBy('enquiries.id', after === undefined ? 'desc' : 'asc')
        .limit(limit);
      if (before !== undefined) query = query.where('enquiries.id', '<', before);
      if (after !== undefined) query = query.where('enquiries.id', '>', after);
      return (await query.execute()).map(toStoredEnquiry);
    },

    async count(filter) {
      const counted = narrowed(stored(database), filter, dialect).clearSelect().select(countOfRows);
      return Number((await counted.executeTakeFirstOrThrow()).rows);
    },

    async find(selector) {
      const rows = await stored(database).where(matching(selector, dialect)).orderBy('enquiries.id', 'desc').execute();
      return rows.map(toStoredEnquiry);
    },

    async erase(selector) {
      const ids = await remove(matching(selector, dialect));
      // Also where nothing was: what an erasing before had to leave is erased by this one.
      await dialect.afterErasing(database);
      return ids.toSorted().toReversed();
    },

    async purge(receivedBefore, states) {
      const ids: string[] = [];
      const old = sql<boolean>`enquiries.id in (
        select id from enquiries as old
        where received_at < ${receivedBefore}
        and exists (
          select * from deliveries where enquiry_id = old.id and channel = 'mail' and state in (${sql.join(states)}))
        order by received_at limit ${batch})`;
      let erased: readonly string[];
      do {
        erased = await remove(old);
        ids.push(...erased);
        // SQLite erases in this thread: others come in between.
        await setImmediate();
      } while (erased.length === batch);
      await database
        .deleteFrom('deliveries')
        .where('channel', '=', 'digest')
        .where('queued_at', '<', receivedBefore)
        .execute();
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

    async health(now) {
      const states = await database
        .selectFrom('deliveries')
        .select(['state', countOfRows])
        .where(isMailAwaited)
        .groupBy('state')
        .execute();
      const handled = await countsByHandling(database);
      const queued = database
        .selectFrom('deliveries')
        .where(isMailAwaited)
        .select([sql<Date | null>`min(queued_at)`.as('first'), sql<Date | null>`max(queued_at)`.as('last')]);
      const due = await queued.where('state', '=', 'due').executeTakeFirstOrThrow();
      const failing = await queued
        .where((is) => is.or([is('state', '=', 'failed'), is('attempts', '>', 0), is('queued_at', '>', now)]))
        .executeTakeFirstOrThrow();
      const digest = await database
        .selectFrom('deliveries')
        .select(['state', 'last_reason'])
        .where('channel', '=', 'digest')
        .orderBy('queued_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return {
        counts: countsOf(states, handled),
        oldestDue: oldest(due, now),
        oldestFailing: oldest(failing, now),
        isDigestFailing: digest !== undefined && digest.state !== 'delivered' && digest.last_reason !== null,
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

/** How many enquiries are read through at a time: some 20 ms in SQLite. */
const slice = 5000;

/** Behind each of them. */
const endOfAllIds = '~';

/** How many enquiries are purged at a time. */
const batch = 200;

/** In these words, by which the index is found: most mails are delivered, and to count those takes long. */
const isMailAwaited = sql<boolean>`channel = 'mail' AND state IN ('due', 'failed')`;

/** A mail is quarantined exactly while its enquiry is set aside, and delivered if it is nothing else. */
function countsOf(
  awaited: readonly { state: DeliveryState; rows: number | string }[],
  handled: Readonly<Record<Handling, number>>,
): Readonly<Record<DeliveryState, number>> {
  const countOf = (state: DeliveryState): number => Number(awaited.find((row) => row.state === state)?.rows ?? 0);
  const [due, failed, quarantined] = [countOf('due'), countOf('failed'), handled['set aside']];
  const all = handled.waiting + handled.answered + quarantined;
  // Between two counts a mail may have come.
  return { due, delivered: Math.max(0, all - due - failed - quarantined), failed, quarantined };
}

function narrowed(query: ReturnType<typeof stored>, filter: EnquiryFilter, dialect: SqlDialect) {
  const { state, handling, undelivered, from, until, email, text } = filter;
  let narrow = query;
  if (handling !== undefined) narrow = narrow.where('enquiries.handling', '=', handling);
  if (undelivered) narrow = narrow.where(isUndelivered);
  if (state !== undefined) narrow = narrow.where('deliveries.state', '=', state);
  if (from !== undefined) narrow = narrow.where('enquiries.received_at', '>=', from);
  if (until !== undefined) narrow = narrow.where('enquiries.received_at', '<', until);
  if (email !== undefined) narrow = narrow.where(matching({ email }, dialect));
  if (text !== undefined) narrow = narrow.where(containing(text, dialect));
  return narrow;
}

/** In one of the fields. */
function containing(text: string, { contains }: SqlDialect) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const fields = Object.keys(limits).map((field) => contains(sql.ref(`enquiries.${field}`), pattern));
  return sql<boolean>`(${sql.join(fields, sql` OR `)})`;
}

function matching(selector: EnquirySelector, dialect: SqlDialect) {
  if ('id' in selector) return sql<boolean>`enquiries.id = ${selector.id}`;
  // As one parameter: a statement takes some thousands at most.
  if ('ids' in selector) return dialect.isAmong(sql.ref('enquiries.id'), selector.ids);
  if ('reference' in selector) return sql<boolean>`substr(enquiries.id, 27) = ${endOfIds(selector.reference) ?? ''}`;
  return sql<boolean>`lower(enquiries.email) = ${selector.email.trim().toLowerCase()}`;
}
