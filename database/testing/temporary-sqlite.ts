import { mkdtempSync, rmSync } from 'node:fs';
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

/** A real database in a file, and a store in it, closed when the test ends. */
export function openTemporarySqlite(path = join(createTemporaryDirectory(), 'site.db')) {
  const opened = openSqliteDatabase(path);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= opened.close());
  onTestFinished(close);
  return { ...opened, close, path, store: createTestStore(opened) };
}
