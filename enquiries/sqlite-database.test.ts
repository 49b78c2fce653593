import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseOpenError } from './sql-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { temporaryDatabase, temporaryDirectory } from './testing/temporary.ts';

describe('opening the SQLite database', () => {
  it('makes the file and the directories above it', () => {
    const path = join(temporaryDirectory(), 'a', 'b', 'site.db');
    temporaryDatabase(path);
    expect(existsSync(path)).toBe(true);
  });

  it.each([
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
    ['secure_delete', 1],
    ['busy_timeout', 5000],
  ])('sets %s', async (name, value) => {
    const { rows } = await sql`PRAGMA ${sql.raw(name)}`.execute(temporaryDatabase());
    expect(Object.values(rows[0] as object)).toEqual([value]);
  });

  it('opens a file again that is up to date', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    await openSqliteDatabase(path).close();
    expect(() => temporaryDatabase(path)).not.toThrow();
  });

  it('closes a file that was never used', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const { database, close } = openSqliteDatabase(path);
    await close();
    await expect(database.selectFrom('settings').selectAll().execute()).rejects.toThrow(/not open/);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });

  it('refuses a database that is newer than the code, and changes nothing in it', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    await openSqliteDatabase(path).close();
    const raw = new DatabaseSync(path);
    raw.exec('PRAGMA user_version = 99');
    raw.close();
    expect(() => openSqliteDatabase(path)).toThrow(/newer version of this software \(schema 99/);
    const after = new DatabaseSync(path);
    expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
    after.close();
  });

  it.each([
    {
      what: 'a path below a regular file',
      reason: /is not a directory$/,
      make: (directory: string) => {
        writeFileSync(join(directory, 'file'), '');
        return join(directory, 'file', 'site.db');
      },
    },
    {
      what: 'a directory in the place of the file',
      reason: /^it is a directory$/,
      make: (directory: string) => {
        mkdirSync(join(directory, 'site.db'));
        return join(directory, 'site.db');
      },
    },
    {
      what: 'a file that is no database',
      reason: /not a database/,
      make: (directory: string) => {
        writeFileSync(join(directory, 'site.db'), 'these are only words, a good deal longer than nothing');
        return join(directory, 'site.db');
      },
    },
  ])('names the path and the reason for $what', ({ make, reason }) => {
    const path = make(temporaryDirectory());
    const fault = thrownBy(() => openSqliteDatabase(path));
    expect(fault).toBeInstanceOf(DatabaseOpenError);
    expect(fault).toMatchObject({ place: path, reason: expect.stringMatching(reason) });
  });
});

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (fault) {
    return fault;
  }
  throw new Error('nothing was thrown');
}
