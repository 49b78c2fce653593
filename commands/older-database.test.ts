import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { olderPostgres, olderRows, olderSchema, olderSqlite } from '../enquiries/testing/older-database.ts';
import { execute, temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { startOperator } from './testing/operator.ts';

/** A database of an older release, and what tells whether anything in it was changed. */
const kinds: [kind: string, number: number, make: () => Promise<[url: string, look: () => Promise<unknown>]>][] = [
  [
    'SQLite',
    olderSchema,
    async () => {
      const path = join(temporaryDirectory(), 'site.db');
      const file = await olderSqlite(path, olderRows(new Date()));
      file.exec('PRAGMA journal_mode = WAL');
      file.close();
      return [`sqlite:${path}`, async () => readFileSync(path, 'base64')];
    },
  ],
  [
    'PostgreSQL',
    olderSchema - 1,
    async () => {
      const url = await temporaryPostgres();
      await olderPostgres(url, olderRows(new Date()));
      const tables = `SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' ORDER BY 1, 2`;
      return [url, () => execute(url, tables)];
    },
  ],
];

describe.each(kinds)('a %s database of an older release', (_kind, number, make) => {
  it.each([
    'enquiries list',
    'enquiries export',
    'enquiries show x',
    'enquiries answer x',
    'people list',
    'people invite a@example.com',
    'words list',
    'words undo',
    'doctor',
  ])('is not changed by "%s", which names both schemas', async (call) => {
    const [DATABASE_URL, look] = await make();
    const { runWith } = await startOperator();
    const before = await look();
    const { code, out, err } = await runWith({ env: { DATABASE_URL } }, ...call.split(' '));
    expect([code, out + err]).toEqual([1, expect.stringMatching(`it has schema ${number}.*; this is release`)]);
    expect(await look()).toEqual(before);
  });

  it('is backed up as it is', async () => {
    const [DATABASE_URL] = await make();
    const env = { DATABASE_URL, BACKUP_DIRECTORY: temporaryDirectory() };
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
