import { describe, expect, it } from 'vitest';
import { execute, temporaryPostgres, temporaryPostgresServer } from '../enquiries/testing/postgres.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSite } from './testing/site-under-test.ts';
import { errorOf, submit } from './testing/submissions.ts';

describe('a site whose PostgreSQL', () => {
  it('is stopped answers 503 and stores again once it is back, each repeated submission once', async () => {
    const server = await temporaryPostgresServer();
    const site = await startSite({ DATABASE_URL: server.url });
    const submitWith = (key: string) => submit(site, { ...fields, subject: key }, { 'idempotency-key': key });
    expect((await submitWith('before')).status).toBe(200);

    await server.stop();
    for (const key of ['meanwhile', 'before']) {
      const response = await submitWith(key);
      expect([response.status, (await errorOf(response)).code]).toEqual([503, 'unavailable']);
    }

    await server.start();
    for (const key of ['meanwhile', 'before']) expect((await submitWith(key)).status).toBe(200);
    expect((await site.core.enquiries.list({ limit: 10 })).map(({ subject }) => subject)).toEqual([
      'meanwhile',
      'before',
    ]);
    expect(await site.core.enquiries.deliverDue()).toMatchObject({ delivered: 2 });
  });

  // A statement that PostgreSQL refuses as it would, without a disk to fill.
  const fullDisk = `
    CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER no_room BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION no_room()`;
  const cause = /No space left|read-only/;
  const readOnly = (database: string) => `ALTER DATABASE ${database} SET default_transaction_read_only = `;

  it.each([
    ['has no room left', () => fullDisk, () => 'DROP TRIGGER no_room ON deliveries'],
    ['became read-only', (name: string) => `${readOnly(name)} on`, (name: string) => `${readOnly(name)} off`],
  ])('%s answers 503, stores nothing by halves, and goes on once it is mended', async (_what, breakIt, mendIt) => {
    const url = await temporaryPostgres();
    const site = await startSite({ DATABASE_URL: url });
    const name = new URL(url).pathname.slice(1);
    const asOperator = Object.assign(new URL(url), { search: '?options=-c default_transaction_read_only=off' }).href;
    const change = async (statement: string): Promise<void> => {
      await execute(asOperator, statement);
      // What is set for a database holds for new connections.
      const ofThisTest = `application_name = 'website' AND datname = current_database()`;
      await execute(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ofThisTest}`);
    };

    // The first to use a connection that was ended is told so, by a 503 of its own.
    const status = async () => (await submit(site)).status;
    const patiently = { timeout: 4000, interval: 500 };

    await change(breakIt(name));
    await expect.poll(async () => [await status(), site.log()], patiently).toEqual([503, expect.stringMatching(cause)]);
    await change(mendIt(name));
    await expect.poll(status, patiently).toBe(200);
    expect(await site.core.enquiries.count({})).toBe(1);
  });
});
