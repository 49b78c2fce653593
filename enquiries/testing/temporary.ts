import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../sql-database.ts';
import { createSqlEnquiryStore } from '../sql-enquiry-store.ts';
import { openSqliteDatabase } from '../sqlite-database.ts';
import type { EnquiryStore } from '../store.ts';

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

/** A store in a real database file, which is closed when the test ends. */
export function temporaryStore(path = join(temporaryDirectory(), 'site.db')): EnquiryStore {
  const { database, dialect, close } = openSqliteDatabase(path);
  onTestFinished(close);
  return createSqlEnquiryStore(database, dialect);
}
