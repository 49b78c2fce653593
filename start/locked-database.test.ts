import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { lockFile } from '../enquiries/testing/lock-holder.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { temporaryDirectory, temporarySqlite } from '../enquiries/testing/temporary.ts';
import { startSiteProcess } from './testing/site-process.ts';
import { submit } from './testing/submissions.ts';

/** Asks again and again until it is told to stop; that resolves to every answer that was not 200 within a second. */
function watchHealth(url: string): () => Promise<readonly string[]> {
  const wrong: string[] = [];
  const stopping = new AbortController();
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1000) }).then(
      ({ status }) => `${status}`,
      String,
    );
    if (answer !== '200') wrong.push(answer);
    await setTimeout(100);
    if (!stopping.signal.aborted) await ask();
  };
  const asking = ask();
  return async () => {
    stopping.abort();
    await asking;
    return wrong;
  };
}

it('a server whose database another process has locked is alive all the while, keeps nobody waiting long, and loses nothing', async () => {
  const inHand: (() => void)[] = [];
  const peer = await startSmtpPeer({ onMail: (_mail, take) => void inHand.push(take) });
  const path = join(temporaryDirectory(), 'site.db');
  const site = await startSiteProcess({ SMTP_URL: peer.url, DATABASE_URL: `sqlite:${path}` });
  const send = (subject: string) => submit(site, { ...fields, subject, message: subject });
  // More than are mailed at a time: some are being mailed and some are due when the lock comes.
  const accepted = ['1', '2', '3', '4', '5', '6'];
  for (const subject of accepted) expect((await send(subject)).status).toBe(200);
  await vi.waitFor(() => expect(inHand).toHaveLength(4), { timeout: 20_000 });

  const { release } = await lockFile(path);
  const stopWatching = watchHealth(site.url);
  for (const take of inHand.splice(0)) take();
  const refused = await send('meanwhile');
  expect(refused.status).toBe(503);
  await site.says(/delivery was interrupted/);
  // Nobody waits for a lock that has been there for so long.
  expect((await send('meanwhile')).status).toBe(503);
  await release();
  expect(await stopWatching()).toEqual([]);

  await vi.waitFor(async () => expect((await send('afterwards')).status).toBe(200), { timeout: 20_000 });
  const { store } = temporarySqlite(path);
  const all = [...accepted, 'afterwards'];
  await vi.waitFor(
    async () => {
      for (const take of inHand.splice(0)) take();
      const stored = await store.list({ limit: 20 });
      expect(new Map(stored.map(({ subject, delivery }) => [subject, delivery.state]))).toEqual(
        new Map(all.map((subject) => [subject, 'delivered'])),
      );
      expect(stored).toHaveLength(all.length);
    },
    { timeout: 25_000, interval: 100 },
  );
  const mailed = peer.taken.map((mail) => /^Subject: .*?(\w+)\r$/im.exec(String(mail))?.[1]);
  // Those too whose mail was taken while its outcome could not be recorded.
  expect(new Set(mailed)).toEqual(new Set(all));
  expect(mailed).toHaveLength(all.length);
}, 90_000);
