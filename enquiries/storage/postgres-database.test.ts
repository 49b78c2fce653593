import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresDatabase } from './postgres-database.ts';
import { olderPostgres, olderRows, upgraded } from '../testing/older-database.ts';
import { DatabaseOpenError } from './sql-database.ts';
import { execute, openPostgres, temporaryPostgres, temporarySchema } from '../testing/postgres.ts';

describe('opening the PostgreSQL database', () => {
  it('makes the tables once, also when several processes start at the same time', async () => {
    const url = await temporarySchema();
    const opened = await Promise.all([url, url, url, url].map(openPostgres));
    for (const { store } of opened) expect(await store.count({})).toBe(0);
    expect(await execute(url, 'SELECT version FROM schema_version')).toEqual([{ version: 4 }]);
  });

  it('closes a database that was never used, and one that is up to date needs no right to change it', async () => {
    const url = await temporaryPostgres();
    const first = openPostgresDatabase(url);
    await first.ready();
    await first.close();
    await execute(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    const { database } = await openPostgres(url);
    await expect(database.insertInto('settings').values({ key: 'x', value: 'y' }).execute()).rejects.toThrow(
      /read-only transaction/,
    );
  });

  it('leaves nothing half made when a migration fails', async () => {
    const url = await temporarySchema();
    await execute(url, 'CREATE TABLE settings (key text)');
    await expect(openPostgres(url)).rejects.toThrow(/relation "settings" already exists/);
    const tables = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`;
    expect(await execute(url, tables)).toEqual([{ tablename: 'settings' }]);
  });

  it('upgrades one from before people handled enquiries, with all its data; what was mailed long ago counts as answered', async () => {
    const url = await temporarySchema();
    await olderPostgres(url, olderRows(new Date()));
    const { store } = await openPostgres(url);
    expect(await store.list({ limit: 10 })).toMatchObject(upgraded);
    expect(await store.untold(2, 10)).toMatchObject({ count: 1 });
  });

  it('refuses a database of newer code, names both releases, and changes nothing in it', async () => {
    const url = await temporarySchema();
    await openPostgres(url);
    await execute(
      url,
      `UPDATE schema_version SET version = 99; INSERT INTO schema_history VALUES (99, 5, '9.9.9', now())`,
    );
    const reason = 'it was written by release 9.9.9 (schema 99); this is release 1.2.3, which knows schema 4';
    const opened = openPostgresDatabase(url, { release: '1.2.3' });
    onTestFinished(opened.close);
    await expect(opened.ready()).rejects.toMatchObject({ reason, isLasting: true });
    expect(await execute(url, 'SELECT version FROM schema_version')).toEqual([{ version: 99 }]);
  });

  it('opens a database of newer code that says this one can use it, and leaves its version', async () => {
    const url = await temporarySchema();
    await openPostgres(url);
    await execute(
      url,
      `UPDATE schema_version SET version = 99; INSERT INTO schema_history VALUES (99, 4, '9.9.9', now())`,
    );
    const { store } = await openPostgres(url);
    expect(await store.count({})).toBe(0);
    expect(await execute(url, 'SELECT version FROM schema_version')).toEqual([{ version: 99 }]);
  });

  it('waits for the disk at each commit, whatever the server’s own setting', async () => {
    const url = await temporaryPostgres();
    await execute(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
    const { rows } = await sql`SHOW synchronous_commit`.execute((await openPostgres(url)).database);
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });

  it.each([
    ['a port where nothing listens', { port: '1' }, /^nothing answers at 127\.0\.0\.1:1$/, false],
    ['an unknown host', { hostname: 'nowhere.invalid' }, /^there is no host named nowhere\.invalid$/, false],
    ['a wrong password', { password: 'wrong-secret' }, /^password authentication failed for user "postgres"$/, true],
    ['no password', { password: '' }, /^it wants a password, and the URL has none$/, true],
    ['an unknown database', { pathname: '/absent' }, /^database "absent" does not exist$/, true],
  ])('says in one line what is wrong with %s, without the password, and whether it may pass', async (...given) => {
    const [, parts, reason, isLasting] = given;
    const url = Object.assign(new URL(await temporarySchema()), parts).href;
    const fault: unknown = await openPostgres(url).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(DatabaseOpenError);
    expect(fault).toMatchObject({ reason: expect.stringMatching(reason), isLasting });
    expect((fault as Error).message).toMatch(/^The database postgres:\/\/postgres@\S+\/\w+ cannot be opened: /);
    expect((fault as Error).message).not.toMatch(/secret|correct-horse/);
  });

  it('holds no more connections than it may', async () => {
    const url = await temporaryPostgres();
    const opened = openPostgresDatabase(url, { connections: 2 });
    onTestFinished(opened.close);
    const busy = Array.from({ length: 5 }, () => sql`SELECT pg_sleep(0.05)`.execute(opened.database));
    await Promise.all(busy);
    expect(opened.pool.totalCount).toBe(2);
  });

  it('outlives the loss of connections, at rest and amid a transaction', async () => {
    const url = await temporaryPostgres();
    const { database } = await openPostgres(url);
    const endAll = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'website' AND datname = current_database()`;
    const count = () => database.selectFrom('settings').selectAll().execute();
    await Promise.all([count(), count(), count()]);
    const cutOff = database.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values({ key: 'half', value: 'done' }).execute();
      await execute(url, endAll);
      await transaction.insertInto('settings').values({ key: 'other half', value: 'done' }).execute();
    });
    await expect(cutOff).rejects.toThrow();
    // A query may still meet a connection whose end nobody has told the pool of yet.
    await expect.poll(count).toEqual([]);
  });
});
