import { describe, expect, it, vi } from 'vitest';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { startSiteProcess } from './testing/site-process.ts';
import { submit } from './testing/submissions.ts';

/** Each with a sender of its own, so that a mail tells which of them delivers it. */
async function startTwo(env: Record<string, string>) {
  const shared = { DATABASE_URL: await temporaryPostgres(), ...env };
  const [one, other] = await Promise.all([
    startSiteProcess({ ...shared, MAIL_FROM: 'one@ours.example' }),
    startSiteProcess({ ...shared, MAIL_FROM: 'other@ours.example' }),
  ]);
  return { one, other };
}

async function accepted(site: { url: string }, subject: string, headers = {}): Promise<string> {
  const response = await submit(site, { ...fields, subject }, headers);
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

const messageIdOf = (mail: Buffer) => /^Message-ID:\s+(\S+)/im.exec(String(mail))?.[1];
const senderOf = (mail: Buffer) => /^From: .*<(.*)>/im.exec(String(mail))?.[1];

describe('two servers on one PostgreSQL', () => {
  it('take over from each other: one that is killed while it delivers loses no mail and doubles none', async () => {
    const cutOff = Promise.withResolvers<Buffer>();
    const peer = await startSmtpPeer({
      onMail(mail, take) {
        // It has heard the whole first mail, and says neither yes nor no.
        if (peer.taken.length === 0 && String(mail).includes('cut off')) cutOff.resolve(mail);
        else take();
      },
    });
    const { one, other } = await startTwo({ SMTP_URL: peer.url, LEASE_MILLISECONDS: '1500' });
    await accepted(one, 'cut off');
    const interrupted = await cutOff.promise;
    const [killed, survivor] = senderOf(interrupted) === 'one@ours.example' ? [one, other] : [other, one];
    await killed.end();
    // The survivor delivers all the while, and leaves alone what the dead one had in hand until its lease ends.
    await accepted(survivor, 'meanwhile');
    await vi.waitFor(() => expect(peer.taken).toHaveLength(2), { timeout: 15_000 });
    const subjects = peer.taken.map((mail) => /^Subject: .*(meanwhile|cut off)/im.exec(String(mail))?.[1]);
    expect(subjects).toEqual(['meanwhile', 'cut off']);
    expect(peer.taken.map(messageIdOf)[1]).toBe(messageIdOf(interrupted));
    // Nothing is left to be sent again: the next mail is a new one.
    await accepted(survivor, 'afterwards');
    await vi.waitFor(() => expect(new Set(peer.taken.map(messageIdOf)).size).toBe(3));
    expect(peer.taken).toHaveLength(3);
  });

  it('share the deliveries, and none is made twice', async () => {
    const senders = new Set<string | undefined>();
    const inHand: (() => void)[] = [];
    // Nothing is taken until both of them are delivering.
    const peer = await startSmtpPeer({
      onMail(mail, take) {
        senders.add(senderOf(mail));
        inHand.push(take);
        if (senders.size === 2) for (const one of inHand.splice(0)) one();
      },
    });
    const { one, other } = await startTwo({ SMTP_URL: peer.url, LIMITS: 'none' });
    for (let number = 0; number < 11; number += 1) await accepted(one, `to the one ${number}`);
    await accepted(other, 'to the other');
    await vi.waitFor(() => expect(peer.taken).toHaveLength(12), { timeout: 20_000 });
    expect(new Set(peer.taken.map(messageIdOf)).size).toBe(12);
    expect(senders).toEqual(new Set(['one@ours.example', 'other@ours.example']));
  });

  it('know what the other was told: a repeated submission has the first one’s id, and an address one limit', async () => {
    const peer = await startSmtpPeer();
    const { one, other } = await startTwo({ SMTP_URL: peer.url });
    const first = await accepted(one, 'the same', { 'idempotency-key': 'a key' });
    expect(await accepted(other, 'the same', { 'idempotency-key': 'a key' })).toBe(first);
    expect(await accepted(other, 'the same', { 'idempotency-key': 'another' })).not.toBe(first);
    for (let number = 3; number < 10; number += 1) await accepted(number % 2 ? one : other, `${number}`);
    for (const site of [one, other]) expect((await submit(site)).status).toBe(429);
  });
});
