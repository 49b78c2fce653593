import { sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Tables that are moved and backed up, with their key, each after those that it references. Sessions and invitations
 * are not copied: people sign in again with the same passkey. Nor is what the next start recreates.
 */
export const copiedTables: readonly [table: keyof Tables, key: string][] = [
  ['meta', 'key'],
  ['enquiries', 'id'],
  ['messages', 'id'],
  ['events', 'id'],
  ['search_entries', 'enquiry_id'],
  ['deliveries', 'id'],
  ['people', 'email'],
  ['passkeys', 'id'],
  ['revisions', 'number'],
  ['drafts', 'id'],
  ['reminders', 'id'],
];

/**
 * Copies the tables from one database to the other. Neither may change meanwhile: call it within a transaction of each.
 * @param sqlite the end that is SQLite: it tells which tables and columns its schema has
 */
export async function copyRows(from: Database, to: Database, sqlite: Database): Promise<void> {
  // The source's notes take the place of what an empty target has noted.
  await to.deleteFrom('meta').execute();
  for (const [table, key] of copiedTables) {
    // A primary key other than `key` is SQLite's own row number, and is not copied.
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM pragma_table_info(${table}) WHERE pk = 0 OR name = ${key}`.execute(sqlite);
    const columns = rows.map(({ name }) => name);
    if (columns.length > 0) await copyTable(from, to, { table, key, columns });
  }
}

// Within the 65,535 parameters that one statement may have in PostgreSQL, and the 32,766 of SQLite.
const batch = 500;

interface CopiedTable {
  table: keyof Tables;
  key: string;
  columns: readonly string[];
}

async function copyTable(from: Database, to: Database, { table, key, columns }: CopiedTable): Promise<void> {
  const column = sql.ref<string | number>(key);
  for (let last: string | number = table === 'revisions' ? 0 : ''; ;) {
    const page = await from
      .selectFrom(table)
      .select(columns.map((each) => sql.ref(each).as(each)))
      .where(column, '>', last)
      .orderBy(column)
      .limit(batch)
      .execute();
    if (page.length === 0) return;
    await to.insertInto(table).values(page.map(withDates)).execute();
    last = Reflect.get(page.at(-1) ?? {}, key) as string | number;
  }
}

/** Both databases take a Date for a time; SQLite gives a text. */
function withDates(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      /(?:^|_)(?:at|since)$/.test(name) && value !== null ? new Date(value) : value,
    ]),
  );
}
