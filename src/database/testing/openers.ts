import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import type { DatabaseHandle, OpenDatabaseOptions } from '../database.ts';
import { openPostgresDatabase } from '../postgres-database.ts';
import { openSqliteDatabase } from '../sqlite-database.ts';
import { createTemporaryDirectory } from './temporary-sqlite.ts';
import { createTemporarySchema, executeStatement } from './test-postgres.ts';

type Opener = (settings?: OpenDatabaseOptions) => DatabaseHandle;

/** An empty place for a database of either kind: what opens it as a release does, and what runs a statement beside that. */
export const openerCases: [kind: string, make: () => Promise<[open: Opener, run: (sql: string) => unknown]>][] = [
  ['SQLite', makeSqlite],
  ['PostgreSQL', makePostgres],
];

async function makeSqlite(): Promise<[Opener, (sql: string) => unknown]> {
  const path = join(createTemporaryDirectory(), 'site.db');
  const run = (statement: string) => {
    using raw = new DatabaseSync(path);
    raw.exec(statement);
  };
  return [(settings) => openSqliteDatabase(path, settings), run];
}

async function makePostgres(): Promise<[Opener, (sql: string) => unknown]> {
  const url = await createTemporarySchema();
  return [(settings) => openPostgresDatabase(url, settings), (statement) => executeStatement(url, statement)];
}

/** Waits until a database is open, and closes it when the test ends. */
export async function ready(opened: DatabaseHandle): Promise<DatabaseHandle> {
  onTestFinished(opened.close);
  await opened.ensureOpen();
  return opened;
}
