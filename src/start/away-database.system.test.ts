import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../process/testing/find-free-port.ts';
import { lockSqliteFile } from '../database/testing/lock-holder.ts';
import { startTemporaryPostgresServer } from '../database/testing/test-postgres.ts';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { createTemporaryDirectory, openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { startSiteCopy, startSiteProcess } from './testing/site-process.ts';
import { startTestServer } from './testing/test-server.ts';
import { canMount, mountSmallDisk } from './testing/small-disk.ts';
import { expectApiError, submitJson } from './testing/submissions.ts';

type Site = Parameters<typeof submitJson>[0];

const send = async (site: Site, subject = sampleFields.subject): Promise<number> =>
  (await submitJson(site, { ...sampleFields, subject, message: subject })).status;
const readiness = async ({ url }: Site): Promise<unknown> => (await fetch(`${url}/readyz`)).json();
const notWritable = { status: 'unavailable', database: 'not writable' };
const patiently = { timeout: 25_000, interval: 100 };

async function makeDatabase(path = join(createTemporaryDirectory(), 'site.db')): Promise<string> {
  const { ensureOpen, close } = openTemporarySqlite(path);
  await ensureOpen();
  await close();
  return path;
}

async function startWith(databaseUrl: string) {
  const peer = await startTestSmtpServer();
  const site = await startSiteProcess({ DATABASE_URL: databaseUrl, SMTP_URL: peer.url, LIMITS: 'none' });
  const errors = (pattern: RegExp) =>
    site.output.out.split('\n').filter((line) => line.includes('"level":50') && pattern.test(line));
  return { site, peer, errors };
}

/** An obstacle to opening a database, the reason in the log, and the repair. */
interface Away {
  databaseUrl: string;
  reason: RegExp;
  mend: () => unknown;
}

const kinds = {
  async 'a PostgreSQL server that is started later'(): Promise<Away> {
    const server = await startTemporaryPostgresServer();
    await server.stop();
    return { databaseUrl: server.url, reason: /nothing answers at 127/, mend: server.start };
  },
};

const onFullDisks = {
  async 'a file on a full disk'(): Promise<Away> {
    const { directory, fill, makeRoom } = mountSmallDisk();
    const path = await makeDatabase(join(directory, 'data', 'site.db'));
    fill();
    return { databaseUrl: `sqlite:${path}`, reason: /the disk is full/, mend: makeRoom };
  },
};

describe('a server that starts while its database is away', () => {
  it.each(Object.entries({ ...kinds, ...(canMount && onFullDisks) }))(
    'refuses enquiries, and takes and mails them once it is back: %s',
    { timeout: 90_000 },
    async (_what, make) => {
      const { databaseUrl, reason, mend } = await make();
      const { site, peer, errors } = await startWith(databaseUrl);
      await site.waitForOutput(new RegExp(`cannot be opened: .*${reason.source}`));
      expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
      for (const _attempt of [1, 2]) expect(await send(site)).toBe(503);
      expect(errors(/The pages are served; enquiries are refused until it opens/)).toHaveLength(1);

      await mend();
      await vi.waitFor(async () => expect(await send(site)).toBe(200), patiently);
      await site.waitForOutput(/"level":30.*the database is open: enquiries are taken/);
      await vi.waitFor(() => expect(peer.taken).toHaveLength(1), patiently);
      expect((await fetch(`${site.url}/api/content/contact`)).status).toBe(200);
      expect(await readiness(site)).toMatchObject({ status: 'ok' });
      expect(await site.kill('SIGTERM')).toBe(0);
    },
  );

  it('has every page meanwhile, and is not ready', async () => {
    const site = await startSiteCopy({ DATABASE_URL: `postgres://website@127.0.0.1:${await findFreePort()}/website` });
    for (const path of ['/', '/contact']) expect((await fetch(site.url + path)).status).toBe(200);
    expect(await send(site)).toBe(503);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
    expect(await readiness(site)).toMatchObject(notWritable);
  });
});

describe('a server whose database file is', () => {
  it('deleted acknowledges nothing and says why, until it is restored and started again', async () => {
    const path = await makeDatabase();
    const backup = `${path}.backup`;
    copyFileSync(path, backup);

    const { site: running, errors } = await startWith(`sqlite:${path}`);
    expect(await send(running)).toBe(200);
    rmSync(path);
    expect(await send(running, 'In vain')).toBe(503);
    expect(await readiness(running)).toMatchObject(notWritable);
    for (const line of [/an enquiry could not be stored/, /not ready/])
      expect(errors(line).join()).toMatch(
        /replaced or removed under the running server.*A restart opens what is there now/,
      );
    await running.kill('SIGTERM');

    renameSync(backup, path);
    const { site: restored, peer } = await startWith(`sqlite:${path}`);
    expect(await send(restored, 'Not in vain')).toBe(200);
    await vi.waitFor(() => expect(peer.taken).toHaveLength(1), patiently);
  });

  it('locked by another process is alive all the while, keeps nobody waiting long, and loses nothing', async () => {
    const inHand: (() => void)[] = [];
    const takeAll = () => inHand.splice(0).forEach((take) => take());
    const peer = await startTestSmtpServer({ onMail: (_mail, take) => void inHand.push(take) });
    const path = join(createTemporaryDirectory(), 'site.db');
    const site = await startSiteProcess({ SMTP_URL: peer.url, DATABASE_URL: `sqlite:${path}` });
    // More than are mailed at a time: some are being mailed and some are due when the lock comes.
    const accepted = ['1', '2', '3', '4', '5', '6'];
    for (const subject of accepted) expect(await send(site, subject)).toBe(200);
    await vi.waitFor(() => expect(inHand).toHaveLength(4), patiently);

    const { releaseLock } = await lockSqliteFile(path);
    const health: Promise<string>[] = [];
    const ask = () => fetch(`${site.url}/healthz`, { signal: AbortSignal.timeout(1000) });
    const watch = setInterval(() => health.push(ask().then(({ status }) => `${status}`, String)), 100);
    onTestFinished(() => clearInterval(watch));
    takeAll();
    expect(await send(site, 'meanwhile')).toBe(503);
    await site.waitForOutput(/delivery was interrupted/);
    // Nobody waits for a lock that has been there for so long.
    expect(await send(site, 'meanwhile')).toBe(503);
    await releaseLock();
    clearInterval(watch);
    expect(new Set(await Promise.all(health))).toEqual(new Set(['200']));

    await vi.waitFor(async () => expect(await send(site, 'afterwards')).toBe(200), patiently);
    const { store } = openTemporarySqlite(path);
    const all = [...accepted, 'afterwards'].toSorted();
    await vi.waitFor(async () => {
      takeAll();
      const stored = await store.list({ limit: 20 });
      expect(stored.map(({ subject }) => subject).toSorted()).toEqual(all);
      expect(new Set(stored.map(({ mail }) => mail?.state))).toEqual(new Set(['delivered']));
    }, patiently);
    // Includes enquiries whose mail was sent while its outcome could not be recorded.
    const mailed = peer.taken.map((mail) => /^Subject: .*?(\w+)\r$/im.exec(String(mail))?.[1] ?? '');
    expect(mailed.toSorted()).toEqual(all);
  }, 90_000);
});

it('a database that is overwritten by an older copy refuses what comes, and says after a restart what it lacks', async () => {
  const path = join(createTemporaryDirectory(), 'site.db');
  const start = async () => (await startWith(`sqlite:${path}`)).site;
  const sendMany = async (subjects: readonly string[]) => {
    const site = await start();
    for (const subject of subjects) expect(await send(site, subject)).toBe(200);
    await site.kill('SIGTERM');
  };
  await sendMany(['before']);
  const older = readFileSync(path);
  await sendMany(Array.from({ length: 40 }, (_, number) => `acknowledged ${number}`));

  const site = await start();
  writeFileSync(path, older);
  expect(await send(site, 'refused')).toBe(503);
  expect(await readiness(site)).toMatchObject(notWritable);
  await site.kill('SIGKILL');
  const restarted = await start();
  await restarted.waitForOutput(/"level":50.*(?:lacks what visitors were told was stored|cannot be opened)/);
  expect(await readiness(restarted)).not.toMatchObject({ status: 'ok' });
}, 60_000);

it('a site whose PostgreSQL is stopped answers 503 and stores again once it is back, each repeated submission once', async () => {
  const server = await startTemporaryPostgresServer();
  const site = await startTestServer({ DATABASE_URL: server.url });
  const submitWith = (key: string) => submitJson(site, { ...sampleFields, subject: key }, { 'idempotency-key': key });
  expect((await submitWith('before')).status).toBe(200);

  await server.stop();
  for (const key of ['meanwhile', 'before']) {
    const response = await submitWith(key);
    expect([response.status, (await expectApiError(response)).code]).toEqual([503, 'unavailable']);
  }

  await server.start();
  for (const key of ['meanwhile', 'before']) expect((await submitWith(key)).status).toBe(200);
  const stored = await site.core.enquiries.list({ limit: 10 });
  expect(stored.map(({ subject }) => subject)).toEqual(['meanwhile', 'before']);
  expect(await site.core.outbox.deliverDue()).toMatchObject({ delivered: 2 });
});

it('with a table locked in PostgreSQL refuses, those behind it too, and stores none of them later', async () => {
  const server = await startTemporaryPostgresServer();
  const site = await startTestServer({ DATABASE_URL: server.url });
  const locker = new pg.Client(server.url);
  locker.on('error', () => {});
  await locker.connect();
  onTestFinished(() => locker.end());
  await locker.query('BEGIN; LOCK TABLE enquiries IN ACCESS EXCLUSIVE MODE');
  const first = send(site, 'first');
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted';
  await vi.waitFor(async () => expect((await locker.query(waiting)).rowCount).toBeGreaterThan(0), patiently);
  expect(await Promise.all([first, send(site, 'behind'), send(site, 'behind')])).toEqual([503, 503, 503]);

  await locker.query('COMMIT');
  expect(await send(site, 'afterwards')).toBe(200);
  const stored = await site.core.enquiries.list({ limit: 10 });
  expect(stored.map(({ subject }) => subject)).toEqual(['afterwards']);
}, 60_000);
