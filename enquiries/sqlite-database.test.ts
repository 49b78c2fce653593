import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DatabaseOpenError } from './sql-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { migrate } from './sqlite-migrations.ts';
import { olderRows, upgraded } from './testing/older-database.ts';
import { temporaryDirectory, temporarySqlite } from './testing/temporary.ts';

const openingOf = (path: string): Promise<unknown> =>
  openSqliteDatabase(path)
    .ready()
    .catch((fault: unknown) => fault);

describe('opening the SQLite database', () => {
  it('makes the file and the directories above it', async () => {
    const { path, ready } = temporarySqlite(join(temporaryDirectory(), 'a', 'b', 'site.db'));
    await ready();
    expect(existsSync(path)).toBe(true);
  });

  it('has each commit on the disk, references checked, erased words overwritten, and no waiting in the driver', async () => {
    const { database } = temporarySqlite();
    const wanted = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, secure_delete: 1, busy_timeout: 0 };
    for (const [name, value] of Object.entries(wanted)) {
      const { rows } = await sql`PRAGMA ${sql.raw(name)}`.execute(database);
      expect(Object.values(rows[0] as object), name).toEqual([value]);
    }
  });

  it('makes nothing that is closed before its first use, and opens nothing that is closed', async () => {
    const { path, database, close } = temporarySqlite();
    await close();
    await expect(database.selectFrom('settings').selectAll().execute()).rejects.toThrow(/is closed/);
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['opened and never used', ''],
    ['used', 'x'],
  ])('closes a file that was %s', async (_what, key) => {
    const { path, database, ready, close } = temporarySqlite();
    await ready();
    if (key !== '') await database.insertInto('settings').values({ key, value: '' }).execute();
    await close();
    expect([existsSync(path), existsSync(`${path}-wal`)]).toEqual([true, false]);
  });

  it('upgrades one from before people handled enquiries, with all its data; what was mailed long ago counts as answered', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const raw = new DatabaseSync(path);
    migrate(raw, 3);
    raw.exec(olderRows(new Date()));
    raw.close();
    const { store } = temporarySqlite(path);
    expect(await store.list({ limit: 10 })).toMatchObject(upgraded);
    expect(await store.untold(2, 10)).toMatchObject({ count: 1 });
  });

  it('refuses a database that is newer than the code, and changes nothing in it', async () => {
    const { path, ready, close } = temporarySqlite();
    await ready();
    await close();
    const raw = new DatabaseSync(path);
    raw.exec('PRAGMA user_version = 99');
    const reason = expect.stringMatching(/newer version of this software \(schema 99/);
    expect(await openingOf(path)).toMatchObject({ reason, isLasting: true });
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
  ])('names the path and the reason for %s, which does not pass by itself', async (_what, reason, make) => {
    const path = join(temporaryDirectory(), 'data', 'site.db');
    make(path);
    const fault = await openingOf(path);
    expect(fault).toBeInstanceOf(DatabaseOpenError);
    expect(fault).toMatchObject({ place: path, reason: expect.stringMatching(reason), isLasting: true });
  });
});
