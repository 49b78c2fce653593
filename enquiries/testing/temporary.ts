import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqliteDatabase, type Database } from '../sqlite-database.ts';

/** An empty directory that goes when the test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'enquiries-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A real database file that is closed and removed when the test ends. */
export function temporaryDatabase(path = join(temporaryDirectory(), 'site.db')): Database {
  const { database, close } = openSqliteDatabase(path);
  onTestFinished(close);
  return database;
}
