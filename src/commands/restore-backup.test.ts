import { appendFileSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { replaceDatabaseFile } from '../database/restore-backup.ts';
import { createTemporaryPostgres } from '../database/testing/test-postgres.ts';
import { createTemporaryDirectory, openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { holdLock, startCommandTest, type CommandTest } from './testing/command-test.ts';

const serverName = 'process 1234 (port 3000)';

/** An operator with a backup of one enquiry, after which another came. No server runs any more. */
async function afterBackup(): Promise<CommandTest & { name: string; path: string; ids: string[] }> {
  const operator = await startCommandTest();
  const first = await operator.receive();
  const path = await operator.makeBackup();
  const second = await operator.receive();
  await operator.close();
  return { ...operator, path, name: path.replace(/^.*\//, ''), ids: [first, second] };
}

const idsIn = (path: string): unknown[] => {
  using file = new DatabaseSync(path, { readOnly: true });
  const rows = file.prepare('SELECT id FROM enquiries ORDER BY received_at').all();
  return rows.map(({ id }) => id);
};

describe('backup restore on SQLite', () => {
  it('says what it would do, until --yes; then keeps the database before whole beside it', async () => {
    const { config, ids, name, path, run } = await afterBackup();
    const says = expect.stringMatching(
      /^\S+ can be restored to \S+\/site\.db\.\nWhat came since it was made is not in it\.\nDue then: 1 delivery\. Erased since: 0 enquiries\. [^]*release-mail".*\n$/,
    );
    const err = expect.stringContaining('--yes');
    expect(await run('backup', 'restore', name)).toEqual({ code: 2, out: says, err });
    const present = join(config.dataDirectory, 'site.db');
    expect(idsIn(present)).toEqual(ids);

    const { code, out } = await run('backup', 'restore', name, '--yes', '--json');
    expect(code).toBe(0);
    const { kept, ...told } = JSON.parse(out) as { kept: string };
    expect(told).toEqual({ backup: path, to: present, held: 1, erased: [], restored: true });
    expect(kept).toMatch(/site\.db\.before-restore-20[-\dT]+Z$/);
    expect([idsIn(present), idsIn(kept)]).toEqual([ids.slice(0, 1), ids]);
    expect((statSync(present).mode & 0o777).toString(8)).toBe('600');
    expect(await openTemporarySqlite(present).store.count({})).toBe(1);
  });

  it('needs no database and no directory that is there, and takes a path', async () => {
    const { path, ids, runWith } = await afterBackup();
    const database = join(createTemporaryDirectory(), 'new', 'site.db');
    const env = { DATABASE_URL: `sqlite:${database}` };
    const { code, err } = await runWith({ env }, 'backup', 'restore', path, '--yes');
    expect([code, err, idsIn(database)]).toEqual([0, '', ids.slice(0, 1)]);
  });

  it('replaces a damaged database with its log', async () => {
    const { config, ids, name, run } = await afterBackup();
    const present = join(config.dataDirectory, 'site.db');
    writeFileSync(present, 'no database, and long enough to be taken for one'.repeat(99));
    writeFileSync(`${present}-wal`, 'its log');
    expect(await run('backup', 'restore', name, '--yes')).toMatchObject({ code: 0, err: '' });
    expect(idsIn(present)).toEqual(ids.slice(0, 1));
    expect(existsSync(`${present}-wal`)).toBe(false);
  });

  it('refuses while a server runs, and while any other process has the file open', async () => {
    const { config, ids, path, name, run } = await afterBackup();
    const server = holdLock(config.dataDirectory, 'server', serverName);
    const err = expect.stringContaining(serverName);
    expect(await run('backup', 'restore', name, '--yes')).toEqual({ code: 1, out: '', err });
    server.release();

    const present = join(config.dataDirectory, 'site.db');
    const other = new DatabaseSync(present);
    other.prepare('SELECT 1 FROM enquiries').get();
    const refused = { ok: false, reason: expect.stringContaining('another process has') };
    const hold = { since: new Date(), erased: [] };
    const options = { previousPath: `${present}.aside`, hold, lockTimeout: 0 };
    expect(replaceDatabaseFile(path, present, options)).toEqual(refused);
    other.close();
    const left = readdirSync(config.dataDirectory).filter((one) => /aside|restoring/.test(one));
    expect([idsIn(present), left]).toEqual([ids, []]);
  });

  it('refuses what is no sound backup, and changes nothing', async () => {
    const { config, ids, path, run } = await afterBackup();
    appendFileSync(path, 'x');
    const refused = { code: 1, out: '', err: expect.stringContaining('cannot be restored') };
    expect(await run('backup', 'restore', path, '--yes')).toEqual(refused);
    expect(idsIn(join(config.dataDirectory, 'site.db'))).toEqual(ids);
  });
});

it('backup restore fills an empty PostgreSQL database once no server takes enquiries on SQLite, and refuses a filled one', async () => {
  const { config, path, runWith } = await afterBackup();
  const env = { DATABASE_URL: await createTemporaryPostgres(), BACKUP_DIRECTORY: createTemporaryDirectory() };
  const server = holdLock(config.dataDirectory, 'server', serverName);
  const err = expect.stringContaining(serverName);
  expect(await runWith({ env }, 'backup', 'restore', path, '--yes')).toEqual({ code: 1, out: '', err });
  server.release();
  expect(await runWith({ env }, 'backup', 'restore', path)).toMatchObject({ code: 2 });
  expect(await runWith({ env }, 'backup', 'restore', path, '--yes')).toMatchObject({ code: 0, err: '' });
  const { out } = await runWith({ env }, 'enquiries', 'list', '--json');
  expect(JSON.parse(out)).toHaveLength(1);
  for (const consent of [[], ['--yes']]) {
    const err = expect.stringMatching(/enquiries \(1\)[^]*createdb .*DATABASE_URL/);
    expect(await runWith({ env }, 'backup', 'restore', path, ...consent)).toEqual({ code: 1, out: '', err });
  }
});
