import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresDatabase } from './postgres-database.ts';
import { createLazyResource, type DatabaseHandle } from './database.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { packageVersion } from '../process/package-info.ts';
import {
  executeStatement,
  openTestPostgres,
  createTemporaryPostgres,
  createTemporarySchema,
} from './testing/test-postgres.ts';
import { openerCases, ready } from './testing/openers.ts';
import { laterMigrations, laterSchemaVersion, currentSchemaVersion } from './testing/schemas.ts';
import { storeMeta } from './meta.ts';
import { listMigrationsTo } from './schema.ts';
import { createTemporaryDirectory, openTemporarySqlite } from './testing/temporary-sqlite.ts';

describe.each(openerCases)('a database of %s', (kind, make) => {
  const history = sql<{ version: number; release: string }>`SELECT version, release FROM schema_history`;
  const own = { version: currentSchemaVersion, release: packageVersion };
  const newer = (from: number) => `INSERT INTO schema_history VALUES (99, ${from}, '9.9.9', CURRENT_TIMESTAMP)`;

  it('is made once, also when several processes start at the same time, and knows by which release', async () => {
    const [open] = await make();
    const [one] = await Promise.all([1, 2, 3, 4].map(() => ready(open())));
    const { rows } = await history.execute(one?.database as DatabaseHandle['database']);
    expect(rows).toEqual([own]);
  });

  it('names its software and its schema', async () => {
    const [open] = await make();
    const versions = new RegExp(`^${kind} \\d+\\.[\\d.]+, schema ${currentSchemaVersion}$`);
    expect(await (await ready(open())).describeVersions()).toMatch(versions);
  });

  it('is refused where newer code has written it, with both releases, and not changed', async () => {
    const [open, run] = await make();
    await (await ready(open())).close();
    await run(newer(currentSchemaVersion + 1));
    const reason = `it was written by release 9.9.9 (schema 99); this is release ${packageVersion}, which knows schema ${currentSchemaVersion}`;
    await expect(ready(open())).rejects.toMatchObject({ reason, isPermanent: true });
    await run(`UPDATE schema_history SET usable_from = ${currentSchemaVersion} WHERE version = 99`);
    const { rows } = await history.execute((await ready(open())).database);
    expect(rows).toEqual([own, { version: 99, release: '9.9.9' }]);
  });

  it('is refused where its schema is older than what this release migrates, and not changed', async () => {
    const [open, run] = await make();
    await (await ready(open())).close();
    await run(`DELETE FROM schema_history`);
    await run(`INSERT INTO schema_history VALUES (4, 1, '0.1.0', CURRENT_TIMESTAMP)`);
    const says = /^it has schema 4, of release 0\.1\.0; this is .* migrates from schema 5 on\. First/;
    const reason = expect.stringMatching(says);
    for (const olderSchemaPolicy of ['migrate', 'refuse', 'leave'] as const)
      await expect(ready(open({ olderSchemaPolicy }))).rejects.toMatchObject({ reason, isPermanent: true });
  });

  it('of schema 5 keeps its counts of pages, and then takes kinds that its CHECK refused', async () => {
    const [open, run] = await make();
    await (await ready(open({ migrations: listMigrationsTo(5) }))).close();
    await run(`DROP TABLE page_counts`);
    await run(`CREATE TABLE page_counts (id text, day text, kind text CHECK (kind IN ('view', 'form', 'left out')),
      page text, detail text, host text, campaign text, number integer, visits integer)`);
    await run(`CREATE INDEX page_counts_by_day ON page_counts (day)`);
    const insert = (kind: string) =>
      run(`INSERT INTO page_counts VALUES ('${kind}', '2026-10-31', '${kind}', '/', '', '', '', 3, 2)`);
    await insert('view');
    await (await ready(open())).close();
    await insert('download');
    const counts = (await ready(open())).database.selectFrom('page_counts').select(['kind', 'number', 'visits']);
    expect(await counts.orderBy('kind').execute()).toEqual([
      { kind: 'download', number: 3, visits: 2 },
      { kind: 'view', number: 3, visits: 2 },
    ]);
  });

  it('is not changed by a command of a later release, which names both', async () => {
    const [open, run] = await make();
    await (await ready(open())).close();
    await run(`UPDATE schema_history SET release = '0.1.0'`);
    const later = { migrations: laterMigrations };
    const [before, after] = [`${currentSchemaVersion}, of release 0.1.0`, `release ${packageVersion}`];
    const says = `it has schema ${before}; this is ${after}, which needs schema ${laterSchemaVersion}. `;
    const fault = { reason: expect.stringMatching(says), isPermanent: false };
    await expect(ready(open({ ...later, olderSchemaPolicy: 'refuse' }))).rejects.toMatchObject(fault);
    const { database } = await ready(open({ ...later, olderSchemaPolicy: 'leave' }));
    expect((await history.execute(database)).rows).toEqual([{ version: currentSchemaVersion, release: '0.1.0' }]);
  });
});

