import { describe, expect, it, vi } from 'vitest';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { startSiteProcess, type SiteProcess } from './testing/site-process.ts';
import { submit } from './testing/submissions.ts';

/** Each with a sender of its own, so that a mail tells which of them delivers it. */
async function startTwo(smtpUrl: string, env: Record<string, string> = {}) {
  const shared = { DATABASE_URL: await temporaryPostgres(), SMTP_URL: smtpUrl, ...env };
  const [one, other] = await Promise.all([
    startSiteProcess({ ...shared, MAIL_FROM: 'one@ours.example' }),
    startSiteProcess({ ...shared, MAIL_FROM: 'other@ours.example' }),
  ]);
  return { one, other };
}

async function accepted(site: SiteProcess, subject: string): Promise<string> {
  const response = await submit(site, { ...fields, subject });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

function messageIdOf(mail: Buffer | undefined): string | undefined {
  return /^Message-ID: (\S+)/im.exec(String(mail))?.[1];
}

function senderOf(mail: Buffer): string | undefined {
  return /^From: .*<(.*)>/im.exec(String(mail))?.[1];
}

/** An SMTP server that asks before it takes a mail: `take` answers with whatever it has come to. */
async function startAskingPeer(ask: (mail: Buffer, take: () => void) => void) {
  const taken: Buffer[] = [];
  const { url } = await startSmtpPeer({
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const mail = Buffer.concat(parts);
        ask(mail, () => {
          taken.push(mail);
          done();
        });
      });
    },
  });
  return { url, taken };
}

describe('two servers on one PostgreSQL', { timeout: 30_000 }, () => {
  it('take over from each other: one that is killed while it delivers loses no mail and doubles none', async () => {
    const cutOff = Promise.withResolvers<Buffer>();
    const peer = await startAskingPeer((mail, take) => {
      // It has heard the whole first mail, and says neither yes nor no.
      if (peer.taken.length === 0 && String(mail).includes('cut off')) cutOff.resolve(mail);
      else take();
    });
    const { one, other } = await startTwo(peer.url, { LEASE_MILLISECONDS: '1500' });
    await accepted(one, 'cut off');
    const interrupted = await cutOff.promise;
    const [killed, survivor] = senderOf(interrupted) === 'one@ours.example' ? [one, other] : [other, one];
    await killed.kill();
    // The survivor delivers all the while, and leaves alone what the dead one had in hand until its lease ends.
    await accepted(survivor, 'meanwhile');
    await vi.waitFor(() => expect(peer.taken).toHaveLength(2), { timeout: 15_000 });
    expect(peer.taken.map((mail) => /^Subject: .*(meanwhile|cut off)/im.exec(String(mail))?.[1])).toEqual([
      'meanwhile',
      'cut off',
    ]);
    expect(messageIdOf(peer.taken[1])).toBe(messageIdOf(interrupted));
    // Nothing is left to be sent again: the next mail is a new one.
    await accepted(survivor, 'afterwards');
    await vi.waitFor(() => expect(peer.taken).toHaveLength(3));
    expect(new Set(peer.taken.map(messageIdOf)).size).toBe(3);
  });

  it('share the deliveries, and none is made twice', async () => {
    const senders = new Set<string | undefined>();
    const inHand: (() => void)[] = [];
    // Nothing is taken until both of them are delivering.
    const peer = await startAskingPeer((mail, take) => {
      senders.add(senderOf(mail));
      inHand.push(take);
      if (senders.size === 2) for (const one of inHand.splice(0)) one();
    });
    const { one, other } = await startTwo(peer.url, { LIMITS: 'none' });
    for (let number = 0; number < 11; number += 1) await accepted(one, `to the one ${number}`);
    await accepted(other, 'to the other');
    await vi.waitFor(() => expect(peer.taken).toHaveLength(12), { timeout: 20_000 });
    expect(new Set(peer.taken.map(messageIdOf)).size).toBe(12);
    expect(senders).toEqual(new Set(['one@ours.example', 'other@ours.example']));
  });

  it('count the submissions of one address together', async () => {
    const { one, other } = await startTwo('');
    const statuses: number[] = [];
    for (let number = 0; number < 6; number += 1) {
      for (const site of [one, other]) statuses.push((await submit(site, { ...fields, subject: `${number}` })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
  });

  it('answer a submission that was repeated at the other one with the id of the first', async () => {
    const { one, other } = await startTwo('');
    const idOf = async (site: SiteProcess, key: string) =>
      ((await (await submit(site, fields, { 'idempotency-key': key })).json()) as { id: string }).id;
    expect(await idOf(other, 'the same')).toBe(await idOf(one, 'the same'));
    expect(await idOf(other, 'another')).not.toBe(await idOf(one, 'the same'));
  });
});
