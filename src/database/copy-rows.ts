import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Tables to copy, with their keys, each after the tables that it references. Sessions, invitations and links to drafts
 * stay behind, and of the assets all but pictures: people sign in again, and the next start stores the build files.
 */
const copiedTables: readonly [table: keyof Tables, key: string][] = [
  ['meta', 'key'],
  ['enquiries', 'id'],
  ['messages', 'id'],
  ['files', 'id'],
  ['unsent_files', 'id'],
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

interface CopiedTable {
  table: keyof Tables;
  key: string;
  columns: readonly string[];
}

/** Resolves to the tables to copy that a SQLite database has: that of an older release lacks some. */
export async function listCopiedTables(sqliteEnd: Database): Promise<readonly CopiedTable[]> {
  const found: CopiedTable[] = [];
  for (const [table, key] of copiedTables) {
    // A numeric primary key other than `key` is SQLite's own row number, and is not copied.
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM pragma_table_info(${table}) WHERE pk = 0 OR name = ${key} OR type = 'TEXT'`.execute(sqliteEnd);
    if (rows.length > 0) found.push({ table, key, columns: rows.map(({ name }) => name) });
  }
  return found;
}

/** Copies the tables, within a transaction of each database. The schema of `sqliteEnd`, one of the two, says which. */
export async function copyRows(source: Database, target: Database, sqliteEnd: Database): Promise<void> {
  // The source's rows replace those of an empty target.
  await target.deleteFrom('meta').execute();
  await target.deleteFrom('assets').where(isPicture).execute();
  for (const copied of await listCopiedTables(sqliteEnd))
    for (const condition of listPasses(copied)) await copyTable(source, target, copied, condition);
}

// Within the 65,535 parameters that one statement may have in PostgreSQL, and the 32,766 of SQLite.
const batchSize = 500;
/** A file has up to 10 MB. */
const fileBatchSize = 4;
const isPicture = sql<boolean>`path LIKE '/assets/picture-%'`;

/** Returns the conditions of the rows to copy, one after another: a merged enquiry refers to one that is not merged. */
function listPasses({ table, columns }: CopiedTable): readonly RawBuilder<boolean>[] {
  if (table === 'assets') return [isPicture];
  if (!columns.includes('merged_into')) return [sql<boolean>`1 = 1`];
  return [sql<boolean>`merged_into IS NULL`, sql<boolean>`merged_into IS NOT NULL`];
}

async function copyTable(
  source: Database,
  target: Database,
  { table, key, columns }: CopiedTable,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const column = sql.ref<string | number>(key);
  for (let lastKey: string | number = table === 'revisions' ? 0 : ''; ;) {
    const page = await source
      .selectFrom(table)
      .select(columns.map((each) => sql.ref(each).as(each)))
      .where(column, '>', lastKey)
      .where(condition)
      .orderBy(column)
      .limit(columns.includes('body') ? fileBatchSize : batchSize)
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
