import { sql, type Selectable } from 'kysely';
import { countRows, type Database } from '../database/database.ts';
import type { Tables } from '../database/tables.ts';
import { directSource, otherSource } from './visit.ts';

/** A sum of one day. Its texts make it distinct. */
export type PageCount = Omit<Selectable<Tables['page_counts']>, 'id'>;

/** Sums, collected by their distinct texts. */
export type CountMap = Map<string, PageCount>;

/** Adds to the sum with the same texts. */
export function addCount(counts: CountMap, count: PageCount): void {
  const id = formatCountId(count);
  const known = counts.get(id);
  const sums = { number: count.number + (known?.number ?? 0), visits: count.visits + (known?.visits ?? 0) };
  counts.set(id, { ...count, ...sums });
}

// No text has a line break.
function formatCountId({ day, kind, page, detail, host, campaign }: PageCount): string {
  return [day, kind, page, detail, host, campaign].join('\n');
}

/** Maximum of distinct sums of one day, before all further websites and campaigns of it are "other". */
export const maxRowsPerDay = 10_000;

/** Number of sums in a statement, of 9 values each: SQLite permits 32,766 values. */
const batchSize = 1000;

/** Adds the sums to those of the same texts. Servers that do so at the same time all count. */
export async function saveCounts(database: Database, counts: CountMap): Promise<void> {
  const limited: CountMap = new Map();
  for (const [day, ofDay] of Map.groupBy(counts.values(), (count) => count.day)) {
    const stored = database.selectFrom('page_counts').where('day', '=', day);
    const isFull = (await countRows(stored)) + ofDay.length > maxRowsPerDay;
    const ids = isFull ? new Set((await stored.select('id').execute()).map(({ id }) => id)) : null;
    for (const count of ofDay)
      addCount(limited, ids === null || ids.has(formatCountId(count)) ? count : hideSource(count));
  }
  // In one order: two servers must not wait for each other's rows.
  const rows = Array.from(limited, ([id, count]) => ({ id, ...count })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (let at = 0; at < rows.length; at += batchSize)
    await database
      .insertInto('page_counts')
      .values(rows.slice(at, at + batchSize))
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          number: row('page_counts.number', '+', row.ref('excluded.number')),
          visits: row('page_counts.visits', '+', row.ref('excluded.visits')),
        })),
      )
      .execute();
}

function hideSource(count: PageCount): PageCount {
  return {
    ...count,
    host: count.host === directSource ? directSource : count.host && otherSource,
    campaign: count.campaign && otherSource,
  };
}

/** Websites and campaigns with fewer visits could point to one person. */
export const minVisitsOfNamedSource = 5;

/** Makes rare websites and campaigns "other", up to the day before `day`. */
export async function mergeRareSourcesBefore(database: Database, day: string): Promise<void> {
  for (const column of ['host', 'campaign'] as const)
    await database.transaction().execute(async (transaction) => {
      const rare = transaction
        .selectFrom('page_counts')
        .select(column)
        .where('kind', '=', 'view')
        .where(column, 'not in', ['', directSource, otherSource])
        .groupBy(column)
        .having(sql`sum(visits)`, '<', minVisitsOfNamedSource);
      const old = transaction.deleteFrom('page_counts').where('day', '<', day).where(column, 'in', rare);
      const merged: CountMap = new Map();
      for (const { id: _id, ...count } of await old.returningAll().execute())
        addCount(merged, { ...count, [column]: otherSource });
      await saveCounts(transaction, merged);
    });
}

/** Deletes the sums up to the day before `day`. */
export async function deleteCountsBefore(database: Database, day: string): Promise<void> {
  await database.deleteFrom('page_counts').where('day', '<', day).execute();
}
