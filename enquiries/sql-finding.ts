import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { endOfIds } from './reference.ts';
import type { EnquiryFilter, EnquirySelector, OnErasing } from './store.ts';
import { countIn, type Database, type SqlDialect, type EnquiryPart } from '../database/database.ts';
import { read, stored, toDelivery } from './sql-deliveries.ts';
import { hasWords } from './sql-search.ts';

/** The part of the store that finds enquiries, and erases them. */
export const findingInSql = {
  async list({ database, dialect }, page) {
    const { before, after, limit, ...filter } = page;
    const { text, ...others } = filter;
    const isSearchAlone = text !== undefined && after === undefined && Object.keys(others).length === 0;
    let query = isSearchAlone
      ? stored(database).where(hasWords(text, dialect, { before: before ?? endOfAllIds, limit }))
      : narrowed(stored(database), filter, dialect);
    query = query.orderBy('enquiries.id', after === undefined ? 'desc' : 'asc').limit(limit);
    if (before !== undefined) query = query.where('enquiries.id', '<', before);
    if (after !== undefined) query = query.where('enquiries.id', '>', after);
    return read(database, query);
  },

  async count({ database, dialect }, filter) {
    return countIn(narrowed(stored(database), filter, dialect));
  },

  async find({ database, dialect }, selector) {
    return read(database, stored(database).where(matching(selector, dialect)).orderBy('enquiries.id', 'desc'));
  },

  async deliveries({ database }, enquiryId) {
    const rows = await database.selectFrom('deliveries').selectAll().where('enquiry_id', '=', enquiryId).execute();
    const inOrder = rows.toSorted((one, other) => Number(other.channel === 'mail') - Number(one.channel === 'mail'));
    return inOrder.map((row) => ({ id: row.id, channel: row.channel, event: row.event, delivery: toDelivery(row) }));
  },

  async erase({ database, dialect }, selector, onErasing) {
    const ids = await removeInBatches(database, matching(selector, dialect), onErasing);
    // Also where nothing was: what an erasing before had to leave is erased by this one.
    await dialect.afterErasing(database);
    return ids.toSorted().toReversed();
  },

  async purge({ database, dialect }, lastWordBefore, states, onErasing) {
    const ids = await removeInBatches(
      database,
      sql<boolean>`${isSilentSince(lastWordBefore)} and not exists (select * from deliveries
        where enquiry_id = enquiries.id and channel in ('mail', 'reply') and state not in (${sql.join(states)}))`,
      onErasing,
    );
    await database
      .deleteFrom('deliveries')
      .where(sql<boolean>`channel = 'digest'`)
      .where('queued_at', '<', lastWordBefore)
      .execute();
    await database.deleteFrom('activity').where('enquiry_id', 'is', null).where('at', '<', lastWordBefore).execute();
    await dialect.afterErasing(database);
    return ids;
  },
} satisfies EnquiryPart;

/** Behind each of them. */
const endOfAllIds = '~';

/** Leaves the rest to `afterErasing`. SQLite erases in this thread: others come in between. */
async function removeInBatches(database: Database, condition: RawBuilder<boolean>, onErasing: OnErasing = () => {}) {
  const ids: string[] = [];
  let removed: readonly string[];
  do {
    removed = await database.transaction().execute(async (transaction) => {
      const old = transaction.selectFrom('enquiries').select('id').where(condition).orderBy('received_at').limit(batch);
      const rows = await transaction.deleteFrom('enquiries').where('id', 'in', old).returning('id').execute();
      const gone = rows.map(({ id }) => id);
      onErasing(gone);
      return gone;
    });
    ids.push(...removed);
    await setImmediate();
  } while (removed.length === batch);
  return ids;
}

/** How many enquiries are erased at a time. */
const batch = 200;

