import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { StoredEnquiry } from '../enquiries/store.ts';
import { openSqliteDatabase } from '../enquiries/sqlite-database.ts';
import { createSqlEnquiryStore } from '../enquiries/sql-enquiry-store.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { startInsistentClient } from './testing/insistent-client.ts';
import { scrape, valueOf } from './testing/scrape.ts';
import { freePort, startSiteProcess, type SiteProcess } from './testing/site-process.ts';
import { temporaryDirectory } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';

/** A server of two workers on a database of its own. */
async function startTwoWorkers(env: Record<string, string> = {}) {
  const path = join(temporaryDirectory(), 'site.db');
  const site = await startSiteProcess({ DATABASE_URL: `sqlite:${path}`, WEB_CONCURRENCY: '2', ...env });
  return { site, path };
}

/** The process ids of all workers that have listened, in that order. */
function workersOf(site: SiteProcess): number[] {
  return [...site.output().matchAll(/"pid":(\d+),"msg":"Server listening/g)].map(([, pid]) => Number(pid));
}

/** Kills one worker as a crash would, and resolves to its replacement. */
async function replaceWorker(site: SiteProcess, pid: number): Promise<number> {
  const before = workersOf(site).length;
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(workersOf(site)).toHaveLength(before + 1), { timeout: 10_000 });
  return workersOf(site).at(-1) ?? NaN;
}

async function storedIn(path: string): Promise<readonly StoredEnquiry[]> {
  const { database, dialect, close } = openSqliteDatabase(path);
  try {
    return await createSqlEnquiryStore(database, dialect).list({ limit: 100_000 });
  } finally {
    await close();
  }
}

const waiting = { timeout: 20_000, interval: 50 };

describe('a server of two workers', { timeout: 60_000 }, () => {
  it('answers with both, behind one port, and tells in each line of the log which one it was', async () => {
    const { site } = await startTwoWorkers();
    const workers = workersOf(site);
    expect(new Set([site.pid, ...workers]).size).toBe(3);
    // Both at once: a connection that is kept open stays with its worker.
    const ready = await Promise.all(Array.from({ length: 20 }, () => fetch(`${site.url}/readyz`)));
    expect(new Set(ready.map(({ status }) => status))).toEqual(new Set([200]));
    for (const worker of workers) expect(site.output()).toMatch(new RegExp(`"pid":${worker},.*"msg":"request"`));
    expect(site.output().match(/ is running at /g)).toHaveLength(1);
  });

  it('stores every acknowledged enquiry once and mails it once, though workers are killed under the stream', async () => {
    const peer = await startSmtpPeer();
    const { site, path } = await startTwoWorkers({ SMTP_URL: peer.url, LIMITS: 'none', LEASE_MILLISECONDS: '1500' });
    let acknowledged = 0;
    const stream = Array.from({ length: 4 }, () => startInsistentClient(site.url, () => (acknowledged += 1)));
    for (const some of [20, 40]) {
      await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(some), waiting);
      await replaceWorker(site, workersOf(site).at(-2) ?? NaN);
    }
    await Promise.all(stream.map((client) => client.stop()));

    const stored = await storedIn(path);
    const told = stream.flatMap((client) => [...client.acknowledged]);
    expect(new Map(stored.map(({ subject, id }) => [subject, id]))).toEqual(new Map(told));
    expect(stored).toHaveLength(told.length);
    expect(site.output()).not.toContain('could not be stored');
    await vi.waitFor(async () => {
      const states = (await storedIn(path)).map(({ delivery }) => delivery.state);
      expect(new Set(states)).toEqual(new Set(['delivered']));
    }, waiting);
    const mailed = peer.taken.map((mail) => /^Message-ID: (\S+)/im.exec(String(mail))?.[1]);
    expect(new Set(mailed)).toEqual(new Set(stored.map(({ delivery }) => delivery.messageId)));
  });

  it('takes over the mail that a killed worker had in hand', async () => {
    const inHand = Promise.withResolvers<void>();
    let attempts = 0;
    const peer = await startSmtpPeer({
      onData(stream, _session, done) {
        attempts += 1;
        // The first time it hears the whole mail, and says neither yes nor no.
        stream.resume().on('end', () => (attempts === 1 ? inHand.resolve() : done()));
      },
    });
    const { site, path } = await startTwoWorkers({ SMTP_URL: peer.url, LEASE_MILLISECONDS: '1000' });
    await submit(site);
    await inHand.promise;
    const [one = NaN, other = NaN] = workersOf(site);
    await replaceWorker(site, one);
    await replaceWorker(site, other);
    await vi.waitFor(async () => {
      expect((await storedIn(path)).map(({ delivery }) => delivery.state)).toEqual(['delivered']);
    }, waiting);
    expect(attempts).toBe(2);
  });

  it('counts the submissions of one address together', async () => {
    const { site } = await startTwoWorkers();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, number) => submit(site, { ...fields, subject: `${number}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('shows the sum of what all have counted, those that have ended included', async () => {
    const { site } = await startTwoWorkers({ METRICS_PORT: await freePort(), LIMITS: 'none' });
    const read = () => scrape({ log: site.output });
    const accepted = async () => valueOf(await read(), 'enquiries_received_total', { outcome: 'accepted' });
    await Promise.all(Array.from({ length: 20 }, (_, number) => submit(site, { ...fields, subject: `${number}` })));
    expect(await accepted()).toBe(20);
    const before = await read();
    for (const worker of workersOf(site)) await replaceWorker(site, worker);
    expect(await accepted()).toBe(20);

    const after = await read();
    expect(valueOf(after, 'process_start_time_seconds')).toBe(valueOf(before, 'process_start_time_seconds'));
    expect(valueOf(after, 'database_up')).toBe(1);
    const stored = after.filter(({ name }) => name === 'enquiries_by_state').map(({ value }) => value);
    expect(stored.reduce((sum, value) => sum + value, 0)).toBe(20);
    expect(after.filter(({ name }) => name === 'site_build_info').map(({ value }) => value)).toEqual([1]);
  });

  it('purges in one worker, and in the one that replaces it', async () => {
    const { site, path } = await startTwoWorkers({ RETENTION_DAYS: '1' });
    const { id } = (await (await submit(site)).json()) as { id: string };
    await vi.waitFor(async () => expect((await storedIn(path))[0]?.delivery.state).toBe('delivered'), waiting);
    const { database, close } = openSqliteDatabase(path);
    await database
      .updateTable('enquiries')
      .set({ received_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await close();
    const [purging = NaN, other = NaN] = workersOf(site);
    await replaceWorker(site, other);
    const replacement = await replaceWorker(site, purging);
    const purges = () => [...site.output().matchAll(/"pid":(\d+),.*"msg":"purged old enquiries"/g)];
    // The line in the log comes after what it tells of.
    await vi.waitFor(() => expect(purges().map(([, pid]) => Number(pid))).toEqual([replacement]), waiting);
    expect(await storedIn(path)).toEqual([]);
  });

  it('ends when its workers end again and again, with a line that says so', async () => {
    // Each dies of the first enquiry that it stores.
    const { site } = await startTwoWorkers({ PORT: await freePort(), CRASH_AFTER: '1', LIMITS: 'none' });
    const client = startInsistentClient(site.url, () => {});
    client.stop().catch(() => {});
    expect(await site.ended).toBe(1);
    expect(site.errors()).toBe(
      'Workers end again and again soon after their start: the log says how. The server ends.\n',
    );
    expect(site.output().match(/"msg":"a worker has ended"/g)).toHaveLength(5);
  });

  it('finishes what is in hand when its workers are told to end besides, as systemd and a terminal do', async () => {
    const inHand = Promise.withResolvers<() => void>();
    const peer = await startSmtpPeer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => inHand.resolve(done));
      },
    });
    const { site, path } = await startTwoWorkers({ SMTP_URL: peer.url });
    await submit(site);
    const finish = await inHand.promise;
    const endings = (): number => [...site.output().matchAll(/"msg":"ending"/g)].length;
    for (const worker of workersOf(site)) process.kill(worker, 'SIGTERM');
    // The one that has nothing in hand is gone, and another in its place.
    await vi.waitFor(() => expect([endings(), workersOf(site).length]).toEqual([2, 3]), waiting);
    process.kill(site.pid, 'SIGTERM');
    await vi.waitFor(() => expect(endings()).toBe(4), waiting);
    finish();
    expect(await site.ended).toBe(0);
    expect((await storedIn(path)).map(({ delivery }) => delivery.state)).toEqual(['delivered']);
  });

  it('leaves no worker behind when its first process is killed', async () => {
    const { site } = await startTwoWorkers();
    process.kill(site.pid, 'SIGKILL');
    // Its output is over only when the last process that could write to it has ended.
    expect(await site.ended).toBe(null);
  });

  it('holds its data directory against another server', async () => {
    const { path } = await startTwoWorkers();
    const second = startSiteProcess({ DATABASE_URL: `sqlite:${path}`, WEB_CONCURRENCY: '2' });
    await expect(second).rejects.toThrow(/The data directory .* is in use by process \d+ \(port 0, started .*\)/);
  });
});
