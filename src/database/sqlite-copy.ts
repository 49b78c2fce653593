import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { packageVersion } from '../process/package-info.ts';
import { getSqliteErrorCode } from '../process/sqlite-error-code.ts';
import type { MetaKey } from './meta.ts';
import { migrateSchema } from './migrate.ts';
import { listMigrationsTo } from './schema.ts';
import { copyRows } from './copy-rows.ts';
import { createSqliteDatabase, busyTimeoutMs, sqliteSchemaDialect } from './sqlite-driver.ts';
import type { Tables } from './tables.ts';

/** What a copy was made of, stored in it. */
export interface CopySource {
  release: string;
  /** Path of the SQLite database that was copied; absent if it was PostgreSQL. */
  from?: string;
}

/** Copies a consistent snapshot of a SQLite database in use into a new file. Rejects with SQLite's error. */
export async function copySqliteFile(sourcePath: string, targetPath: string): Promise<void> {
  const source = new DatabaseSync(sourcePath, { readOnly: true, timeout: busyTimeoutMs });
  try {
    // The first read fixes the snapshot. Without it SQLite restarts the copy after each write of others, under load for
    // ever; VACUUM INTO, which does not, cannot run within a transaction.
    source.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
    await backup(source, targetPath, { rate: 1000 });
    finishCopy(new DatabaseSync(targetPath), { release: packageVersion, from: sourcePath });
  } finally {
    source.close();
  }
}

/** Copies a snapshot of a PostgreSQL database into a new SQLite file of its schema, as far as this release knows it. */
export async function copyPostgresToSqlite(pool: pg.Pool, targetPath: string, schemaVersion: number): Promise<void> {
  const target = new DatabaseSync(targetPath, { enableForeignKeyConstraints: true });
  try {
    const database = createSqliteDatabase(async () => target);
    const knownMigrations = listMigrationsTo(schemaVersion);
    await migrateSchema(database, sqliteSchemaDialect, { location: targetPath, migrations: knownMigrations });
    // Not destroyed at the end: that would end the pool.
    const source = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const snapshot = source.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    await snapshot.execute((from) => database.transaction().execute((to) => copyRows(from, to, to)));
    finishCopy(target, { release: packageVersion });
  } finally {
    if (target.isOpen) target.close();
  }
}

/** Returns the damage that SQLite finds in a copy; null if there is none. Only reads the file. */
export function findDamage(path: string): string | null {
  try {
    using opened = openImmutableFile(path);
    const found = opened.prepare('PRAGMA integrity_check(1)').get();
    const result = String(found?.['integrity_check']);
    return result === 'ok' ? null : result;
  } catch (error) {
    if (error instanceof Error && ['corrupt', 'notADatabase'].includes(getSqliteErrorCode(error) ?? ''))
      return error.message;
    throw error;
  }
}

/** Opens a SQLite file that nobody writes to: read-only, without locks or companion files. */
export function openImmutableFile(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return new DatabaseSync(url, { readOnly: true });
}

/** Returns what a copy was made of; null if the database is not a copy. */
export function readCopySource(copy: DatabaseSync): CopySource | null {
  const found = copy.prepare('SELECT value FROM meta WHERE key = ?').get('copy' satisfies MetaKey);
  return found === undefined ? null : (JSON.parse(String(found['value'])) as CopySource);
}

/** Returns the release that made a copy; null if it cannot be read. */
export function readCopyRelease(path: string): string | null {
  try {
    using opened = openImmutableFile(path);
    return readCopySource(opened)?.release ?? null;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return null;
    throw error;
  }
}

/** Returns the number of deliveries due in a backup, and the `erasedIds` that it still has. Only reads the file. */
export function inspectBackupContents(
  backupPath: string,
  erasedIds: readonly string[],
): { dueDeliveries: number; presentErasedIds: readonly string[] } {
  using opened = openImmutableFile(backupPath);
  const due = opened.prepare(`SELECT count(*) AS due FROM deliveries WHERE state = 'due'`).get();
  const found = opened.prepare('SELECT id FROM enquiries WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id');
  return {
    dueDeliveries: Number(due?.['due']),
    presentErasedIds: found.all(JSON.stringify(erasedIds)).map(({ id }) => String(id)),
  };
}

/** Stores a value in the table `meta` of an open SQLite file. */
export function setMetaSync(database: DatabaseSync, key: MetaKey, value: string): void {
  database
    .prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
    .run(key, value);
}

/** Stores what a copy was made of and closes it, without a write-ahead log beside it. */
function finishCopy(copy: DatabaseSync, source: CopySource): void {
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    setMetaSync(copy, 'copy', JSON.stringify(source));
    // For the restored database, this is its last backup.
    setMetaSync(copy, 'backup', new Date().toISOString());
  } finally {
    copy.close();
  }
}
