import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { StoredEnquiry } from '../enquiries/store.ts';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';
import { startInsistentClient } from './testing/insistent-client.ts';
import { freePort, startSiteProcess } from './testing/site-process.ts';
import { recordedLog, temporaryDirectory } from './testing/site-under-test.ts';

const pairsOfCrashes = 3;
const clients = 8;
const soon = () => 20 + Math.floor(Math.random() * 20);

describe.each([
  ['SQLite', async () => `sqlite:${join(temporaryDirectory(), 'site.db')}`],
  ['PostgreSQL', temporaryPostgres],
])('a server on %s that is killed again and again under a stream of submissions', (_database, newDatabase) => {
  it('has every acknowledged enquiry exactly once, and mails all of them', { timeout: 60_000 }, async () => {
    const peer = await startSmtpPeer();
    const databaseUrl = await newDatabase();
    const env = { DATABASE_URL: databaseUrl, SMTP_URL: peer.url, PORT: await freePort() };
    const start = (more: Record<string, string> = {}) =>
      startSiteProcess({ ...env, LIMITS: 'none', LEASE_MILLISECONDS: '1500', LOG_LEVEL: 'error', ...more });

    let site = await start();
    const acknowledgements = counter();
    const stream = Array.from({ length: clients }, () => startInsistentClient(site.url, acknowledgements.count));
    for (let crash = 0; crash < pairsOfCrashes; crash += 1) {
      // At an odd moment: the other clients are at every stage between sending and being answered.
      await acknowledgements.more(soon());
      await site.kill();
      // And at the worst moment: an enquiry is stored, and its client does not know.
      const doomed = await start({ CRASH_AFTER: `${soon()}` });
      await doomed.ended;
      site = await start();
    }
    await Promise.all(stream.map((client) => client.stop()));

    const acknowledged = stream.flatMap((client) => [...client.acknowledged]);
    expect(stream.some((client) => client.repeated > 0)).toBe(true);
    const stored = await readAll(databaseUrl);
    expect(new Map(stored.map(({ subject, id }) => [subject, id]))).toEqual(new Map(acknowledged));
    expect(stored).toHaveLength(acknowledged.length);

    await vi.waitFor(
      async () => {
        const states = new Set((await readAll(databaseUrl)).map(({ delivery }) => delivery.state));
        expect([...states]).toEqual(['delivered']);
      },
      { timeout: 20_000, interval: 100 },
    );
    const mailed = peer.taken.map((mail) => /^Message-ID: (\S+)/im.exec(String(mail))?.[1]);
    expect(new Set(mailed)).toEqual(new Set(stored.map(({ delivery }) => delivery.messageId)));
  });
});

/** Counts, and resolves when so many more have come. */
function counter() {
  let total = 0;
  let awaited = { total: Infinity, reached: () => {} };
  return {
    count() {
      total += 1;
      if (total >= awaited.total) awaited.reached();
    },
    more: (number: number) => new Promise<void>((reached) => (awaited = { total: total + number, reached })),
  };
}

/** What a process that comes later finds. */
async function readAll(databaseUrl: string): Promise<readonly StoredEnquiry[]> {
  const { enquiries, close } = await compose(readConfig({ DATABASE_URL: databaseUrl }), recordedLog().log);
  try {
    const all: StoredEnquiry[] = [];
    for await (const enquiry of enquiries.each({})) all.push(enquiry);
    return all;
  } finally {
    await close();
  }
}
