import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { release } from '../process/site-directory.ts';
import { getSqliteCode } from '../process/sqlite-code.ts';
import type { MetaKey } from './meta.ts';
import { migrate } from './migrate.ts';
import { migrations } from './schema.ts';
import { copyRows } from './copy-rows.ts';
import { createSqliteDatabase, busyTimeout, sqliteSchema } from './sqlite-driver.ts';
import type { Tables } from './tables.ts';

/** The origin of a copy, stored in it. */
export interface CopyNote {
  /** The version of the software that made the copy. */
  release: string;
  /** The path of the SQLite database that was copied; none of a copy from PostgreSQL. */
  from?: string;
}

/**
 * Copies a database file, as it stands at one moment, into a new file that is whole by itself. Others read and write
 * meanwhile, and SQLite copies in another thread. Rejects with what SQLite throws.
 */
export async function copySqlite(path: string, file: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: busyTimeout });
  try {
    // The first read fixes the snapshot. Without it SQLite begins to copy anew with each write of others, and under load it never
    // ended; VACUUM INTO, which would not, refuses to run within a transaction.
    source.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    await backup(source, file, { rate: 1000 });
    seal(new DatabaseSync(file), { release, from: path });
  } finally {
    source.close();
  }
}

/**
 * Copies a snapshot of a PostgreSQL database into a new SQLite file of the same schema. Rejects with faults of either.
 * @param schema of the database; of a newer one, the tables and columns that this code knows are copied
 */
export async function copyPostgres(pool: pg.Pool, file: string, schema: number): Promise<void> {
  const target = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    const database = createSqliteDatabase(async () => target);
    const known = migrations.slice(0, schema);
    await migrate(database, sqliteSchema, { place: file, migrations: known });
    // Not destroyed at the end: that would end the pool.
    const source = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const snapshot = source.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    await snapshot.execute((from) => database.transaction().execute((to) => copyRows(from, to, to)));
    seal(target, { release });
  } finally {
    if (target.isOpen) target.close();
  }
}

/** Returns what SQLite finds wrong with a file that is a copy; null where it is whole. The file is only read. */
export function findDamage(file: string): string | null {
  try {
    using opened = openReadOnly(file);
    const found = opened.prepare('PRAGMA integrity_check(1)').get();
    const said = String(found?.['integrity_check']);
    return said === 'ok' ? null : said;
  } catch (fault) {
    if (fault instanceof Error && ['corrupt', 'notADatabase'].includes(getSqliteCode(fault) ?? ''))
      return fault.message;
    throw fault;
  }
}

/** Opens a file that nobody writes to: without locks, and without files beside it. */
export function openReadOnly(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** Returns the note of a copy; null if the database is no copy. */
export function readCopyNote(file: DatabaseSync): CopyNote | null {
  const found = file.prepare('SELECT value FROM meta WHERE key = ?').get('copy' satisfies MetaKey);
  return found === undefined ? null : (JSON.parse(String(found['value'])) as CopyNote);
}

/** Returns the release that made a copy; null if the file does not say. */
export function releaseOfCopy(file: string): string | null {
  try {
    using opened = openReadOnly(file);
    return readCopyNote(opened)?.release ?? null;
  } catch (fault) {
    if (fault instanceof Error && 'errcode' in fault) return null;
    throw fault;
  }
}

/** Returns the number of due deliveries in a copy, and the `erased` ids that it still has. The file is only read. */
export function readHeld(file: string, erased: readonly string[]): { due: number; erased: readonly string[] } {
  using opened = openReadOnly(file);
  const due = opened.prepare(`SELECT count(*) AS due FROM deliveries WHERE state = 'due'`).get();
  const found = opened.prepare('SELECT id FROM enquiries WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id');
  return { due: Number(due?.['due']), erased: found.all(JSON.stringify(erased)).map(({ id }) => String(id)) };
}

/** Writes a fact into a file that nobody else has open. */
export function writeMeta(file: DatabaseSync, key: MetaKey, value: string): void {
  file
    .prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(key, value);
}

/** Closes the copy, with a note and without a write-ahead log beside it. */
function seal(copy: DatabaseSync, note: CopyNote): void {
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    writeMeta(copy, 'copy', JSON.stringify(note));
    // Once it is restored, there is a backup: this one.
    writeMeta(copy, 'backup', new Date().toISOString());
  } finally {
    copy.close();
  }
}
