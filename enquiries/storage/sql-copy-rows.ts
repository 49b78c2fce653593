import { sql } from 'kysely';
import type { Database, Tables } from './sql-database.ts';

/** How much there is: rows by table, mails by state, enquiries by handling. Of tables that its schema has not yet it says nothing. */
export type Contents = Readonly<Record<string, number>>;

/** A table that moves and is backed up, and the column by which its rows are told apart. */
export interface KeptTable {
  name: keyof Tables;
  key: string;
  /** What sorts before every key. */
  first: string | number;
  columns: readonly string[];
}

/**
 * Each after those to which it refers. Who is signed in or invited stays behind, since a new sign-in with the same passkey is all it
 * takes; so does what the next start makes anew.
 */
const kept = [
  'settings',
  'enquiries',
  'deliveries',
  'replies',
  'activity',
  'people',
  'passkeys',
  'word_versions',
  'word_drafts',
  'reminders',
] as const;

/** @param sqlite the end of a copy that is SQLite: it tells which tables and columns its schema has, and the keys */
export async function keptTables(sqlite: Database): Promise<readonly KeptTable[]> {
  const { rows } = await sql<{ table: string; column: string; type: string; isKey: number }>`
    SELECT sqlite_schema.name AS "table", columns.name AS "column", columns.type AS "type", columns.pk AS "isKey"
    FROM sqlite_schema, pragma_table_info(sqlite_schema.name) AS columns
    WHERE sqlite_schema.type = 'table'`.execute(sqlite);
  return kept.flatMap((name) => {
    const own = rows.filter(({ table }) => table === name);
    const key = own.find(({ isKey }) => isKey === 1);
    if (key === undefined) return [];
    return { name, key: key.column, first: key.type === 'INTEGER' ? 0 : '', columns: own.map(({ column }) => column) };
  });
}

// Within the 65,535 parameters that one statement may have in PostgreSQL, and the 32,766 of SQLite.
const batch = 500;

/**
 * Copies the tables from one database to the other. Both have to stand still meanwhile: call it within a transaction of each.
 * @returns how much arrived; a difference to what was sent, in words
 */
export async function copyRows(
  from: Database,
  to: Database,
  tables: readonly KeptTable[],
): Promise<{ ok: true; contents: Contents } | { ok: false; reason: string }> {
  // What the core has noted moves as well, and in the place of what an empty target has noted.
  await sql`DELETE FROM settings WHERE ${isNote}`.execute(to);
  for (const table of tables) await copyTable(from, to, table);
  const [sent, arrived] = [await contentsOf(from, tables), await contentsOf(to, tables)];
  const [before, after] = [inWords(sent), inWords(arrived)];
  if (before === after) return { ok: true, contents: arrived };
  return { ok: false, reason: `what arrived differs from what was sent: ${after} instead of ${before}` };
}

/** Enough to see that nothing is missing. */
export async function contentsOf(database: Database, tables: readonly KeptTable[]): Promise<Contents> {
  const contents: Record<string, number> = {};
  for (const { name } of tables) {
    const counted = name === 'settings' ? sql`settings WHERE NOT (${isNote})` : sql.table(name);
    const { rows } = await sql<{ rows: number }>`SELECT count(*) AS rows FROM ${counted}`.execute(database);
    contents[name] = rows[0]?.rows ?? 0;
  }
  const groups: [table: keyof Tables, column: string][] = [['deliveries', 'state']];
  // Enquiries are handled since there is a table of what was done to them.
  if (contents['activity'] !== undefined) groups.push(['enquiries', 'handling']);
  for (const [table, column] of groups) {
    const { rows } = await sql<{ word: string; rows: number }>`
      SELECT ${sql.ref(column)} AS word, count(*) AS rows FROM ${sql.table(table)} GROUP BY 1 ORDER BY 1`.execute(
      database,
    );
    for (const { word, rows: many } of rows) contents[word] = many;
  }
  return contents;
}

/** "5 enquiries, 1 due" and so on. */
export function inWords(contents: Contents): string {
  return Object.entries(contents)
    .map(([what, many]) => `${many} ${what}`)
    .join(', ');
}

/** What the core notes for itself is no setting. */
const isNote = sql<boolean>`key LIKE 'health.%'`;

async function copyTable(from: Database, to: Database, { name, key, first, columns }: KeptTable): Promise<void> {
  const column = sql.ref<string | number>(key);
  for (let last = first; ;) {
    const page = await from
      .selectFrom(name)
      .select(columns.map((each) => sql.ref(each).as(each)))
      .where(column, '>', last)
      .orderBy(column)
      .limit(batch)
      .execute();
    if (page.length === 0) return;
    await to.insertInto(name).values(page.map(withDates)).execute();
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
