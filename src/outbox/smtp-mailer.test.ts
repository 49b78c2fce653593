import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { composeEnquiryMail } from '../enquiries/notifications/enquiry-mail.ts';
import { verifySmtpServer } from './verify-smtp-server.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { mailRoute } from '../enquiries/testing/core-under-test.ts';
import { findFreePort } from '../process/testing/find-free-port.ts';
import { sampleFields, createSampleEnquiry } from '../enquiries/testing/samples.ts';
import { createSmtpError, refuse, startTestSmtpServer } from './testing/test-smtp-server.ts';

const mail = composeEnquiryMail(
  { ...createSampleEnquiry(1, { message: 'one\n.\ntwo' }), messageId: '<stable@ours.example>' },
  mailRoute,
);
const impatient = { connection: 300, greeting: 300, socket: 300, attempt: 400 };
const login: SMTPServerOptions = { authOptional: false, allowInsecureAuth: true };

type Peer = (guest: Socket) => void;

/** Starts a TCP server that runs `receive` on each connection instead of SMTP. */
async function startTcpPeer(receive: Peer) {
  const server = createServer((guest) => {
    guest.on('error', () => {});
    onTestFinished(() => void guest.destroy());
    receive(guest);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('the SMTP mailer', () => {
  it('hands the mail to the server as it was composed, and logs in where the URL says so', async () => {
    const peer = await startTestSmtpServer({
      ...login,
      onAuth: ({ username, password }, _session, done) =>
        done(null, username === 'site@ours.example' && password === 'p@ss word' ? { user: username } : {}),
    });
    const url = peer.url.replace('smtp://', 'smtp://site%40ours.example:p%40ss%20word@');
    expect(await createSmtpMailer(url).send(mail)).toEqual({ delivered: true });
    const read = await PostalMime.parse(peer.taken[0] ?? '');
    expect(read).toMatchObject({
      from: mailRoute.from,
      to: [{ address: 'office@ours.example' }],
      replyTo: [{ name: sampleFields.name, address: sampleFields.email }],
      messageId: '<stable@ours.example>',
      subject: mail.subject,
    });
    for (const [key, value] of [
      ['auto-submitted', 'auto-generated'],
      ['x-site-message-id', read.messageId],
    ])
      expect(read.headers).toContainEqual(expect.objectContaining({ key, value }));
    expect([read.text?.trimEnd(), read.html?.trimEnd()]).toEqual([mail.text.trimEnd(), mail.html?.trimEnd()]);
  });

  it('tells of each of several receivers how that one answered, and hands a mail to those alone who are still to get it', async () => {
    const answers: Readonly<Record<string, number>> = { 'grey@ours.example': 450, 'gone@ours.example': 550 };
    const asked: string[] = [];
    const peer = await startTestSmtpServer({
      onRcptTo({ address }, _session, done) {
        asked.push(address);
        const code = answers[address];
        done(code === undefined ? null : createSmtpError(code, 'no'));
      },
    });
    const to = ['office@ours.example', ...Object.keys(answers)];
    const said = (code: number) => expect.stringContaining(`${code}`);
    expect(await createSmtpMailer(peer.url).send({ ...mail, to })).toEqual({
      delivered: true,
      recipientStates: {
        'office@ours.example': { state: 'delivered', reason: null },
        'grey@ours.example': { state: 'due', reason: said(450) },
        'gone@ours.example': { state: 'failed', reason: said(550) },
      },
    });
    asked.length = 0;
    const [, grey = ''] = to;
    expect(await createSmtpMailer(peer.url).send({ ...mail, to, pendingRecipients: [grey] })).toMatchObject({
      delivered: false,
      permanent: false,
      recipientStates: { [grey]: { state: 'due' } },
    });
    expect(asked).toEqual([grey]);
  });

  it('shows to all who has a copy, delivers to each, and encodes whatever stands in a name', async () => {
    const asked: string[] = [];
    const peer = await startTestSmtpServer({
      onRcptTo({ address }, _session, done) {
        asked.push(address);
        done(address === 'gone@example.net' ? createSmtpError(550, 'no') : null);
      },
    });
    const cc = [
      { name: '"Bob" <all@example.net>, x', address: 'bob@example.net' },
      { name: '', address: 'gone@example.net' },
    ];
    expect(await createSmtpMailer(peer.url).send({ ...mail, cc })).toMatchObject({
      recipientStates: {
        'office@ours.example': { state: 'delivered' },
        'bob@example.net': { state: 'delivered', isCopy: true },
        'gone@example.net': { state: 'failed', isCopy: true },
      },
    });
    const read = await PostalMime.parse(peer.taken[0] ?? '');
    expect([asked, read.to, read.cc, read.bcc]).toEqual([
      ['office@ours.example', ...cc.map((one) => one.address)],
      [{ name: '', address: 'office@ours.example' }],
      cc,
      undefined,
    ]);
  });

  it('greets with the host of the site', async () => {
    const greetings: string[] = [];
    const peer = await startTestSmtpServer({
      onMailFrom: (_address, { clientHostname, hostNameAppearsAs }, done) => {
        greetings.push(hostNameAppearsAs || clientHostname);
        done();
      },
    });
    for (const siteUrl of ['https://www.ours.example', 'http://localhost:3000'])
      await createSmtpMailer(peer.url, { siteUrl }).send(mail);
    expect(greetings).toEqual(['www.ours.example', expect.not.stringContaining('localhost:')]);
  });

  it.each<[string, Parameters<typeof startTestSmtpServer>[0], permanent: boolean, code: number]>([
    ['a 5xx to the recipient permanent', { onRcptTo: refuse(550) }, true, 550],
    ['a 5xx to the sender permanent', { onMailFrom: refuse(553) }, true, 553],
    ['a 5xx to the content permanent', { onMail: (_mail, take) => take(createSmtpError(554, 'spam')) }, true, 554],
    ['a 4xx to the recipient temporary', { onRcptTo: refuse(451) }, false, 451],
    ['a demand to log in first temporary', { onMailFrom: refuse(530) }, false, 530],
    ['a refusal of all temporary', { onConnect: (_session, done) => done(createSmtpError(554, 'no')) }, false, 554],
    ['a refused login temporary', { ...login, onAuth: refuse(535, 'not secret-word') }, false, 535],
  ])('calls %s, and keeps the password out of the reason', async (_what, options, permanent, code) => {
    const peer = await startTestSmtpServer(options);
    const user = options?.onAuth === undefined ? '' : 'user:secret-word@';
    const outcome = await createSmtpMailer(peer.url.replace('//', `//${user}`)).send(mail);
    const reason = expect.stringMatching(`^(?!.*secret-word)[^\n]*${code}`);
    expect(outcome).toEqual({ delivered: false, permanent, reason });
  });

  it('never sends a password over a network in clear text', async () => {
    const commands: string[] = [];
    const { url } = await startTcpPeer((guest) => {
      guest.write('220 hello\r\n');
      guest.on('data', (data) => {
        commands.push(String(data));
        guest.write(String(data).startsWith('EHLO') ? '250-hello\r\n250 AUTH PLAIN\r\n' : '502 unknown\r\n');
      });
    });
    // Any host but a loopback name counts as a network; this one still reaches this machine.
    const mailer = createSmtpMailer(url.replace('127.0.0.1', 'user:secret@0.0.0.0'), { timeouts: impatient });
    expect(await mailer.send(mail)).toMatchObject({ delivered: false, permanent: false });
    expect(commands.join('')).not.toMatch(/AUTH/);
  });
});

const breaksOff: Peer = (guest) => {
  guest.write('220 hello\r\n');
  guest.on('data', (data) => {
    if (/^DATA/i.test(String(data))) guest.write('354 go on\r\n', () => setImmediate(() => guest.destroy()));
    else guest.write('250 fine\r\n');
  });
};
const dribbles: Peer = (guest) => {
  const timer = setInterval(() => guest.write('220-still here\r\n'), 20);
  guest.on('close', () => clearInterval(timer));
};
const patient = { connection: 60_000, greeting: 60_000, socket: 60_000, attempt: 400 };
it.each<[string, Peer | null, typeof impatient]>([
  ['is away', null, impatient],
  ['says nothing', () => {}, impatient],
  ['dribbles, when the time for one attempt is over', dribbles, patient],
  ['breaks off in the middle of the mail', breaksOff, impatient],
])('the mailer gives up for now on a server that %s, and the check of it ends', async (_what, peer, timeouts) => {
  const url = peer === null ? `smtp://127.0.0.1:${await findFreePort()}` : (await startTcpPeer(peer)).url;
  const reason = expect.stringMatching(/^\S.*$/);
  const sent = createSmtpMailer(url, { timeouts }).send(mail);
  expect(await sent).toEqual({ delivered: false, permanent: false, reason });
  const checked = peer === breaksOff ? { ok: true } : { ok: false, reason };
  expect(await verifySmtpServer(url, { timeouts })).toMatchObject(checked);
});

/** Answers, or closes the connection, after the whole mail. */
const afterTheDot =
  (act: Peer): Peer =>
  (guest) => {
    let heard = '';
    guest.write('220 hello\r\n');
    guest.on('data', (data) => {
      heard += String(data);
      if (heard.endsWith('\r\n.\r\n')) act(guest);
      else if (/^(?:EHLO|MAIL|RCPT|DATA)/m.test(String(data)))
        guest.write(/^DATA/m.test(String(data)) ? '354 go\r\n' : '250 fine\r\n');
    });
  };
it.each<[string, Peer, perhaps: true | undefined]>([
  ['that leaves without a word once it has heard all of it', afterTheDot((guest) => guest.destroy()), true],
  ['that says nothing once it has heard all of it', afterTheDot(() => {}), true],
  ['that refuses it for now', afterTheDot((guest) => guest.write('451 later\r\n')), undefined],
  ['that leaves before it has heard the mail', breaksOff, undefined],
])('the mailer says of a server %s whether it perhaps has the mail', async (_what, receive, perhaps) => {
  const { url } = await startTcpPeer(receive);
  const sent = await createSmtpMailer(url, { timeouts: impatient }).send({ ...mail, text: 'x'.repeat(100_000) });
  const outcome = { delivered: false, permanent: false, reason: expect.any(String) };
  expect(sent).toEqual({ ...outcome, ...(perhaps && { possiblySent: perhaps }) });
});

describe('the check of a mail server', () => {
  it('encrypts where the server can, and believes no certificate that nobody signed', async () => {
    const peer = await startTestSmtpServer({ disabledCommands: [] });
    expect(await verifySmtpServer(peer.url)).toEqual({ ok: false, reason: expect.stringMatching(/certificate/) });
    const trusting = `${peer.url}?tls.rejectUnauthorized=false`;
    expect(await verifySmtpServer(trusting)).toMatchObject({ ok: true, isEncrypted: true });
  });

  it('keeps the password out of the reason, however the server quotes it', async () => {
    const quoted = `bad login: secret word, ${Buffer.from('secret word').toString('base64')}`;
    const peer = await startTestSmtpServer({ ...login, onAuth: refuse(535, quoted) });
    const verified = await verifySmtpServer(peer.url.replace('//', '//user:secret%20word@'));
    expect(verified).toEqual({ ok: false, reason: expect.stringContaining('bad login: [password], [password]') });
  });
});
