import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseOpenError } from './sql-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { temporaryDirectory, temporarySqlite } from './testing/temporary.ts';

describe('opening the SQLite database', () => {
  it('makes the file and the directories above it', () => {
    const { path } = temporarySqlite(join(temporaryDirectory(), 'a', 'b', 'site.db'));
    expect(existsSync(path)).toBe(true);
  });

  it('has each commit on the disk, references checked, erased words overwritten, and waits for other writers', async () => {
    const { database } = temporarySqlite();
    const wanted = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, secure_delete: 1, busy_timeout: 5000 };
    for (const [name, value] of Object.entries(wanted)) {
      const { rows } = await sql`PRAGMA ${sql.raw(name)}`.execute(database);
      expect(Object.values(rows[0] as object), name).toEqual([value]);
    }
  });

  it('closes a file that was never used', async () => {
    const { path, database, close } = temporarySqlite();
    await close();
    await expect(database.selectFrom('settings').selectAll().execute()).rejects.toThrow(/not open/);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('refuses a database that is newer than the code, and changes nothing in it', async () => {
    const { path, close } = temporarySqlite();
    await close();
    const raw = new DatabaseSync(path);
    raw.exec('PRAGMA user_version = 99');
    expect(() => openSqliteDatabase(path)).toThrow(/newer version of this software \(schema 99/);
    expect(raw.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
    raw.close();
  });

  it.each<[string, RegExp, (path: string) => void]>([
    ['a path below a regular file', /is not a directory$/, (path) => writeFileSync(dirname(path), '')],
    ['a directory in the place of the file', /^it is a directory$/, (path) => mkdirSync(path, { recursive: true })],
    [
      'a file that is no database',
      /not a database/,
      (path) => {
        mkdirSync(dirname(path));
        writeFileSync(path, 'these are only words, a good deal longer than nothing');
      },
    ],
  ])('names the path and the reason for %s', (_what, reason, make) => {
    const path = join(temporaryDirectory(), 'data', 'site.db');
    make(path);
    const attempt = () => openSqliteDatabase(path);
    expect(attempt).toThrow(DatabaseOpenError);
    expect(attempt).toThrow(expect.objectContaining({ place: path, reason: expect.stringMatching(reason) }));
  });
});
