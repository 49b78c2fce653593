import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { composeMail } from './mail.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { freePort } from '../testing/free-port.ts';
import { fields, sampleEnquiry } from '../testing/samples.ts';
import { dribble, refusal, startSmtpPeer, startTcpPeer } from '../testing/smtp-peer.ts';

const mail = composeMail(sampleEnquiry(1, { message: 'one\n.\ntwo' }), '<stable@ours.example>', {
  from: { name: 'Ours website', address: 'hello@ours.example' },
  to: ['office@ours.example'],
  siteName: 'Ours',
});
const impatient = { connection: 300, greeting: 300, socket: 300, attempt: 2000 };
const temporary = { delivered: false, permanent: false };
const login: SMTPServerOptions = { authOptional: false, allowInsecureAuth: true };

const refuse = (code: number) => (_address: unknown, _session: unknown, done: (fault: Error) => void) =>
  done(refusal(code, 'no'));

describe('the SMTP mailer', () => {
  it('hands the mail to the server as it was composed, and logs in where the URL says so', async () => {
    const peer = await startSmtpPeer({
      ...login,
      onAuth: ({ username, password }, _session, done) =>
        done(null, username === 'site@ours.example' && password === 'p@ss word' ? { user: username } : {}),
    });
    const url = peer.url.replace('smtp://', 'smtp://site%40ours.example:p%40ss%20word@');
    expect(await createSmtpMailer(url).send(mail)).toEqual({ delivered: true });
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

  it('greets with the host of the site, and says that a program has sent the mail', async () => {
    const greetings: string[] = [];
    const peer = await startSmtpPeer({
      onMailFrom: (_address, { clientHostname, hostNameAppearsAs }, done) => {
        greetings.push(hostNameAppearsAs || clientHostname);
        done();
      },
    });
    for (const siteUrl of ['https://www.ours.example', 'http://localhost:3000'])
      await createSmtpMailer(peer.url, { siteUrl }).send(mail);
    expect(greetings).toEqual(['www.ours.example', expect.not.stringContaining('localhost:')]);
    const { headers } = await PostalMime.parse(peer.taken[0] ?? '');
    expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
  });

  it.each<[string, Parameters<typeof startSmtpPeer>[0], permanent: boolean, code: number]>([
    ['a 5xx to the recipient permanent', { onRcptTo: refuse(550) }, true, 550],
    ['a 5xx to the sender permanent', { onMailFrom: refuse(553) }, true, 553],
    ['a 5xx to the content permanent', { onMail: (_mail, take) => take(refusal(554, 'spam')) }, true, 554],
    ['a 4xx to the recipient temporary', { onRcptTo: refuse(451) }, false, 451],
    ['a demand to log in first temporary', { onMailFrom: refuse(530) }, false, 530],
    ['a refusal of everybody temporary', { onConnect: (_session, done) => done(refusal(554, 'no')) }, false, 554],
    ['a refused login temporary', { ...login, onAuth: refuse(535) }, false, 535],
  ])('calls %s, and keeps the password out of the reason', async (_what, options, permanent, code) => {
    const peer = await startSmtpPeer(options);
    const user = options?.onAuth === undefined ? '' : 'user:secret-word@';
    const outcome = await createSmtpMailer(peer.url.replace('//', `//${user}`)).send(mail);
    expect(outcome).toEqual({ delivered: false, permanent, reason: expect.stringMatching(`^[^\n]*${code}`) });
    expect(JSON.stringify(outcome)).not.toContain('secret-word');
  });

  it('calls a dead server temporary', async () => {
    expect(await createSmtpMailer(`smtp://127.0.0.1:${await freePort()}`).send(mail)).toEqual({
      ...temporary,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each<[string, Parameters<typeof startTcpPeer>[0], object]>([
    ['says nothing', () => {}, impatient],
    [
      'dribbles, when the time for one attempt is over',
      (guest) => dribble(guest, '220-still here'),
      { connection: 60_000, greeting: 60_000, socket: 60_000, attempt: 200 },
    ],
    [
      'breaks off in the middle of the mail',
      (guest) => {
        guest.write('220 hello\r\n');
        guest.on('data', (data) => {
          if (/^DATA/i.test(String(data))) guest.write('354 go on\r\n', () => setImmediate(() => guest.destroy()));
          else guest.write('250 fine\r\n');
        });
      },
      impatient,
    ],
  ])('gives up for now on a server that %s', async (_what, receive, timeouts) => {
    const { url } = await startTcpPeer(receive);
    expect(await createSmtpMailer(url, { timeouts: { ...impatient, ...timeouts } }).send(mail)).toMatchObject(
      temporary,
    );
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
    // Any name that is not this machine's own counts as a network; this one resolves to it all the same.
    const mailer = createSmtpMailer(url.replace('127.0.0.1', 'user:secret@0.0.0.0'), { timeouts: impatient });
    expect(await mailer.send(mail)).toMatchObject(temporary);
    expect(commands.join('')).not.toMatch(/AUTH/);
  });
});
