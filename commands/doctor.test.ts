import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { placeholders } from '../content/placeholders.ts';
import * as words from '../content/words.ts';
import type { ContactOverrides } from '../enquiries/core/contact-settings.ts';
import { temporaryPostgres } from '../enquiries/testing/postgres.ts';
import { refusal, startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { startWebhookReceiver, webhookSecret } from '../enquiries/testing/webhook-receiver.ts';
import { temporaryDirectory } from '../enquiries/testing/temporary.ts';
import { startOperator, type Operator } from './testing/operator.ts';
import { checkPlaceholders } from './doctor-checks.ts';

const names =
  'configuration,site address,build,database,disk space,mail,deliveries,retention,contact facts,backup,bounces'.split(
    ',',
  );
const day = 24 * 60 * 60_000;

/** What the doctor says, a line for each check and one for the exit code. No password may be in it. */
async function diagnose({ runWith }: Operator, env: Record<string, string> = {}, ...args: string[]): Promise<string> {
  const { code, out } = await runWith({ env }, 'doctor', ...args);
  expect(out).not.toContain('secret-word');
  return `${out}exit ${code}`;
}

afterEach(() => vi.useRealTimers());

describe('doctor', () => {
  it('finds everything in order, and sends no mail for that', async () => {
    const peer = await startSmtpPeer();
    const settings = { SITE_URL: 'https://www.example.com', MAIL_FROM: 'website@ours.example' };
    const operator = await startOperator({ ...settings, SMTP_URL: peer.url });
    await operator.run('backup');
    const { code, out } = await operator.run('doctor', '--json');
    const checks = names.map((name) => ({ name, status: 'ok', detail: expect.stringMatching(/./) }));
    const toFillIn = {
      name: 'before you go public',
      status: expect.stringMatching(/^(?:ok|warning)$/),
      detail: expect.any(String),
    };
    expect([code, JSON.parse(out)]).toEqual([0, { checks: [...checks, toFillIn] }]);
    const report = await diagnose(operator);
    for (const name of names) expect(report).toMatch(new RegExp(`^ok {7}${name} +\\S`, 'm'));
    expect(report).toMatch(/site\.db opens and can be written \(SQLite \d+\.\d+\.\d+, schema \d+\)$/m);
    expect(peer.taken).toEqual([]);
  });

  it('names each contact fact that was set, with what it hides', async () => {
    const operator = await startOperator();
    expect(await diagnose(operator)).toMatch(/^ok +contact facts +all as in content\/site\.yaml$/m);
    await operator.run('contact', 'set', 'phone', '+44 117 496 0143');
    const said = `phone is "+44 117 496 0143" instead of "${words.site.contact.phone}"`;
    expect(await diagnose(operator)).toContain(said);
  });

  it.each<[Record<string, string>, ...RegExp[]]>([
    [
      { PORT: 'x', SITE_URL: 'y', RETENTION_DAYS: 'z' },
      /^failed +configuration +PORT takes .* SITE_URL takes .* RETENTION_DAYS takes /,
      /^failed +site address +not checked: SITE_URL is wrong\nok +build +\d+ pages\nok +database /m,
      /^failed +retention +not checked: RETENTION_DAYS is wrong\n[^]*^exit 1$/m,
    ],
    [
      { DATABASE_URL: 'mysql://x', SMTP_URL: 'smtp://127.0.0.1:1' },
      /^failed +database +not checked: DATABASE_URL is wrong\nfailed +disk space +not checked: DATABASE_URL is wrong$/m,
      /^failed +mail +smtp:.*ECONNREFUSED.*\nfailed +deliveries +not checked: DATABASE_URL is wrong$/m,
    ],
    [
      { DATABASE_URL: 'sqlite:LICENSE/below/site.db' },
      /^failed +database .*not a directory.*\nok +disk space .*\nfailed +mail .*cannot be written: \S/m,
      /^failed +deliveries +not checked: the database does not open\nfailed +retention .*\n[^]*^exit 1$/m,
    ],
    [
      { WEBHOOK_URL: 'https://10.0.0.1/secret-word', WEBHOOK_SECRET: 'secret-word', WEBHOOK_PRIVATE_HOST: '' },
      /^failed +configuration +WEBHOOK_URL leads into a private network/,
      /^ok +retention [^]*exit 1$/m,
    ],
    [{ SITE_URL: 'http://www.example.com' }, /^warning +site address .* unencrypted/m, /^warning +mail /m],
    [{ SITE_URL: 'https://www.example.com' }, /^failed +mail +nobody is mailed: /m, /^exit 1$/m],
  ])('goes on where a check fails, and makes no other database: %j', async (env, ...says) => {
    const before = existsSync('data');
    const report = await diagnose(await startOperator(), env);
    for (const pattern of says) expect(report).toMatch(pattern);
    expect(existsSync('data')).toBe(before);
  });

  it('fails where the pages are not built', async () => {
    const { runWith } = await startOperator();
    const { code, out } = await runWith({ buildDirectory: temporaryDirectory() }, 'doctor');
    expect([code, out]).toEqual([1, expect.stringMatching(/^failed +build +The site is not built yet\./m)]);
  });

  const login: SMTPServerOptions = { authOptional: false, allowInsecureAuth: true };
  it.each<[string, SMTPServerOptions, RegExp]>([
    [
      'accepts the login',
      { ...login, onAuth: (_login, _session, done) => done(null, { user: 'site' }) },
      /^ok +mail .*accepts the login\n[^]*ok +test mail [^]*exit 0$/m,
    ],
    [
      'refuses the login',
      { ...login, onAuth: ({ password }, _session, done) => done(refusal(535, `wrong password ${password}`)) },
      /^failed +mail .*535[^]*failed +test mail .*535.*\nexit 1$/m,
    ],
    [
      'takes no logins and refuses the mail',
      { disabledCommands: ['AUTH', 'STARTTLS'], onRcptTo: (_address, _session, done) => done(refusal(550, 'no')) },
      /^warning +mail .*takes no logins[^]*failed +test mail .*550.*\nexit 1$/m,
    ],
  ])('says of a mail server that it %s, without the password', async (_what, options, says) => {
    const peer = await startSmtpPeer(options);
    const operator = await startOperator({ SMTP_URL: peer.url.replace('//', '//site:secret-word@') });
    expect(await diagnose(operator, {}, '--send-test-mail')).toMatch(says);
  });

  it('sends a test mail to all of MAIL_TO, or to an address that is named', async () => {
    const peer = await startSmtpPeer();
    const MAIL_TO = 'office@ours.example, anna@ours.example';
    const operator = await startOperator({ SMTP_URL: peer.url, MAIL_TO });
    await diagnose(operator, {}, '--send-test-mail');
    await diagnose(operator, {}, '--send-test-mail', 'else@example.com');
    const mails = await Promise.all(peer.taken.map((mail) => PostalMime.parse(mail)));
    expect(mails.map(({ to }) => to?.map(({ address }) => address))).toEqual([
      ['office@ours.example', 'anna@ours.example'],
      ['else@example.com'],
    ]);
    expect(mails[0]?.subject).toContain(words.site.name);
    expect(mails[0]?.messageId).not.toBe(mails[1]?.messageId);
  });

  it('warns where the mail server takes the test mail for some of its receivers alone', async () => {
    const peer = await startSmtpPeer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('gone') ? refusal(550, 'no such user') : undefined),
    });
    const operator = await startOperator({ SMTP_URL: peer.url, MAIL_TO: 'office@ours.example,gone@ours.example' });
    expect(await diagnose(operator, {}, '--send-test-mail')).toMatch(/^warning +test mail .*no such user.*\nexit 0$/m);
  });

  it('warns without a mail server that nobody is mailed, and tries the folder where mails are kept', async () => {
    const operator = await startOperator();
    const { mailFolder } = operator.config;
    expect(await diagnose(operator)).toMatch(/^warning +mail .*\/mail\/, which can be written\n[^]*exit 0$/m);
    expect(readdirSync(mailFolder)).toEqual([]);
    const report = await diagnose(operator, {}, '--send-test-mail', 'else@example.com');
    const [file = ''] = readdirSync(mailFolder);
    expect(report).toContain(`it is a file: ${join(mailFolder, file)}\n`);
    const mail = await PostalMime.parse(readFileSync(join(mailFolder, file)));
    expect(mail.to?.[0]?.address).toBe('else@example.com');
  });

  it('makes no database where there is none', async () => {
    const path = join(temporaryDirectory(), 'site.db');
    const report = await diagnose(await startOperator(), { DATABASE_URL: `sqlite:${path}` });
    expect(report).toContain(`There is no database ${path} yet. Start the server once, or set DATABASE_URL.\n`);
    expect(report).toMatch(/^failed +database [^]*^failed +deliveries +not checked: [^]*exit 1$/m);
    expect(existsSync(path)).toBe(false);
  });

  it('warns of bounces that nobody would see', async () => {
    const peer = await startSmtpPeer();
    const settings = { SMTP_URL: peer.url, MAIL_FROM: 'Office@ours.example', MAIL_TO: 'office@ours.example' };
    const operator = await startOperator(settings);
    expect(await diagnose(operator)).toMatch(/^warning +bounces +MAIL_FROM is MAIL_TO: [^]*exit 0$/m);
    const MAIL_FROM = 'Ours <website@ours.example>';
    expect(await diagnose(operator, { MAIL_FROM })).toMatch(/^ok +bounces +they go to website@ours\.example;/m);
    const MAIL_TO = 'office@ours.example, Website@ours.example';
    expect(await diagnose(operator, { MAIL_FROM, MAIL_TO })).toMatch(/^warning +bounces +MAIL_FROM is one of MAIL_TO/m);
  });

  it('lists what is left to fill in, and warns of it once the site is public', async () => {
    const operator = await startOperator();
    const told = async (SITE_URL: string): Promise<unknown> => {
      const { out } = await operator.runWith({ env: { SITE_URL } }, 'doctor', '--json');
      const { checks } = JSON.parse(out) as { checks: { name: string; status: string; detail: string }[] };
      const { status, detail = '' } = checks.find(({ name }) => name === 'before you go public') ?? {};
      return { status, lines: detail.split('\n').slice(1) };
    };
    const lines = (overrides: ContactOverrides) =>
      placeholders(words, overrides).map(({ where }) => expect.stringContaining(`: ${where} (`));
    // Whatever the words have: one fact is made up, and another is not.
    const overrides = { phone: '+44 117 496 0999', email: 'office@bridges.co.uk' };
    await operator.contactSettings.set('phone', overrides.phone, 'anna@ours.example');
    await operator.contactSettings.set('email', overrides.email, 'anna@ours.example');
    for (const SITE_URL of ['http://localhost:3000', 'https://localhost', 'http://www.example.com'])
      expect(await told(SITE_URL)).toEqual({ status: 'ok', lines: lines(overrides) });
    expect(await told('https://www.example.com')).toEqual({ status: 'warning', lines: lines(overrides) });
    const report = await diagnose(operator, { SITE_URL: 'https://www.example.com' });
    expect(report).toMatch(/^warning +before you go public +\d+ .*\n(?: {9}\S.*\n)*? {9}phone: /m);
  });

  it('finds nothing to warn of where all is filled in but what not every company has', () => {
    const vatNumber = { what: 'VAT number', where: 'a file', why: 'a reason', isOptional: true } as const;
    const site = { siteUrl: 'https://www.example.com' };
    expect(checkPlaceholders(site, [])).toEqual({ status: 'ok', detail: 'everything is filled in' });
    expect(checkPlaceholders(site, [vatNumber])).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('\nVAT number, if any: a file'),
    });
  });

  it('tells of a name in .env that is no setting', async () => {
    const { runWith } = await startOperator();
    const { code, out } = await runWith({ namesInFile: ['SMPT_URL'] }, 'doctor');
    expect([code, out]).toEqual([1, expect.stringMatching(/^failed +configuration +\.env has SMPT_URL, /)]);
  });

  it('fails when mail has been failing for more than 15 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const peer = await startSmtpPeer({ onRcptTo: (_address, _session, done) => done(refusal(451, 'later')) });
    const operator = await startOperator({ SMTP_URL: peer.url });
    await operator.receiveSpam();
    await operator.receive();
    await operator.enquiries.deliverDue();
    vi.setSystemTime(Date.now() + 14 * 60_000);
    expect(await diagnose(operator)).toMatch(/^ok +deliveries +1 due, 0 failed, 1 quarantined[^]*exit 0$/m);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await diagnose(operator)).toMatch(/^failed +deliveries .*failing for 16 minutes[^]*exit 1$/m);
  });

  it('fails as soon as a mail was given up, until somebody has looked after it', async () => {
    const peer = await startSmtpPeer({ onRcptTo: (_address, _session, done) => done(refusal(550, 'no')) });
    const operator = await startOperator({ SMTP_URL: peer.url });
    await operator.receive();
    await operator.enquiries.deliverDue();
    expect(await diagnose(operator)).toMatch(/^failed +deliveries +0 due, 1 failed[^]*exit 1$/m);
    await operator.run('enquiries', 'retry', '--failed');
    expect(await diagnose(operator)).toMatch(/^ok +deliveries +1 due, 0 failed[^]*exit 0$/m);
  });

  it('warns of a public site without a backup, and of an old one, and fails where that is more than two days old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const operator = await startOperator();
    expect(await diagnose(operator)).toMatch(/^ok +backup +there never was one; /m);
    const SITE_URL = 'https://www.example.com';
    expect(await diagnose(operator, { SITE_URL })).toMatch(/^warning +backup +there never was one; /m);
    await operator.run('backup');
    const hour = 60 * 60_000;
    const after = async (hours: number): Promise<string> => {
      vi.setSystemTime(Date.now() + hours * hour);
      return diagnose(operator);
    };
    expect(await after(25)).toMatch(/^ok +backup +the last good one was made 25 hours ago$/m);
    expect(await after(2)).toMatch(/^warning +backup +the last good one was made 27 hours ago; [^]*exit 0$/m);
    expect(await after(24)).toMatch(/^failed +backup +the last good one was made 2 days ago; [^]*exit 1$/m);
  });

  it('warns when old enquiries were left lying', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const operator = await startOperator({ RETENTION_DAYS: '30' });
    await operator.receive();
    await operator.enquiries.deliverDue();
    vi.setSystemTime(Date.now() + 31 * day);
    expect(await diagnose(operator)).toMatch(/^ok +retention +1 enquiry older than 30 days/m);
    vi.setSystemTime(Date.now() + 2 * day);
    expect(await diagnose(operator)).toMatch(/^warning +retention /m);
  });

  it('warns of an inbox that nobody can open, and says where it is', async () => {
    const operator = await startOperator();
    const { people } = operator;
    const tunnelled = { INBOX_PORT: '4000', SITE_URL: 'https://www.example.com' };
    const served = { ...tunnelled, INBOX_URL: 'https://inbox.example.com' };
    expect(await diagnose(operator)).not.toMatch(/^\w+ +inbox /m);
    expect(await diagnose(operator, served)).toMatch(
      /^warning +inbox +nobody has been invited: .*; it is at https:\/\/inbox\.example\.com$/m,
    );
    const { token } = await people.invite('anna@example.com');
    await people.invite('bob@example.com');
    expect(await diagnose(operator, served)).toMatch(/^warning +inbox +nobody has a passkey, of 2 people invited: /m);
    await people.accept(token, { id: 'p1', publicKey: 'key', counter: 0, transports: [] });
    expect(await diagnose(operator, served)).toMatch(/^ok +inbox +1 person has a passkey; it is at https:\S+$/m);
    expect(await diagnose(operator, tunnelled)).toMatch(
      /^ok +inbox .* http:\/\/localhost:4000, through a tunnel only;/m,
    );
    expect(await diagnose(operator, { INBOX_PORT: '4000' })).toMatch(/^ok +inbox .* at http:\/\/localhost:4000$/m);
  });

  it('warns of a webhook that is failing, and fails where it was switched off', async () => {
    const receiver = await startWebhookReceiver();
    const operator = await startOperator({
      WEBHOOK_URL: receiver.url,
      WEBHOOK_SECRET: webhookSecret,
      WEBHOOK_PRIVATE_HOST: '127.0.0.1',
    });
    const answer = (status: number) => (receiver.answer = (response) => void response.writeHead(status).end());
    expect(await diagnose(operator)).toMatch(/^ok +webhook +127\.0\.0\.1:\d+: /m);
    answer(500);
    await operator.webhook?.test();
    expect(await diagnose(operator)).toMatch(/^warning +webhook +127\.0\.0\.1:\d+: failing since .*500[^]*exit 0$/m);
    answer(410);
    await operator.webhook?.test();
    expect(await diagnose(operator)).toMatch(/^failed +webhook .* switched off since .*410[^]*exit 1$/m);
    expect(receiver.taken).toHaveLength(2);
  });

  it('looks into PostgreSQL, and never tells its password', async () => {
    const url = await temporaryPostgres();
    const operator = await startOperator();
    const well = await diagnose(operator, { DATABASE_URL: url });
    expect(well).toMatch(/^ok +database +postgres:.*PostgreSQL \d[^]*^ok +deliveries/m);
    const wrong = Object.assign(new URL(url), { password: 'secret-word', username: 'nobody' }).href;
    expect(await diagnose(operator, { DATABASE_URL: wrong })).toMatch(/^failed +database /m);
  });
});
