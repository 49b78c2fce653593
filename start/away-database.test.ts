import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listBackups } from '../enquiries/storage/backups.ts';
import { latestSchema } from '../enquiries/storage/migrations.ts';
import { freePort } from '../enquiries/testing/free-port.ts';
import { lockFile } from '../enquiries/testing/lock-holder.ts';
import { olderSchema, olderSqlite, sqliteNumber } from '../enquiries/testing/older-database.ts';
import { temporaryPostgresServer } from '../enquiries/testing/postgres.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { temporaryDirectory, temporarySqlite } from '../enquiries/testing/temporary.ts';
import { launchCopy, startSiteProcess, type SiteProcess } from './testing/site-process.ts';
import { submit } from './testing/submissions.ts';

type Site = SiteProcess & { url: string };

const statusOf = async (site: Site, path: string): Promise<number> => (await fetch(site.url + path)).status;
const readiness = async (site: Site): Promise<unknown> => (await fetch(`${site.url}/readyz`)).json();
const notWritable = { status: 'unavailable', database: 'not writable' };
const patiently = { timeout: 25_000, interval: 250 };

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!canMount) console.warn('Not tested: a disk that is full can only be mounted as root, on Linux.');

async function makeDatabase(path: string): Promise<void> {
  const { ready, close } = temporarySqlite(path);
  await ready();
  await close();
}

async function startWith(databaseUrl: string, env: Record<string, string> = {}) {
  const peer = await startSmtpPeer();
  const site = await startSiteProcess({ DATABASE_URL: databaseUrl, SMTP_URL: peer.url, LIMITS: 'none', ...env });
  const errors = (pattern: RegExp) =>
    site.output.out.split('\n').filter((line) => line.includes('"level":50') && pattern.test(line));
  return { site, peer, errors };
}

/**
 * Expects what a server promises that has never seen its database, and what it promises once that is mended. Resolves to its
 * exit code.
 */
async function startAndMend(
  databaseUrl: string,
  reason: RegExp,
  mend: () => unknown,
  env: Record<string, string> = {},
): Promise<number | null> {
  const { site, peer, errors } = await startWith(databaseUrl, env);
  await site.says(reason);
  expect(await statusOf(site, '/healthz')).toBe(200);
  for (const _attempt of [1, 2]) expect((await submit(site)).status).toBe(503);
  expect(await readiness(site)).toMatchObject(notWritable);
  expect(errors(/The pages are served; enquiries are refused until it opens/)).toHaveLength(1);

  await mend();
  await vi.waitFor(async () => expect((await submit(site)).status).toBe(200), patiently);
  await site.says(/"level":30.*the database is open: enquiries are taken/);
  await vi.waitFor(() => expect(peer.taken).toHaveLength(1), patiently);
  expect(await statusOf(site, '/api/content/contact')).toBe(200);
  await vi.waitFor(async () => expect(await readiness(site)).toMatchObject({ status: 'ok' }), patiently);
  return site.end('SIGTERM');
}

/** A disk in memory, of 4 MB. */
function disk(): string {
  const directory = temporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', directory]);
  onTestFinished(() => void execFileSync('umount', [directory]));
  return directory;
}

/** Fills a disk. Returns the file to remove. */
function fill(directory: string): string {
  const others = join(directory, 'others');
  // It writes as much as there is room for, and then fails.
  expect(() => writeFileSync(others, Buffer.alloc(2 ** 23))).toThrow('ENOSPC');
  return others;
}

