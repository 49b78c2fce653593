import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../process/testing/find-free-port.ts';
import { databaseUrlCases, createTemporaryPostgres } from '../database/testing/test-postgres.ts';
import { sampleFields } from '../enquiries/testing/samples.ts';
import { startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { openApplicationCore } from './open-application-core.ts';
import { readConfig } from './config.ts';
import { startSiteProcess } from './testing/site-process.ts';
import { createRecordedLog } from './testing/test-server.ts';
import { submitJson } from './testing/submissions.ts';

const soon = () => 20 + Math.floor(Math.random() * 20);

const messageIdOf = (mail: Buffer) => /^Message-ID:\s+(\S+)/im.exec(String(mail))?.[1];

it.each(databaseUrlCases)(
  'a server on %s that is killed has each enquiry once',
  { timeout: 120_000 },
  async (_kind, newDatabase) => {
    const peer = await startTestSmtpServer();
    const databaseUrl = await newDatabase();
    const env = { DATABASE_URL: databaseUrl, SMTP_URL: peer.url, PORT: `${await findFreePort()}` };
    const start = (more: Record<string, string> = {}) =>
      startSiteProcess({ ...env, LIMITS: 'none', LEASE_MILLISECONDS: '1500', LOG_LEVEL: 'error', ...more });

    const site = await start();
    const stream = startStream(site.url);
    // At an odd moment: the other clients are at every stage between sending and being answered.
    const enough = soon();
    await vi.waitUntil(() => stream.acknowledged.size >= enough, { timeout: 20_000, interval: 1 });
    await site.kill();
    // And at the worst moment: an enquiry is stored, and its client does not know.
    const dying = await start({ CRASH_AFTER: `${soon()}` });
    await dying.exitCode;
    await start();
    await stream.stop();

    expect(stream.repeated()).toBeGreaterThan(0);
    // State as a later process finds it.
    const { enquiries, close } = await openApplicationCore(
      readConfig({ DATABASE_URL: databaseUrl }),
      createRecordedLog().log,
    );
    onTestFinished(close);
    const readAll = () => Array.fromAsync(enquiries.stream({}));
    const stored = await readAll();
    expect(new Map(stored.map(({ subject, id }) => [subject, id]))).toEqual(stream.acknowledged);
    expect(stored).toHaveLength(stream.acknowledged.size);

    const states = async () => [...new Set((await readAll()).map(({ mail }) => mail?.state))];
    await expect.poll(states, { timeout: 20_000, interval: 100 }).toEqual(['delivered']);
    expect(new Set(peer.taken.map(messageIdOf))).toEqual(new Set(stored.map(({ messageId }) => messageId)));
  },
);

/**
 * Clients that send one enquiry after another, each with a subject and an idempotency key of its own, and each until it is
 * acknowledged: what a visitor's form does, without the visitor's patience. `stop` rejects on any answer but 200 and 503.
 */
function startStream(url: string) {
  /** The id that the server answered, for each subject. */
  const acknowledged = new Map<string, string>();
  let repeated = 0;
  const stopping = new AbortController();
  const testFinished = new AbortController();
  onTestFinished(() => testFinished.abort());

  async function sendAll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const subject = randomUUID();
      while (!acknowledged.has(subject)) {
        const key = { 'idempotency-key': subject };
        const response = await submitJson({ url }, { ...sampleFields, subject }, key).catch(() => null);
        const body = (await response?.json().catch(() => null)) as { id: string } | null | undefined;
        if (response?.status === 200 && body) acknowledged.set(subject, body.id);
        else if (body && response?.status !== 503) throw new Error(`${response?.status}: ${JSON.stringify(body)}`);
        else {
          repeated += 1;
          await setTimeout(20, undefined, testFinished);
        }
      }
    }
  }

  const sending = Promise.all(Array.from({ length: 8 }, sendAll));
  // A fault is told by `stop`, and must not end the test run before.
  sending.catch(() => {});
  const stop = () => (stopping.abort(), sending);
  return { acknowledged, repeated: () => repeated, stop };
}

it('two servers take over from each other: one that is killed while it delivers loses no mail and doubles none', async () => {
  const accept = async (site: { url: string }, subject: string) =>
    expect((await submitJson(site, { ...sampleFields, subject })).status).toBe(200);
  const cutOff = Promise.withResolvers<Buffer>();
  const peer = await startTestSmtpServer({
    onMail(mail, take) {
      // It has heard the whole first mail, and says neither yes nor no.
      if (peer.taken.length === 0 && String(mail).includes('cut off')) cutOff.resolve(mail);
      else take();
    },
  });
  const shared = { DATABASE_URL: await createTemporaryPostgres(), SMTP_URL: peer.url, LEASE_MILLISECONDS: '1500' };
  // Each with a sender of its own, so that a mail tells which of them delivers it.
  const start = (name: string) => startSiteProcess({ ...shared, MAIL_FROM: `${name}@ours.example` });
  const [one, other] = await Promise.all([start('one'), start('other')]);
  await accept(one, 'cut off');
  const interrupted = await cutOff.promise;
  const [killed, survivor] = String(interrupted).includes('one@ours.example') ? [one, other] : [other, one];
  await killed.kill();
  // The survivor delivers all the while, and leaves alone what the dead one had in hand until its lease ends.
  await accept(survivor, 'meanwhile');
  await expect.poll(() => peer.taken).toHaveLength(2);
  const subjects = peer.taken.map((mail) => /^Subject: .*(meanwhile|cut off)/im.exec(String(mail))?.[1]);
  expect(subjects).toEqual(['meanwhile', 'cut off']);
  expect(peer.taken.map(messageIdOf)[1]).toBe(messageIdOf(interrupted));
  // Nothing is left to be sent again: the next mail is a new one.
  await accept(survivor, 'afterwards');
  await expect.poll(() => peer.taken).toHaveLength(3);
  expect(new Set(peer.taken.map(messageIdOf)).size).toBe(3);
}, 60_000);
