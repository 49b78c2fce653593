import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StoredEnquiry } from '../enquiries/core/store.ts';
import { freePort } from '../enquiries/testing/free-port.ts';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { openCore } from './open-core.ts';
import { readConfig } from './config.ts';
import { startSiteProcess } from './testing/site-process.ts';
import { recordedLog, temporaryDirectory } from './testing/site-under-test.ts';
import { submit } from './testing/submissions.ts';

const pairsOfCrashes = 1;
const clients = 8;
const soon = () => 20 + Math.floor(Math.random() * 20);

describe.each([
  ['SQLite', async () => `sqlite:${join(temporaryDirectory(), 'site.db')}`],
  ['PostgreSQL', temporaryPostgres],
])('a server on %s that is killed again and again under a stream of submissions', (_database, newDatabase) => {
  it('has every acknowledged enquiry exactly once, and mails all of them', { timeout: 60_000 }, async () => {
    const peer = await startSmtpPeer();
    const databaseUrl = await newDatabase();
    const env = { DATABASE_URL: databaseUrl, SMTP_URL: peer.url, PORT: `${await freePort()}` };
    const start = (more: Record<string, string> = {}) =>
      startSiteProcess({ ...env, LIMITS: 'none', LEASE_MILLISECONDS: '1500', LOG_LEVEL: 'error', ...more });

    let site = await start();
    const stream = startStream(site.url);
    for (let crash = 0; crash < pairsOfCrashes; crash += 1) {
      // At an odd moment: the other clients are at every stage between sending and being answered.
      const enough = stream.acknowledged.size + soon();
      await vi.waitUntil(() => stream.acknowledged.size >= enough, { timeout: 20_000, interval: 1 });
      await site.end();
      // And at the worst moment: an enquiry is stored, and its client does not know.
      const doomed = await start({ CRASH_AFTER: `${soon()}` });
      await doomed.ended;
      site = await start();
    }
    await stream.stop();

    expect(stream.repeated()).toBeGreaterThan(0);
    const stored = await readAll(databaseUrl);
    expect(new Map(stored.map(({ subject, id }) => [subject, id]))).toEqual(stream.acknowledged);
    expect(stored).toHaveLength(stream.acknowledged.size);

    await vi.waitFor(
      async () => {
        const states = new Set((await readAll(databaseUrl)).map(({ delivery }) => delivery.state));
        expect([...states]).toEqual(['delivered']);
      },
      { timeout: 20_000, interval: 100 },
    );
    const mailed = peer.taken.map((mail) => /^Message-ID:\s+(\S+)/im.exec(String(mail))?.[1]);
    expect(new Set(mailed)).toEqual(new Set(stored.map(({ delivery }) => delivery.messageId)));
  });
});

/**
 * Clients that send one enquiry after another, each with a subject and an idempotency key of its own, and each until it is
 * acknowledged: what a visitor's form does, without the visitor's patience. `stop` rejects on any answer but 200 and 503.
 */
function startStream(url: string) {
  /** The id that the server answered, for each subject. */
  const acknowledged = new Map<string, string>();
  const stopping = new AbortController();
  const testFinished = new AbortController();
  onTestFinished(() => testFinished.abort());
  let repeated = 0;

  /** Null when it is to be sent again. */
  async function attempt(subject: string, key: string): Promise<string | null> {
    const response = await submit({ url }, { ...fields, subject }, { 'idempotency-key': key }).catch(() => null);
    const body = (await response?.json().catch(() => null)) as { id: string } | null | undefined;
    if (!response || !body || response.status === 503) return null;
    if (response.status !== 200) throw new Error(`It answered ${response.status}: ${JSON.stringify(body)}`);
    return body.id;
  }

  async function sendAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const [subject, key] = [randomUUID(), randomUUID()];
      let id = await attempt(subject, key);
      while (id === null) {
        testFinished.signal.throwIfAborted();
        repeated += 1;
        await setTimeout(20);
        id = await attempt(subject, key);
      }
      acknowledged.set(subject, id);
    }
  }

  const sending = Promise.all(Array.from({ length: clients }, sendAll));
  // A fault is told by `stop`, and must not end the test run before.
  sending.catch(() => {});
  return {
    acknowledged,
    repeated: () => repeated,
    stop() {
      stopping.abort();
      return sending;
    },
  };
}

/** What a process that comes later finds. */
async function readAll(databaseUrl: string): Promise<readonly StoredEnquiry[]> {
  const { enquiries, close } = await openCore(readConfig({ DATABASE_URL: databaseUrl }), recordedLog().log);
  try {
    const all: StoredEnquiry[] = [];
    for await (const enquiry of enquiries.each({})) all.push(enquiry);
    return all;
  } finally {
    await close();
  }
}