describe('a server that starts while its database is away serves, refuses enquiries, and takes and mails them once it', () => {
  it('is there, with every page meanwhile', async () => {
    const site = launchCopy({ DATABASE_URL: `postgres://website@127.0.0.1:${await freePort()}/website` });
    onTestFinished(async () => void (await site.end()));
    const url = await site.address();
    for (const path of ['/', '/contact']) expect((await fetch(url + path)).status).toBe(200);
    expect((await submit({ url })).status).toBe(503);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
  });

  it('answers: a PostgreSQL server that is started later', { timeout: 90_000 }, async () => {
    const server = await temporaryPostgresServer();
    await server.stop();
    expect(await startAndMend(server.url, /cannot be opened: nothing answers at 127/, server.start)).toBe(0);
  });

  it('is free: a file that another process has locked', { timeout: 90_000 }, async () => {
    const path = join(temporaryDirectory(), 'site.db');
    await makeDatabase(path);
    const { release } = await lockFile(path);
    const reason = /site\.db cannot be opened: database is locked/;
    expect(await startAndMend(`sqlite:${path}`, reason, release)).toBe(0);
  });
});

describe.skipIf(!canMount)('a server that starts on a full disk', () => {
  it.each<[string, (path: string) => Promise<void>]>([
    ['that has no database yet', async () => {}],
    ['with its database', makeDatabase],
  ])('%s serves, and takes and mails enquiries once there is room', { timeout: 60_000 }, async (_what, prepare) => {
    const directory = disk();
    const path = join(directory, 'data', 'site.db');
    await prepare(path);
    const others = fill(directory);
    const reason = /site\.db cannot be opened: the disk is full/;
    expect(await startAndMend(`sqlite:${path}`, reason, () => rmSync(others))).toBe(0);
  });

  it('for backups leaves a database of an older release as it is, and migrates it once there is room', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const older = await olderSqlite(path);
    const directory = disk();
    const others = fill(directory);
    const reason =
      /cannot be opened: this release changes its schema, and the backup .*: the disk of \S+ is full; make/;
    const mend = async () => {
      expect(await sqliteNumber(older)).toBe(olderSchema);
      older.close();
      rmSync(others);
    };
    expect(await startAndMend(`sqlite:${path}`, reason, mend, { BACKUP_DIRECTORY: directory })).toBe(0);
    expect(listBackups(directory)).toMatchObject([{ beforeSchema: latestSchema }]);
  });
});

describe('a server whose database file is lost while it runs', () => {
  it.each<[string, (path: string) => unknown]>([
    ['deleted', (path) => rmSync(path)],
    [
      'replaced',
      async (path) => {
        await makeDatabase(`${path}.other`);
        renameSync(`${path}.other`, path);
      },
    ],
  ])(
    'because it was %s acknowledges nothing and says why, until it is restored and started again',
    async (_how, lose) => {
      const path = join(temporaryDirectory(), 'site.db');
      const backup = `${path}.backup`;
      await makeDatabase(path);
      copyFileSync(path, backup);

      const { site: running, errors } = await startWith(`sqlite:${path}`);
      expect((await submit(running)).status).toBe(200);
      await lose(path);
      for (const number of [1, 2, 3, 4, 5])
        expect((await submit(running, { ...fields, message: `In vain (${number})` })).status).toBe(503);
      expect(await readiness(running)).toMatchObject(notWritable);
      for (const line of [/an enquiry could not be stored/, /not ready/])
        expect(errors(line).join()).toMatch(
          /replaced or removed under the running server.*A restart opens what is there now/,
        );
      await running.end('SIGTERM');

      // And nothing that was stored in vain comes up in the restored one.
      renameSync(backup, path);
      const { site: restored, peer } = await startWith(`sqlite:${path}`);
      expect((await submit(restored, { ...fields, message: 'Not in vain' })).status).toBe(200);
      await vi.waitFor(() => expect(peer.taken).toHaveLength(1), patiently);
    },
  );

  it('does not begin a new one at the next start, and opens the restored one without another', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    await makeDatabase(path);
    renameSync(path, `${path}.backup`);
    const reason = /site\.db cannot be opened: the file is missing or empty.*Restore it from a backup/;
    expect(await startAndMend(`sqlite:${path}`, reason, () => renameSync(`${path}.backup`, path))).toBe(0);
  });
});