/** Which enquiries a selector means. */
function matching(selector: EnquirySelector, dialect: SqlDialect): RawBuilder<boolean> {
  if ('id' in selector) return sql<boolean>`enquiries.id = ${selector.id}`;
  // As one parameter: a statement takes some thousands at most.
  if ('ids' in selector) return dialect.isAmong(sql.ref('enquiries.id'), selector.ids);
  // Reads through the ids alone, which takes 20 ms for 100,000: people ask for one now and then, and an index would cost each insert.
  if ('reference' in selector)
    return sql<boolean>`enquiries.id in (select id from enquiries where substr(id, 27) = ${endOfIds(selector.reference) ?? ''})`;
  return sql<boolean>`lower(enquiries.email) = ${selector.email.trim().toLowerCase()}`;
}

function narrowed(query: ReturnType<typeof stored>, filter: EnquiryFilter, dialect: SqlDialect) {
  const { state, handling, assignedTo, reminder, undelivered, unsentReply, from, until, email, text } = filter;
  const { waitingFrom, waitingUntil, lastWordBefore } = filter;
  let narrow = query;
  if (handling !== undefined) narrow = narrow.where('enquiries.handling', '=', handling);
  if (assignedTo !== undefined) narrow = narrow.where('enquiries.assigned_to', '=', assignedTo);
  if (reminder !== undefined) narrow = narrow.where(withReminder(reminder));
  if (undelivered) narrow = narrow.where(isUndelivered);
  if (unsentReply) narrow = narrow.where(hasUnsentReply);
  if (waitingFrom !== undefined) narrow = narrow.where(waitingSince, '>=', waitingFrom);
  if (waitingUntil !== undefined) narrow = narrow.where(waitingSince, '<', waitingUntil);
  if (lastWordBefore !== undefined) narrow = narrow.where(isSilentSince(lastWordBefore));
  if (state !== undefined) narrow = narrow.where('deliveries.state', '=', state);
  if (from !== undefined) narrow = narrow.where('enquiries.received_at', '>=', from);
  if (until !== undefined) narrow = narrow.where('enquiries.received_at', '<', until);
  if (email !== undefined) narrow = narrow.where(matching({ email }, dialect));
  if (text !== undefined) narrow = narrow.where(hasWords(text, dialect));
  return narrow;
}

/**
 * The mail of an enquiry was refused at least once, and is not delivered. In these words, by which the index is found; as a list, with
 * which SQLite begins, where a join would read all that waits.
 */
export const isUndelivered = sql<boolean>`enquiries.id IN (SELECT enquiry_id FROM deliveries
  WHERE channel = 'mail' AND (state = 'failed' OR (state = 'due' AND last_reason IS NOT NULL)))`;

const hasUnsentReply = sql<boolean>`enquiries.id IN (SELECT enquiry_id FROM deliveries
  WHERE channel = 'reply' AND (state IN ('failed', 'unsure') OR (state = 'due' AND last_reason IS NOT NULL)))`;

/** An answer was refused, and will be tried again. */
export const isRetried = sql<boolean>`enquiries.id IN (SELECT enquiry_id FROM deliveries
  WHERE channel = 'reply' AND state = 'due' AND last_reason IS NOT NULL)`;

/** From when the promise counts. */
export const waitingSince = sql<Date | string>`coalesce(enquiries.waiting_since, enquiries.received_at)`;

/** Whether nobody has written since then. The time of receipt alone is in an index. */
function isSilentSince(time: Date): RawBuilder<boolean> {
  return sql<boolean>`(enquiries.received_at < ${time} and (enquiries.last_word_at is null or enquiries.last_word_at < ${time}))`;
}

/** A person has few: the list of them is read first. */
function withReminder({ of, now, is }: NonNullable<EnquiryFilter['reminder']>): RawBuilder<boolean> {
  const own = sql`SELECT enquiry_id FROM reminders WHERE person = ${of}`;
  if (is === 'none') return sql<boolean>`enquiries.id NOT IN (${own})`;
  return sql<boolean>`enquiries.id IN (${own} AND ${is === 'due' ? sql`due_at <= ${now}` : sql`due_at > ${now}`})`;
}
