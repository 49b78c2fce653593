import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTestStore } from '../../enquiries/testing/test-store.ts';
import { openSqliteDatabase } from '../sqlite-database.ts';

/** An empty directory that goes when the test ends. */
export function createTemporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'enquiries-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const emptyDatabase = await makeEmptyDatabase();

/** The file of a database with the site's tables and nothing in them: it is quicker to copy than to make. */
async function makeEmptyDatabase(): Promise<Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'empty-'));
  const made = openSqliteDatabase(join(directory, 'site.db'));
  await made.ensureOpen();
  await made.close();
  const bytes = readFileSync(join(directory, 'site.db'));
  rmSync(directory, { recursive: true });
  return bytes;
}

/** Path of a database with the site's tables and nothing in them, in a directory that goes when the test ends. */
export function createTemporaryDatabase(): string {
  const path = join(createTemporaryDirectory(), 'site.db');
  writeFileSync(path, emptyDatabase);
  return path;
}

/** A real database in a file, and a store in it, closed when the test ends. */
export function openTemporarySqlite(path = createTemporaryDatabase()) {
  const opened = openSqliteDatabase(path);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= opened.close());
  onTestFinished(close);
  return { ...opened, close, path, store: createTestStore(opened) };
}
