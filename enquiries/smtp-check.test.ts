import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifySmtp } from './smtp-check.ts';
import { refusal, startSmtpPeer } from './testing/smtp-peer.ts';

const impatient = { connection: 300, greeting: 300, socket: 300, attempt: 500 };

describe('the check of a mail server', () => {
  it('connects, and sends nothing', async () => {
    const peer = await startSmtpPeer();
    expect(await verifySmtp(peer.url)).toEqual({ ok: true, encrypted: false, login: false });
    expect(peer.taken).toEqual([]);
  });

  it('logs in', async () => {
    const peer = await startSmtpPeer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => done(null, password === 'p@ss word' ? { user: 'x' } : {}),
    });
    expect(await verifySmtp(peer.url.replace('//', '//user:p%40ss%20word@'))).toMatchObject({ ok: true, login: true });
    expect(await verifySmtp(peer.url.replace('//', '//user:wrong@'))).toMatchObject({ ok: false });
  });

  it('says when nobody asked for the login', async () => {
    const peer = await startSmtpPeer({ disabledCommands: ['STARTTLS', 'AUTH'] });
    expect(await verifySmtp(peer.url.replace('//', '//user:secret@'))).toMatchObject({ ok: true, login: false });
  });

  it('encrypts where the server can, and believes no certificate that nobody signed', async () => {
    const peer = await startSmtpPeer({ disabledCommands: [] });
    expect(await verifySmtp(peer.url)).toEqual({ ok: false, reason: expect.stringMatching(/certificate/) });
    const trusting = `${peer.url}?tls.rejectUnauthorized=false`;
    expect(await verifySmtp(trusting)).toMatchObject({ ok: true, encrypted: true });
  });

  it('keeps the password out of the reason, however the server quotes it', async () => {
    const quoted = `bad login: secret-word, ${Buffer.from('secret-word').toString('base64')}`;
    const peer = await startSmtpPeer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, quoted)),
    });
    const verified = await verifySmtp(peer.url.replace('//', '//user:secret-word@'));
    expect(verified).toEqual({ ok: false, reason: expect.stringContaining('bad login: [password], [password]') });
  });

  it('comes to an end with a server that is away, is silent, hangs up or dribbles', async () => {
    const away = await startTcpPeer(() => {});
    await away.close();
    const silent = await startTcpPeer(() => {});
    const rude = await startTcpPeer((socket) => socket.destroy());
    const dribbling = await startTcpPeer((socket) => {
      socket.write('220 hello\r\n');
      const timer = setInterval(() => socket.write('250-still here\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    for (const { url } of [away, silent, rude, dribbling])
      expect(await verifySmtp(url, impatient)).toEqual({ ok: false, reason: expect.stringMatching(/^\S.*$/) });
    await dribbling.left;
  });
});

/** A server that speaks, or does not, as `converse` has it. `left` resolves when its first guest has gone. */
async function startTcpPeer(converse: (socket: Socket) => void) {
  const { promise: left, resolve } = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    converse(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((done) => server.close(done));
  };
  onTestFinished(close);
  return { url: `smtp://127.0.0.1:${port}`, close, left };
}
