import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Tables to copy, with their keys, each after those that it references. Sessions, invitations and links to drafts are
 * not copied: people sign in again with the same passkey. Nor is what the next start recreates: of the assets, pictures
 * alone are copied.
 */
export const copiedTables: readonly [table: keyof Tables, key: string][] = [
  ['meta', 'key'],
  ['enquiries', 'id'],
  ['messages', 'id'],
  ['files', 'id'],
  ['events', 'id'],
  ['search_entries', 'enquiry_id'],
  ['deliveries', 'id'],
  ['people', 'email'],
  ['passkeys', 'id'],
  ['revisions', 'number'],
  ['drafts', 'id'],
  ['schedules', 'id'],
  ['assets', 'path'],
  ['reminders', 'id'],
  ['page_counts', 'id'],
  ['answer_counts', 'id'],
  ['erased_mails', 'hash'],
];

/**
 * Copies the tables from one database to another. Neither may change meanwhile: call it within a transaction of each.
 * @param sqliteEnd the one of the two that is SQLite: its schema has the tables and columns to copy
 */
export async function copyRows(source: Database, target: Database, sqliteEnd: Database): Promise<void> {
  // The source's rows replace those of an empty target.
  await target.deleteFrom('meta').execute();
  await target.deleteFrom('assets').where('path', 'like', picturePattern).execute();
  for (const [table, key] of copiedTables) {
    // A numeric primary key other than `key` is SQLite's own row number, and is not copied.
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM pragma_table_info(${table}) WHERE pk = 0 OR name = ${key} OR type = 'TEXT'`.execute(sqliteEnd);
    const columns = rows.map(({ name }) => name);
    if (columns.length > 0) await copyTable(source, target, { table, key, columns });
  }
}

// Within the 65,535 parameters that one statement may have in PostgreSQL, and the 32,766 of SQLite.
const batchSize = 500;
/** A file has up to 10 MB. */
const fileBatchSize = 4;
const picturePattern = '/assets/picture-%';

interface CopiedTable {
  table: keyof Tables;
  key: string;
  columns: readonly string[];
}

async function copyTable(source: Database, target: Database, { table, key, columns }: CopiedTable): Promise<void> {
  const column = sql.ref<string | number>(key);
  for (let lastKey: string | number = table === 'revisions' ? 0 : ''; ;) {
    const page = await source
      .selectFrom(table)
      .select(columns.map((each) => sql.ref(each).as(each)))
      .where(column, '>', lastKey)
      .orderBy(column)
      .$if(table === 'assets', (query) => query.where(sql.ref('path'), 'like', picturePattern))
      .limit(table === 'files' || table === 'assets' ? fileBatchSize : batchSize)
      .execute();
    if (page.length === 0) return;
    await target.insertInto(table).values(page.map(parseDates)).execute();
    lastKey = Reflect.get(page.at(-1) ?? {}, key) as string | number;
  }
}

/** Parses the times of a row: both databases take a Date, but SQLite returns text. */
function parseDates(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      /(?:^|_)(?:at|since)$/.test(name) && value !== null ? new Date(value) : value,
    ]),
  );
}
