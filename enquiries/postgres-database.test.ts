import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openPostgresDatabase } from './postgres-database.ts';
import { DatabaseOpenError } from './sql-database.ts';
import { execute, openPostgres, temporaryPostgres, temporarySchema } from './testing/postgres.ts';

describe('opening the PostgreSQL database', () => {
  it('makes the tables once, also when several processes start at the same time', async () => {
    const url = await temporarySchema();
    const opened = await Promise.all([url, url, url, url].map(openPostgres));
    for (const { store } of opened) expect(await store.count({})).toBe(0);
    expect(await execute(url, 'SELECT version FROM schema_version')).toEqual([{ version: 1 }]);
  });

  it('closes a database that was never used, and one that is up to date needs no right to change it', async () => {
    const url = await temporaryPostgres();
    await (await openPostgresDatabase(url)).close();
    await execute(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
    const { database } = await openPostgres(url);
    await expect(database.insertInto('settings').values({ key: 'x', value: 'y' }).execute()).rejects.toThrow(
      /read-only transaction/,
    );
  });

  it('leaves nothing half made when a migration fails', async () => {
    const url = await temporarySchema();
    await execute(url, 'CREATE TABLE settings (key text)');
    await expect(openPostgresDatabase(url)).rejects.toThrow(/relation "settings" already exists/);
    const tables = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`;
    expect(await execute(url, tables)).toEqual([{ tablename: 'settings' }]);
  });

  it('refuses a database that is newer than the code, and changes nothing in it', async () => {
    const url = await temporarySchema();
    await (await openPostgresDatabase(url)).close();
    await execute(url, 'UPDATE schema_version SET version = 99');
    await expect(openPostgresDatabase(url)).rejects.toThrow(/newer version of this software \(schema 99/);
    expect(await execute(url, 'SELECT version FROM schema_version')).toEqual([{ version: 99 }]);
  });

  it('waits for the disk at each commit, whatever the server’s own setting', async () => {
    const url = await temporaryPostgres();
    await execute(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
    const { rows } = await sql`SHOW synchronous_commit`.execute((await openPostgres(url)).database);
    expect(rows).toEqual([{ synchronous_commit: 'on' }]);
  });

  it.each([
    ['a port where nothing listens', { port: '1' }, /^nothing answers at 127\.0\.0\.1:1$/],
    ['an unknown host', { hostname: 'nowhere.invalid' }, /^there is no host named nowhere\.invalid$/],
    ['a wrong password', { password: 'wrong-secret' }, /^password authentication failed for user "postgres"$/],
    ['no password', { password: '' }, /^it wants a password, and the URL has none$/],
    ['an unknown database', { pathname: '/absent' }, /^database "absent" does not exist$/],
  ])('says in one line what is wrong with %s, without the password', async (_what, parts, reason) => {
    const url = Object.assign(new URL(await temporarySchema()), parts).href;
    const fault: unknown = await openPostgresDatabase(url).catch((thrown: unknown) => thrown);
    expect(fault).toBeInstanceOf(DatabaseOpenError);
    expect(fault).toMatchObject({ reason: expect.stringMatching(reason) });
    expect((fault as Error).message).toMatch(/^The database postgres:\/\/postgres@\S+\/\w+ cannot be opened: /);
    expect((fault as Error).message).not.toMatch(/secret|correct-horse/);
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
