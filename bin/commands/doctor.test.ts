import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { site } from '../../content/site.ts';
import { temporaryPostgres } from '../../enquiries/testing/postgres.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { refusal, startSmtpPeer } from '../../enquiries/testing/smtp-peer.ts';
import { startOperator, type Operator } from '../testing/operator.ts';
import type { Finding } from './doctor/finding.ts';

const names = ['configuration', 'site address', 'database', 'disk space', 'mail', 'deliveries', 'retention'];

/** Calls the doctor; resolves to the exit code and to what it found, by the name of the check. */
async function diagnose({ runWith }: Operator, env: Record<string, string> = {}, ...args: string[]) {
  const { code, out } = await runWith({ env }, 'doctor', '--json', ...args);
  const { checks } = JSON.parse(out) as { checks: Finding[] };
  return { code, out, checks: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

afterEach(() => vi.useRealTimers());

describe('doctor', () => {
  it('finds everything in order', async () => {
    const peer = await startSmtpPeer();
    const operator = await startOperator({ SMTP_URL: peer.url, SITE_URL: 'https://www.example.com' });
    const { code, checks } = await diagnose(operator);
    expect(Object.values(checks).map(({ status }) => status)).toEqual(names.map(() => 'ok'));
    expect([code, Object.keys(checks)]).toEqual([0, names]);
    expect(checks['database']?.detail).toMatch(
      /site\.db opens and can be written \(SQLite \d+\.\d+\.\d+, schema \d+\)$/,
    );
    expect(peer.taken).toEqual([]);
  });

  it('tells a person in a line each', async () => {
    const { run } = await startOperator();
    const { code, out } = await run('doctor');
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual(
      names.map((name) => expect.stringMatching(new RegExp(`^(?:ok|warning) +${name} +\\S`))),
    );
  });

  describe('goes on where a check fails', () => {
    it('with a configuration that is wrong, every fault of it by name', async () => {
      const operator = await startOperator();
      const { code, checks } = await diagnose(operator, { PORT: 'x', SITE_URL: 'y', RETENTION_DAYS: 'z' });
      expect(code).toBe(1);
      expect(checks['configuration']).toMatchObject({
        status: 'failed',
        detail: expect.stringMatching(/PORT takes .* SITE_URL takes .* RETENTION_DAYS takes /),
      });
      for (const name of ['site address', 'retention'])
        expect(checks[name]).toMatchObject({
          status: 'failed',
          detail: expect.stringMatching(/^not checked: [A-Z_]+ /),
        });
      for (const name of ['database', 'disk space', 'deliveries']) expect(checks[name]?.status).toBe('ok');
    });

    it('with a database address that is wrong, and makes no other database', async () => {
      const peer = await startSmtpPeer();
      const operator = await startOperator({ SMTP_URL: peer.url });
      const before = existsSync('data');
      const { code, checks } = await diagnose(operator, { DATABASE_URL: 'mysql://x' });
      expect(code).toBe(1);
      for (const name of ['database', 'disk space', 'deliveries', 'retention'])
        expect(checks[name]?.detail).toBe('not checked: DATABASE_URL is wrong');
      expect(checks['mail']?.status).toBe('ok');
      expect(existsSync('data')).toBe(before);
    });

    it('with a database that does not open', async () => {
      const operator = await startOperator();
      const file = join(operator.config.dataDirectory, 'text.db');
      writeFileSync(file, 'This is not a database, although it is long enough to be one.'.repeat(20));
      const { code, checks } = await diagnose(operator, { DATABASE_URL: `sqlite:${file}` });
      expect(code).toBe(1);
      expect(checks['database']).toMatchObject({ status: 'failed', detail: expect.stringContaining('not a database') });
      expect(checks['deliveries']?.detail).toBe('not checked: the database does not open');
      expect(checks['disk space']?.status).toBe('ok');
    });
  });

  it('warns of a site address that is not encrypted', async () => {
    const { code, checks } = await diagnose(await startOperator({ SITE_URL: 'http://www.example.com' }));
    expect([code, checks['site address']?.status]).toEqual([0, 'warning']);
  });

  describe('without a mail server', () => {
    it('warns that nobody is mailed, and leaves nothing in the folder', async () => {
      const operator = await startOperator();
      const { code, checks } = await diagnose(operator);
      const { mailFolder } = operator.config;
      expect([code, checks['mail']]).toMatchObject([
        0,
        { status: 'warning', detail: expect.stringContaining(mailFolder) },
      ]);
      expect(readdirSync(mailFolder)).toEqual([]);
    });

    it('fails where the folder cannot be written', async () => {
      const operator = await startOperator();
      const { mailFolder } = operator.config;
      rmSync(mailFolder, { recursive: true, force: true });
      writeFileSync(mailFolder, 'a file in its place');
      const { code, checks } = await diagnose(operator);
      expect([code, checks['mail']?.status]).toEqual([1, 'failed']);
      expect(checks['mail']?.detail).toContain('cannot be written');
    });
  });

  describe('with a mail server', () => {
    it('says that it lets us in', async () => {
      const peer = await startSmtpPeer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
      });
      const url = peer.url.replace('//', '//site:secret-word@');
      const { code, out, checks } = await diagnose(await startOperator({ SMTP_URL: url }));
      expect([code, checks['mail']]).toMatchObject([0, { status: 'ok', detail: expect.stringContaining('login') }]);
      expect(out).not.toContain('secret-word');
    });

    it('fails with a login that it refuses, without telling the password', async () => {
      const peer = await startSmtpPeer({
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, done) => done(refusal(535, `wrong password ${password}`)),
      });
      const url = peer.url.replace('//', '//site:secret-word@');
      const { code, out, checks } = await diagnose(await startOperator({ SMTP_URL: url }));
      expect([code, checks['mail']]).toMatchObject([1, { status: 'failed', detail: expect.stringContaining('535') }]);
      expect(out).not.toContain('secret-word');
    });

    it('sends a test mail to MAIL_TO, or to an address that is named', async () => {
      const peer = await startSmtpPeer();
      const operator = await startOperator({ SMTP_URL: peer.url, MAIL_TO: 'office@ours.example' });
      const { code, checks } = await diagnose(operator, {}, '--send-test-mail');
      expect([code, checks['test mail']?.status]).toEqual([0, 'ok']);
      await diagnose(operator, {}, '--send-test-mail', 'else@example.com');
      const mails = await Promise.all(peer.taken.map((mail) => PostalMime.parse(mail)));
      expect(mails.map(({ to }) => to?.[0]?.address)).toEqual(['office@ours.example', 'else@example.com']);
      expect(mails[0]?.subject).toContain(site.name);
      expect(mails[0]?.messageId).not.toBe(mails[1]?.messageId);
    });

    it('fails where the test mail is refused', async () => {
      const refuse = (_address: unknown, _session: unknown, done: (fault: Error) => void) => done(refusal(550, 'no'));
      const peer = await startSmtpPeer({ onRcptTo: refuse });
      const { code, checks } = await diagnose(await startOperator({ SMTP_URL: peer.url }), {}, '--send-test-mail');
      expect([code, checks['mail']?.status]).toEqual([1, 'ok']);
      expect(checks['test mail']).toMatchObject({ status: 'failed', detail: expect.stringContaining('550') });
    });
  });

  it('writes the test mail where mails are kept without a mail server', async () => {
    const operator = await startOperator();
    const { checks } = await diagnose(operator, {}, '--send-test-mail', 'else@example.com');
    const [file = ''] = readdirSync(operator.config.mailFolder);
    expect(checks['test mail']?.detail).toContain(file);
    const mail = await PostalMime.parse(readFileSync(join(operator.config.mailFolder, file)));
    expect(mail.to?.[0]?.address).toBe('else@example.com');
  });

  it.each([
    [['else@example.com']],
    [['--send-test-mail', 'nobody']],
    [['--send-test-mail', 'a@b.example', 'c@d.example']],
  ])('refuses %j', async (args) => {
    const { run } = await startOperator();
    expect(await run('doctor', ...args)).toMatchObject({ code: 2, out: '' });
  });

  it('warns when mail has been failing for more than 15 minutes, and of what has failed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const busy = (_address: unknown, _session: unknown, done: (fault: Error) => void) => done(refusal(451, 'later'));
    const peer = await startSmtpPeer({ onRcptTo: busy });
    const operator = await startOperator({ SMTP_URL: peer.url });
    await operator.receive();
    await operator.receive({ message: fields.message });
    await operator.composition.enquiries.deliverDue();
    vi.setSystemTime(Date.now() + 14 * 60_000);
    const soon = await diagnose(operator);
    expect(soon.checks['deliveries']).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('1 due, 0 failed, 1 quarantined'),
    });
    vi.setSystemTime(Date.now() + 2 * 60_000);
    const late = await diagnose(operator);
    expect([late.code, late.checks['deliveries']]).toMatchObject([
      0,
      { status: 'warning', detail: expect.stringContaining('failing for 16 minutes') },
    ]);
    vi.setSystemTime(Date.now() + 6 * 24 * 60 * 60_000);
    await operator.composition.enquiries.deliverDue();
    const { checks } = await diagnose(operator);
    expect(checks['deliveries']).toMatchObject({ status: 'warning', detail: expect.stringContaining('1 failed') });
  });

  it('warns when old enquiries were left lying', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const operator = await startOperator({ RETENTION_DAYS: '30' });
    await operator.receive();
    vi.setSystemTime(Date.now() + 31 * 24 * 60 * 60_000);
    expect((await diagnose(operator)).checks['retention']).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('1 enquiry older than 30 days'),
    });
    vi.setSystemTime(Date.now() + 2 * 24 * 60 * 60_000);
    expect((await diagnose(operator)).checks['retention']?.status).toBe('warning');
  });

  it('looks into PostgreSQL, and never tells its password', async () => {
    const url = await temporaryPostgres();
    const operator = await startOperator();
    const well = await diagnose(operator, { DATABASE_URL: url });
    expect(well.checks['database']).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^postgres:.*PostgreSQL \d/),
    });
    expect(well.checks['deliveries']?.status).toBe('ok');
    const wrong = Object.assign(new URL(url), { password: 'secret-word', username: 'nobody' }).href;
    const refused = await diagnose(operator, { DATABASE_URL: wrong });
    expect([refused.code, refused.checks['database']?.status]).toEqual([1, 'failed']);
    for (const { out } of [well, refused]) expect(out).not.toContain(new URL(url).password || 'secret-word');
    expect(refused.out).not.toContain('secret-word');
  });
});
