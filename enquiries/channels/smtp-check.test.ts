import { describe, expect, it } from 'vitest';
import { verifySmtp } from './smtp-check.ts';
import { freePort } from '../testing/free-port.ts';
import { dribble, refusal, startSmtpPeer, startTcpPeer } from '../testing/smtp-peer.ts';

const impatient = { connection: 300, greeting: 300, socket: 300, attempt: 400 };

describe('the check of a mail server', () => {
  it('encrypts where the server can, and believes no certificate that nobody signed', async () => {
    const peer = await startSmtpPeer({ disabledCommands: [] });
    expect(await verifySmtp(peer.url)).toEqual({ ok: false, reason: expect.stringMatching(/certificate/) });
    const trusting = `${peer.url}?tls.rejectUnauthorized=false`;
    expect(await verifySmtp(trusting)).toMatchObject({ ok: true, encrypted: true });
  });

  it('keeps the password out of the reason, however the server quotes it', async () => {
    const quoted = `bad login: secret word, ${Buffer.from('secret word').toString('base64')}`;
    const peer = await startSmtpPeer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, quoted)),
    });
    const verified = await verifySmtp(peer.url.replace('//', '//user:secret%20word@'));
    expect(verified).toEqual({ ok: false, reason: expect.stringContaining('bad login: [password], [password]') });
  });

  it('comes to an end with a server that is away, is silent, hangs up or dribbles', async () => {
    const silent = await startTcpPeer();
    const rude = await startTcpPeer((guest) => guest.destroy());
    const dribbling = await startTcpPeer((guest) => {
      guest.write('220 hello\r\n');
      dribble(guest, '250-still here');
    });
    const urls = [`smtp://127.0.0.1:${await freePort()}`, silent.url, rude.url, dribbling.url];
    const verified = await Promise.all(urls.map((url) => verifySmtp(url, { timeouts: impatient })));
    expect(verified).toEqual(urls.map(() => ({ ok: false, reason: expect.stringMatching(/^\S.*$/) })));
    await dribbling.left;
  });
});
