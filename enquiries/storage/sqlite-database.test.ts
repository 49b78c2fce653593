import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseOpenError, type OpenDatabase } from './sql-database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { olderRows, olderSqlite, upgraded } from '../testing/older-database.ts';
import { temporaryDirectory, temporarySqlite } from '../testing/temporary.ts';

const schema = 5;
const longText = 'these are only words, a good deal longer than nothing';

const openingOf = (path: string, release?: string): Promise<unknown> =>
  openSqliteDatabase(path, release === undefined ? {} : { release })
    .ready()
    .catch((fault: unknown) => fault);

async function opened(release: string): Promise<OpenDatabase & { path: string }> {
  const path = join(temporaryDirectory(), 'site.db');
  const database = openSqliteDatabase(path, { release });
  await database.ready();
  onTestFinished(database.close);
  return { ...database, path };
}

/** As newer code leaves a file: with a history that has the oldest schema whose code can use it, or with none. */
function newer(path: string, usableFrom: number | null): DatabaseSync {
  const raw = new DatabaseSync(path);
  raw.exec('PRAGMA user_version = 99');
  if (usableFrom === null) raw.exec('DROP TABLE schema_history');
  else raw.prepare(`INSERT INTO schema_history VALUES (99, ?, '9.9.9', '')`).run(usableFrom);
  return raw;
}

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
    (await olderSqlite(path, olderRows(new Date()))).close();
    const { store } = temporarySqlite(path);
    expect(await store.list({ limit: 10 })).toMatchObject(upgraded);
    expect(await store.untold(2, 10)).toMatchObject({ count: 1 });
  });

  it('writes down which release has migrated it', async () => {
    const { database } = await opened('1.2.3');
    const { rows } = await sql`SELECT version, usable_from, release FROM schema_history`.execute(database);
    expect(rows).toEqual([{ version: schema, usable_from: schema, release: '1.2.3' }]);
  });

  it.each([
    ['whose release it tells', schema + 1, `release 9.9.9 (schema 99); this is release 1.2.3, which knows schema 5`],
    ['of which it tells no more', null, `a newer version of this software (schema 99); this is release 1.2.3`],
  ])('refuses a database of newer code %s, and changes nothing in it', async (_what, from, words) => {
    const { path, close } = await opened('1.2.3');
    await close();
    const raw = newer(path, from);
    expect(await openingOf(path, '1.2.3')).toMatchObject({ reason: expect.stringContaining(words), isLasting: true });
    expect(raw.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
    raw.close();
  });

  it('opens a database of newer code that says this one can use it, and leaves its version', async () => {
    const { path, close } = await opened('1.2.3');
    await close();
    newer(path, schema).close();
    const { store, database } = temporarySqlite(path);
    expect(await store.count({})).toBe(0);
    expect((await sql`PRAGMA user_version`.execute(database)).rows).toEqual([{ user_version: 99 }]);
  });

  it.each<[string, RegExp, (path: string) => void]>([
    ['a path below a regular file', /is not a directory$/, (path) => writeFileSync(dirname(path), '')],
    ['a directory in the place of the file', /^it is a directory$/, (path) => mkdirSync(path, { recursive: true })],
    [
      'a file that is no database',
      /not a database/,
      (path) => (mkdirSync(dirname(path)), writeFileSync(path, longText)),
    ],
  ])('names the path and the reason for %s, which does not pass by itself', async (_what, reason, make) => {
    const path = join(temporaryDirectory(), 'data', 'site.db');
    make(path);
    const fault = await openingOf(path);
    expect(fault).toBeInstanceOf(DatabaseOpenError);
    expect(fault).toMatchObject({ place: path, reason: expect.stringMatching(reason), isLasting: true });
  });
});