describe('opening a SQLite file', () => {
  it('has each commit on the disk, references checked, erased words overwritten, and no waiting in the driver', async () => {
    const { database } = openTemporarySqlite(join(createTemporaryDirectory(), 'a', 'b', 'site.db'));
    const wanted = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, secure_delete: 1, busy_timeout: 0 };
    for (const [name, value] of Object.entries(wanted)) {
      const { rows } = await sql`PRAGMA ${sql.raw(name)}`.execute(database);
      expect(Object.values(rows[0] as object), name).toEqual([value]);
    }
  });

  const words = 'only words, not a few'.repeat(9);
  it.each<[string, RegExp, (path: string) => void]>([
    ['a path below a regular file', /is not a directory$/, (path) => writeFileSync(dirname(path), '')],
    ['a directory in the place of the file', /^it is a directory$/, (path) => mkdirSync(path, { recursive: true })],
    ['a file that is no database', /not a database/, (path) => (mkdirSync(dirname(path)), writeFileSync(path, words))],
  ])('names the path and the reason for %s, which does not pass by itself', async (_what, reason, make) => {
    const path = join(createTemporaryDirectory(), 'data', 'site.db');
    make(path);
    const fault = { location: path, reason: expect.stringMatching(reason), isPermanent: true };
    await expect(ready(openSqliteDatabase(path))).rejects.toMatchObject(fault);
  });
});

describe('opening a PostgreSQL database', () => {
  it('needs no right to change one that is up to date', async () => {
    const url = await createTemporaryPostgres();
    await (await openTestPostgres(url)).close();
    const name = new URL(url).pathname.slice(1);
    await executeStatement(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const { database } = await openTestPostgres(url);
    await expect(storeMeta(database, 'backup', '')).rejects.toThrow(/read-only transaction/);
  });

  it('leaves nothing half made when a migration fails', async () => {
    const url = await createTemporarySchema();
    await executeStatement(url, 'CREATE TABLE meta (key text)');
    await expect(openTestPostgres(url)).rejects.toThrow(/relation "meta" already exists/);
    const tables = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`;
    expect(await executeStatement(url, tables)).toEqual([{ tablename: 'meta' }]);
  });

  it('waits for the disk at each commit, whatever the server’s own setting, on no more connections than it may', async () => {
    const url = await createTemporaryPostgres();
    await executeStatement(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
    const { database, pool, close } = openPostgresDatabase(url, { maxConnections: 2 });
    onTestFinished(close);
    const setting = sql`SHOW synchronous_commit`;
    const shown = await Promise.all(Array.from({ length: 5 }, async () => (await setting.execute(database)).rows));
    expect(shown.flat()).toEqual([1, 2, 3, 4, 5].map(() => ({ synchronous_commit: 'on' })));
    expect(pool.totalCount).toBe(2);
  });

  it.each([
    ['a port where nothing listens', { port: '1' }, /^nothing answers at 127\.0\.0\.1:1$/, false],
    ['an unknown host', { hostname: 'nowhere.invalid' }, /^there is no host named nowhere\.invalid$/, false],
    ['a wrong password', { password: 'wrong-secret' }, /^password authentication failed for user "postgres"$/, true],
    ['no password', { password: '' }, /^it wants a password, and the URL has none$/, true],
    ['an unknown database', { pathname: '/absent' }, /^database "absent" does not exist$/, true],
  ])('says in one line what is wrong with %s, without the password, and whether it may pass', async (...given) => {
    const [, parts, reason, isPermanent] = given;
    const url = Object.assign(new URL(await createTemporarySchema()), parts).href;
    const message = /^The database postgres:\/\/postgres@\S+\/\w+ cannot be opened: (?!.*(secret|correct-horse))/;
    await expect(openTestPostgres(url)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      reason: expect.stringMatching(reason),
      isPermanent,
    });
  });

  it('outlives the loss of connections, at rest and amid a transaction', async () => {
    const url = await createTemporaryPostgres();
    const { database } = await openTestPostgres(url);
    const endAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'website' AND datname = current_database()`;
    const count = () => database.selectFrom('meta').selectAll().execute();
    await Promise.all([count(), count(), count()]);
    const cutOff = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('meta').values({ key: 'half', value: 'done' }).execute();
      await executeStatement(url, endAll);
      await transaction.insertInto('meta').values({ key: 'other half', value: 'done' }).execute();
    });
    await expect(cutOff).rejects.toThrow();
    // A query may still meet a connection whose end nobody has told the pool of yet.
    await expect.poll(count).toEqual([]);
  });
});

describe('opening what is away', () => {
  beforeEach(() => void vi.useFakeTimers());

  function openingOfWhatIsAway() {
    const place = { isThere: false };
    const attempt = vi.fn<() => Promise<string>>(async () => {
      if (!place.isThere) throw new Error(`away ${attempt.mock.calls.length}`);
      return 'open';
    });
    return { place, attempt, ...createLazyResource(attempt) };
  }

  it('is tried again after 1 second, then after twice as long each time, 30 seconds at most, until it is there', async () => {
    const { place, attempt, open, stopOpening } = openingOfWhatIsAway();
    const pauses: number[] = [];
    for (let failures = 1; failures <= 7; failures += 1) {
      let seconds = 0;
      for (; attempt.mock.calls.length <= failures; seconds += 0.5) {
        // All who ask meanwhile hear the same, at once.
        await expect(open()).rejects.toThrow(`away ${failures}`);
        await vi.advanceTimersByTimeAsync(500);
        await open().catch(() => undefined);
      }
      pauses.push(seconds);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
    place.isThere = true;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await Promise.all([open(), open(), stopOpening()])).toEqual(['open', 'open', 'open']);
    expect(attempt).toHaveBeenCalledTimes(9);
  });

  it('is over with the end, which waits for the attempt in hand and tells what there is to close', async () => {
    const { place, attempt, open, stopOpening } = openingOfWhatIsAway();
    const failing = open();
    const ended = stopOpening();
    await expect(failing).rejects.toThrow('away');
    expect(await ended).toBeUndefined();
    place.isThere = true;
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(open()).rejects.toThrow('closed');
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
