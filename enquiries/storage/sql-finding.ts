import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { fieldNames } from '../core/enquiry.ts';
import { endOfIds } from '../core/reference.ts';
import type { SqlDialect, SqlParts } from './sql-database.ts';
import { countOfRows, isUndelivered, stored, toStoredEnquiry } from './sql-stored-enquiry.ts';
import type { EnquiryFilter, EnquiryPage, EnquirySelector, StoredEnquiry } from '../core/store.ts';

/** The part of the store that finds enquiries. */
export const findingInSql = { list, count, find };

async function list(on: SqlParts, page: EnquiryPage): Promise<readonly StoredEnquiry[]> {
  const { before, after, limit, ...filter } = page;
  if (filter.text !== undefined && after === undefined) return search(on, page);
  let query = narrowed(stored(on.database), filter, on.dialect)
    .orderBy('enquiries.id', after === undefined ? 'desc' : 'asc')
    .limit(limit);
  if (before !== undefined) query = query.where('enquiries.id', '<', before);
  if (after !== undefined) query = query.where('enquiries.id', '>', after);
  return (await query.execute()).map(toStoredEnquiry);
}

/** Newest first, one slice after another: a text that stands nowhere takes reading everything, and others come in between. */
async function search(
  { database, dialect }: SqlParts,
  { before = endOfAllIds, limit, ...filter }: EnquiryPage,
): Promise<readonly StoredEnquiry[]> {
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

async function count({ database, dialect }: SqlParts, filter: EnquiryFilter): Promise<number> {
  const counted = narrowed(stored(database), filter, dialect).clearSelect().select(countOfRows);
  return Number((await counted.executeTakeFirstOrThrow()).rows);
}

async function find({ database, dialect }: SqlParts, selector: EnquirySelector): Promise<readonly StoredEnquiry[]> {
  const rows = await stored(database).where(matching(selector, dialect)).orderBy('enquiries.id', 'desc').execute();
  return rows.map(toStoredEnquiry);
}

/** Which enquiries a selector means. */
export function matching(selector: EnquirySelector, dialect: SqlDialect): RawBuilder<boolean> {
  if ('id' in selector) return sql<boolean>`enquiries.id = ${selector.id}`;
  // As one parameter: a statement takes some thousands at most.
  if ('ids' in selector) return dialect.isAmong(sql.ref('enquiries.id'), selector.ids);
  // Reads through the ids alone, which takes 20 ms for 100,000: people ask for one now and then, and an index would cost each insert.
  if ('reference' in selector)
    return sql<boolean>`enquiries.id in (select id from enquiries where substr(id, 27) = ${endOfIds(selector.reference) ?? ''})`;
  return sql<boolean>`lower(enquiries.email) = ${selector.email.trim().toLowerCase()}`;
}

/** How many enquiries are read through at a time: some 20 ms in SQLite. */
const slice = 5000;

/** Behind each of them. */
const endOfAllIds = '~';

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
  const fields = fieldNames.map((field) => contains(sql.ref(`enquiries.${field}`), pattern));
  return sql<boolean>`(${sql.join(fields, sql` OR `)})`;
}
