import { backup, DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { contentsOf, copyRows, keptTables, type Contents } from './sql-copy-rows.ts';
import { migrate, sqliteSchema } from './migrate.ts';
import { latestSchema } from './migrations.ts';
import type { Tables } from './sql-database.ts';
import { fillSearch } from './sql-search.ts';
import { databaseOn, lockPatience } from './sqlite-driver.ts';

/** What a copy says of itself. */
export interface CopyNote {
  at: string;
  /** The version of the software that made the copy. */
  release: string;
  /** The path of the SQLite database that was copied; none of a copy from PostgreSQL or from before this was noted. */
  from?: string;
  /** What was counted in the same snapshot of the original. */
  contents: Contents;
}

/**
 * Copies a database file, as it stands at one moment, into a new file that is whole by itself. Others read and write meanwhile, and
 * SQLite copies in another thread. Rejects with what SQLite throws.
 */
export async function copySqlite(path: string, file: string, release: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: lockPatience });
  try {
    // One snapshot for counting and copying. Without it SQLite begins to copy anew with each write of others, and under load it
    // never ended; VACUUM INTO, which would not, refuses to run within a transaction.
    source.exec('BEGIN');
    const database = databaseOn(async () => source);
    const contents = await contentsOf(database, await keptTables(database));
    await backup(source, file, { rate: 1000 });
    seal(new DatabaseSync(file), { at: new Date().toISOString(), release, from: path, contents });
  } finally {
    source.close();
  }
}

/**
 * Reads a PostgreSQL database, as it stands at one moment, into a new SQLite file of the same schema. Rejects with what either throws.
 * @param schema how many migrations the database has, where not all
 */
export async function copyPostgres(pool: pg.Pool, file: string, release: string, schema?: number): Promise<void> {
  const target = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    const database = databaseOn(async () => target);
    await migrate(database, sqliteSchema, { place: file, release, known: schema });
    // Not destroyed at the end: that would end the pool.
    const source = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const snapshot = source.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    const copied = await snapshot.execute((from) =>
      database.transaction().execute(async (to) => {
        const rows = await copyRows(from, to, await keptTables(to));
        if (schema === undefined || schema === latestSchema) await fillSearch(to);
        return rows;
      }),
    );
    if (!copied.ok) throw new Error(copied.reason);
    seal(target, { at: new Date().toISOString(), release, contents: copied.contents });
  } finally {
    if (target.isOpen) target.close();
  }
}

/** Null of a file that is a database of the site, and no copy made here. */
export function noteOfCopy(file: DatabaseSync): CopyNote | null {
  const found = file.prepare('SELECT value FROM settings WHERE key = ?').get(noteKey);
  return found === undefined ? null : (JSON.parse(String(found['value'])) as CopyNote);
}

/** The version of the software that made a copy; null of a file that does not tell. */
export function releaseOfCopy(path: string): string | null {
  try {
    using file = new DatabaseSync(path, { readOnly: true });
    return noteOfCopy(file)?.release ?? null;
  } catch (fault) {
    if (fault instanceof Error && 'errcode' in fault) return null;
    throw fault;
  }
}

/** Among what the core notes for itself. */
const noteKey = 'health.copied';

/** Closes the copy, with a note and without a write-ahead log beside it. */
function seal(copy: DatabaseSync, note: CopyNote): void {
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    copy
      .prepare('INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
      .run(noteKey, JSON.stringify(note));
  } finally {
    copy.close();
  }
}
