import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { listBackups } from '../enquiries/storage/backups.ts';
import { latestSchema } from '../enquiries/storage/migrations.ts';
import { freePort } from '../enquiries/testing/free-port.ts';
import { olderSchema, olderSqlite, schemaOf } from '../enquiries/testing/older-database.ts';
import { temporaryPostgresServer } from '../enquiries/testing/postgres.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { temporaryDirectory, temporarySqlite } from '../enquiries/testing/temporary.ts';
import { startCopy, startSiteProcess } from './testing/site-process.ts';
import { canMount, smallDisk } from './testing/small-disk.ts';
import { submit } from './testing/submissions.ts';

const readiness = async (url: string): Promise<unknown> => (await fetch(`${url}/readyz`)).json();
const patiently = { timeout: 25_000, interval: 100 };

async function makeDatabase(path = join(temporaryDirectory(), 'site.db')): Promise<string> {
  const { ready, close } = temporarySqlite(path);
  await ready();
  await close();
  return path;
}

/** What is in the way of a database, the reason that the log then gives, and how that is mended. */
interface Away {
  databaseUrl: string;
  env?: Record<string, string>;
  reason: RegExp;
  mend: () => unknown;
  /** What is to be expected at the end. */
  after?: () => void;
}

const kinds = {
  async 'a PostgreSQL server that is started later'(): Promise<Away> {
    const server = await temporaryPostgresServer();
    await server.stop();
    return { databaseUrl: server.url, reason: /nothing answers at 127/, mend: server.start };
  },
  async 'a file that is gone, in whose place none is begun'(): Promise<Away> {
    const path = await makeDatabase();
    renameSync(path, `${path}.backup`);
    const reason = /the file is missing or empty.*Restore it from a backup/;
    return { databaseUrl: `sqlite:${path}`, reason, mend: () => renameSync(`${path}.backup`, path) };
  },
};

const onFullDisks = {
  async 'a file on a full disk'(): Promise<Away> {
    const { directory, fill, makeRoom } = smallDisk();
    const path = await makeDatabase(join(directory, 'data', 'site.db'));
    fill();
    return { databaseUrl: `sqlite:${path}`, reason: /the disk is full/, mend: makeRoom };
  },
  async 'one of an older release that cannot be backed up, and stays as it is until then'(): Promise<Away> {
    const path = join(temporaryDirectory(), 'site.db');
    (await olderSqlite(path)).close();
    const { directory, fill, makeRoom } = smallDisk();
    fill();
    return {
      databaseUrl: `sqlite:${path}`,
      env: { BACKUP_DIRECTORY: directory },
      reason: /this release changes its schema, and the backup .*: the disk of \S+ is full; make/,
      async mend() {
        expect(await schemaOf(`sqlite:${path}`)).toBe(olderSchema);
        makeRoom();
      },
      after: () => expect(listBackups(directory)).toMatchObject([{ beforeSchema: latestSchema }]),
    };
  },
};

describe('a server that starts while its database is away', () => {
  it.each(Object.entries({ ...kinds, ...(canMount && onFullDisks) }))(
    'refuses enquiries, and takes and mails them once it is back: %s',
    { timeout: 90_000 },
    async (_what, make) => {
      const { databaseUrl, env, reason, mend, after } = await make();
      const peer = await startSmtpPeer();
      const site = await startSiteProcess({ DATABASE_URL: databaseUrl, SMTP_URL: peer.url, LIMITS: 'none', ...env });
      await site.says(new RegExp(`cannot be opened: .*${reason.source}`));
      expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
      for (const _attempt of [1, 2]) expect((await submit(site)).status).toBe(503);
      expect(
        site.output.out.match(/"level":50.*The pages are served; enquiries are refused until it opens/g),
      ).toHaveLength(1);

      await mend();
      await vi.waitFor(async () => expect((await submit(site)).status).toBe(200), patiently);
      await site.says(/"level":30.*the database is open: enquiries are taken/);
      await vi.waitFor(() => expect(peer.taken).toHaveLength(1), patiently);
      expect((await fetch(`${site.url}/api/content/contact`)).status).toBe(200);
      expect(await readiness(site.url)).toMatchObject({ status: 'ok' });
      expect(await site.end('SIGTERM')).toBe(0);
      after?.();
    },
  );

  it('has every page meanwhile, and is not ready', async () => {
    const site = await startCopy({ DATABASE_URL: `postgres://website@127.0.0.1:${await freePort()}/website` });
    for (const path of ['/', '/contact']) expect((await fetch(site.url + path)).status).toBe(200);
    expect((await submit(site)).status).toBe(503);
    expect(await readiness(site.url)).toMatchObject({ status: 'unavailable', database: 'not writable' });
  });
});
