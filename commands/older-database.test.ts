import { describe, expect, it } from 'vitest';
import { olderDatabases, olderSchema, schemaOf } from '../enquiries/testing/older-database.ts';
import { execute, temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { startOperator } from './testing/operator.ts';

describe.each(olderDatabases)('a %s database of an older release', (_kind, behind, make) => {
  const number = olderSchema - behind;

  it.each([
    'enquiries list',
    'enquiries export',
    'enquiries show x',
    'enquiries answer x',
    'people list',
    'people invite a@example.com',
    'content list',
    'content undo',
    'doctor',
  ])('is not changed by "%s", which names both schemas', async (call) => {
    const DATABASE_URL = await make();
    const { runWith } = await startOperator();
    const { code, out, err } = await runWith({ env: { DATABASE_URL } }, ...call.split(' '));
    expect([code, out + err]).toEqual([1, expect.stringMatching(`it has schema ${number}.*; this is release`)]);
    expect(await schemaOf(DATABASE_URL)).toBe(number);
  });

  it('is backed up as it is', async () => {
    const env = { DATABASE_URL: await make(), BACKUP_DIRECTORY: temporaryDirectory() };
    const { runWith } = await startOperator();
    const { code, out, err } = await runWith({ env }, 'backup', '--json');
    expect([code, err]).toEqual([0, '']);
    const { path } = JSON.parse(out) as { path: string };
    const checked = await runWith({ env }, 'backup', 'check', path, '--json');
    expect(JSON.parse(checked.out)).toMatchObject({ schema: olderSchema, contains: { enquiries: 5 } });
    expect((await runWith({ env }, 'enquiries', 'list')).err).toContain(`it has schema ${number}`);
  });
});

it('an empty PostgreSQL database is not given tables by a command that reads', async () => {
  const { runWith } = await startOperator();
  const env = { DATABASE_URL: await temporaryPostgres() };
  const { code, err } = await runWith({ env }, 'enquiries', 'list');
  expect([code, err]).toEqual([1, expect.stringContaining('it is empty; start the server')]);
  expect(await execute(env.DATABASE_URL, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
});
