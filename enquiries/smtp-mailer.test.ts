import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { composeMail } from './mail.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { fields, sampleEnquiry } from './testing/samples.ts';
import { refusal, startSmtpPeer } from './testing/smtp-peer.ts';

const mail = composeMail(sampleEnquiry(1, { message: 'one\n.\ntwo' }), '<stable@ours.example>', {
  from: 'hello@ours.example',
  to: 'office@ours.example',
  siteName: 'Ours',
});
const impatient = { connection: 300, greeting: 300, socket: 300, attempt: 2000 };

/** A server that speaks, or does not, as `converse` has it. */
async function startTcpPeer(converse: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    converse(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the SMTP mailer', () => {
  it('hands the mail to the server as it was composed', async () => {
    const peer = await startSmtpPeer();
    expect(await createSmtpMailer(peer.url).send(mail)).toEqual({ delivered: true });
    const read = await PostalMime.parse(peer.taken[0] ?? '');
    expect(read).toMatchObject({
      from: { address: 'hello@ours.example', name: 'Ours website' },
      to: [{ address: 'office@ours.example' }],
      replyTo: [{ name: fields.name, address: fields.email }],
      messageId: '<stable@ours.example>',
      subject: mail.subject,
    });
    expect(read.text?.trimEnd()).toBe(mail.text.trimEnd());
    expect(read.html?.trimEnd()).toBe(mail.html.trimEnd());
  });

  it('logs in where the URL says so', async () => {
    const users: (string | undefined)[] = [];
    const peer = await startSmtpPeer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, done) {
        users.push(username);
        done(null, password === 'p@ss word' ? { user: username } : {});
      },
    });
    const url = peer.url.replace('smtp://', 'smtp://site%40ours.example:p%40ss%20word@');
    expect(await createSmtpMailer(url).send(mail)).toEqual({ delivered: true });
    expect(users).toEqual(['site@ours.example']);
  });

  it.each([
    { where: 'the recipient', options: { onRcptTo: refuse(550, 'no such mailbox') } },
    { where: 'the sender', options: { onMailFrom: refuse(553, 'not you') } },
  ])('calls a 5xx to $where permanent', async ({ options }) => {
    const peer = await startSmtpPeer(options);
    expect(await createSmtpMailer(peer.url).send(mail)).toEqual({
      delivered: false,
      permanent: true,
      reason: expect.stringMatching(/^[^\n]*55\d/),
    });
  });

  it('calls a 5xx to the content permanent', async () => {
    const peer = await startSmtpPeer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusal(554, 'looks like spam')));
      },
    });
    expect(await createSmtpMailer(peer.url).send(mail)).toMatchObject({ delivered: false, permanent: true });
  });

  it.each([
    { what: 'a 4xx to the recipient', options: { onRcptTo: refuse(451, 'greylisted') } },
    { what: 'a demand to log in first', options: { onMailFrom: refuse(530, 'authentication required') } },
    {
      what: 'a server that turns everybody away',
      options: { onConnect: (_: unknown, done: (fault: Error) => void) => done(refusal(554, 'no service')) },
    },
  ])('calls $what temporary', async ({ options }) => {
    const peer = await startSmtpPeer(options);
    expect(await createSmtpMailer(peer.url).send(mail)).toMatchObject({ delivered: false, permanent: false });
  });

  it('calls a refused login temporary, and keeps the password out of the reason', async () => {
    const peer = await startSmtpPeer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(refusal(535, 'bad login')),
    });
    const outcome = await createSmtpMailer(peer.url.replace('//', '//user:secret-word@')).send(mail);
    expect(outcome).toMatchObject({ delivered: false, permanent: false });
    expect(JSON.stringify(outcome)).not.toContain('secret-word');
  });

  it('calls a dead server temporary', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await createSmtpMailer(`smtp://127.0.0.1:${port}`).send(mail)).toEqual({
      delivered: false,
      permanent: false,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('gives up on a server that says nothing', async () => {
    const url = await startTcpPeer(() => {});
    expect(await createSmtpMailer(url, impatient).send(mail)).toMatchObject({ delivered: false, permanent: false });
  });

  it('gives up on a server that dribbles, when the time for one attempt is over', async () => {
    const url = await startTcpPeer((socket) => {
      const timer = setInterval(() => socket.write('220-still here\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const outcome = await createSmtpMailer(url, {
      connection: 60_000,
      greeting: 60_000,
      socket: 60_000,
      attempt: 200,
    }).send(mail);
    expect(outcome).toMatchObject({ delivered: false, permanent: false });
  });

  it('calls a connection that breaks in the middle of the mail temporary', async () => {
    const url = await startTcpPeer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (data) => {
        const command = data.toString().slice(0, 4).toUpperCase();
        if (command === 'DATA') socket.write('354 go on\r\n', () => setImmediate(() => socket.destroy()));
        else socket.write('250 fine\r\n');
      });
    });
    expect(await createSmtpMailer(url, impatient).send(mail)).toMatchObject({ delivered: false, permanent: false });
  });

  it('never sends a password over a network in clear text', async () => {
    const commands: string[] = [];
    const url = await startTcpPeer((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (data) => {
        commands.push(data.toString());
        socket.write(data.toString().startsWith('EHLO') ? '250-hello\r\n250 AUTH PLAIN\r\n' : '502 unknown\r\n');
      });
    });
    // Any name that is not this machine's own counts as a network; this one resolves to it all the same.
    const outcome = await createSmtpMailer(url.replace('127.0.0.1', 'user:secret@0.0.0.0'), impatient).send(mail);
    expect(outcome).toMatchObject({ delivered: false, permanent: false });
    expect(commands.join('')).not.toMatch(/AUTH/);
  });
});

function refuse(code: number, message: string) {
  return (_address: unknown, _session: unknown, done: (fault: Error) => void) => done(refusal(code, message));
}
