import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, vi } from 'vitest';
import { addPasskey } from '../accounts/testing/add-passkey.ts';
import { listMissingFacts } from '../content/missing-facts.ts';
import { alwaysOpen, day, hour } from '../enquiries/testing/samples.ts';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { createSmtpError, refuse, startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { checkFreeSpace, listMissingHoursFacts } from './doctor-checks.ts';
import { checkMailbox, checkSenderDomain } from './doctor-mail.ts';
import { startScriptedImapServer } from '../mailbox/testing/scripted-imap-server.ts';
import { markTakenBack, setCurrentVersion } from '../process/installed-versions.ts';
import { createHostCheck } from '../start/alert-job.ts';
import { readConfig } from '../start/config.ts';
import { getContactFieldRef, publishField } from '../start/testing/publish-field.ts';
import { startCommandTest, startCommandTestWithWebhook, type CommandTest } from './testing/command-test.ts';

const minute = hour / 60;
const publicUrl = 'https://www.example.com';

/** Runs the doctor. Resolves to its output, a line per check and one for the exit code; throws if a password is in it. */
async function diagnose({ runWith }: CommandTest, env: Record<string, string> = {}, ...args: string[]) {
  const { code, out } = await runWith({ env }, 'doctor', ...args);
  expect(out).not.toContain('secret-word');
  return `${out}exit ${code}`;
}

/** The clock of the computer from then on: it stands still. */
function later(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}

describe('doctor', () => {
  it('finds everything in order but the copies of backups and the company, and sends no mail for that', async () => {
    const peer = await startTestSmtpServer();
    const settings = { SITE_URL: publicUrl, MAIL_FROM: 'website@ours.example', SMTP_URL: peer.url };
    const operator = await startCommandTest(settings);
    await operator.run('backup');
    const { code, out } = await operator.run('doctor', '--json');
    const names =
      `configuration, version, site address, database, disk space, mail, mailbox, deliveries, retention, content,
      backup, copies, sender, bounces`.split(/,\s+/);
    const checks = names.map((name) => ({ name, status: 'ok', detail: expect.stringMatching(/./) }));
    const open = { status: expect.any(String), detail: expect.any(String) };
    // The DNS records of its domain are not tested here.
    const others: Record<string, object> = { sender: open, copies: { status: 'warning' } };
    const expected = checks.map((check) => ({ ...check, ...others[check.name] }));
    const company = { name: 'company', status: 'failed', detail: expect.any(String) };
    expect([code, JSON.parse(out)]).toEqual([1, { checks: [...expected, company, { name: 'facts', ...open }] }]);
    const opens = /^ok {7}database +\S*site\.db opens and can be written \(SQLite \d+\.\d+\.\d+, schema \d+\)$/m;
    expect(await diagnose(operator)).toMatch(opens);
    expect(peer.taken).toEqual([]);
    const screen = (await operator.run('doctor')).out.split('\n');
    expect(screen.reduce((lines, line) => lines + Math.ceil(line.length / 80), 0)).toBeLessThanOrEqual(40);
  });

  it.each<[Record<string, string>, RegExp]>([
    [
      { PORT: 'x', SITE_URL: 'y', RETENTION_DAYS: 'z' },
      /^failed +configuration +PORT takes .* SITE_URL takes .* RETENTION_DAYS takes .*\nexit 1$/,
    ],
    [
      { DATABASE_URL: 'sqlite:LICENSE/below/site.db' },
      /^failed +database .*not a directory.*\nok +disk space .*\nok +mail .*\nok +mailbox .*\nok +company .*\nok +facts [^]*^exit 1$/m,
    ],
    [
      { IMAP_URL: 'imap://office:secret-word@127.0.0.1:1' },
      /^failed +mailbox +imap:\/\/127\.0\.0\.1:1: it cannot be reached: .*; correct IMAP_URL[^]*^exit 1$/m,
    ],
    [{ SITE_URL: 'http://www.example.com' }, /^warning +site address .* unencrypted[^]*^warning +mail /m],
    [{ SITE_URL: publicUrl }, /^failed +mail +nobody is mailed: [^]*^warning +backup +there never was [^]*^exit 1$/m],
  ])('says what is wrong, leaves out what cannot be checked, and makes no database: %j', async (env, says) => {
    const before = existsSync('data');
    expect(await diagnose(await startCommandTest(), env)).toMatch(says);
    expect(existsSync('data')).toBe(before);
  });

  it.each<[string, SMTPServerOptions, RegExp]>([
    [
      'accepts the login, and takes a mail for some of its receivers',
      { onAuth: (_login, _session, done) => done(null, { user: 'site' }) },
      /^ok +mail .*accepts the login\n[^]*^warning +test mail .*no such user.*\nexit 0$/m,
    ],
    [
      'refuses it',
      { onAuth: ({ password }, _session, done) => done(createSmtpError(535, `no: ${password}`)) },
      /^failed +mail .*535[^]*^warning +test mail +not sent: see mail\nexit 1$/m,
    ],
  ])('says of a mail server that it %s, without the password', async (_what, options, says) => {
    const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address }, _session, done) =>
      done(address.startsWith('office') ? null : createSmtpError(550, 'no such user'));
    const login = { authOptional: !options.onAuth, allowInsecureAuth: true };
    const peer = await startTestSmtpServer({ ...login, onRcptTo, ...options });
    const SMTP_URL = peer.url.replace('//', '//site:secret-word@');
    const operator = await startCommandTest({ SMTP_URL, MAIL_TO: 'office@ours.example,gone@ours.example' });
    expect(await diagnose(operator, {}, '--send-test-mail')).toMatch(says);
  });

  it('says without a mail server that nobody is mailed, and sends the test mail into the folder where mails are kept', async () => {
    const operator = await startCommandTest();
    const { mailFolder } = operator.config;
    expect(await diagnose(operator)).toMatch(/^ok +mail .*\/mail\/; to mail them, set SMTP_URL\n[^]*exit 0$/m);
    const report = await diagnose(operator, {}, '--send-test-mail', 'else@example.com');
    const [file = ''] = readdirSync(mailFolder);
    expect(report).toContain(`it is a file: ${join(mailFolder, file)}\n`);
    const mail = await PostalMime.parse(readFileSync(join(mailFolder, file)));
    expect(mail.to?.[0]?.address).toBe('else@example.com');
  });

  it('warns of a mailbox that is not the one to which replies go', async () => {
    const { host } = await startScriptedImapServer();
    const config = readConfig({ MAIL_TO: 'Office@example.com' });
    const check = (user: string) => checkMailbox({ ...config, mailbox: { url: `imap://${user}:p@${host}` } });
    const results = await Promise.all(['office', 'office%40example.com', 'hello%40example.com'].map(check));
    expect(results.map(({ status }) => status)).toEqual(['ok', 'ok', 'warning']);
  });

  const [spf, dmarc] = ['mail.ours.example', '_dmarc.mail.ours.example'];
  it.each<[Record<string, string>, 'ok' | 'warning', RegExp]>([
    [{}, 'warning', /has no SPF .* and no DMARC \(a TXT record of _dmarc\.mail\.ours\.example\): .*publish/],
    [{ [spf]: 'v=spf1 mx -all' }, 'warning', /has no DMARC /],
    [{ [spf]: 'V=SPF1 mx ~all', [dmarc]: 'v=DMARC1;p=none' }, 'ok', /has SPF and DMARC/],
  ])('says whether a domain vouches for our mails by %j', async (records, status, says) => {
    const texts = async (name: string) => {
      const record = records[name];
      if (record === undefined) throw Object.assign(new Error('none'), { code: 'ENODATA' });
      return [['unrelated'], [record.slice(0, 5), record.slice(5)]];
    };
    const detail = expect.stringMatching(says);
    expect(await checkSenderDomain('web@mail.ours.example', texts)).toEqual({ status, detail });
  });

  it('says where it could not look into the DNS', async () => {
    const fault = Object.assign(new Error('queryTxt ECONNREFUSED'), { code: 'ECONNREFUSED' });
    const away = () => Promise.reject(fault);
    const detail = expect.stringMatching(/^could not read .*ours\.example: .*ECONNREFUSED; try again/);
    expect(await checkSenderDomain('web@ours.example', away)).toEqual({ status: 'warning', detail });
  });

  it('warns of bounces that nobody would see', async () => {
    const peer = await startTestSmtpServer();
    const operator = await startCommandTest({ SMTP_URL: peer.url, MAIL_TO: 'office@ours.example, web@ours.example' });
    const one = await diagnose(operator, { MAIL_FROM: 'Ours <Web@ours.example>' });
    expect(one).toMatch(/^warning +bounces +MAIL_FROM is one of MAIL_TO[^]*exit 0$/m);
    const none = await diagnose(operator, { MAIL_FROM: 'Ours <website@ours.example>' });
    expect(none).toMatch(/^ok +bounces +they go to website@ours\.example;/m);
  });

  it('asks for a sentence on office hours where the promise cannot be kept in them, and there is none', () => {
    const now = new Date('2026-03-10T10:00Z');
    const promise = { replyWithinHours: 24, officeHours: { ...alwaysOpen, hours: [] } };
    const why = 'what comes Tuesday 10:00 cannot be answered within 24 hours in the hours of content/office.yaml';
    expect(listMissingHoursFacts('', promise, now)).toMatchObject([{ reason: why, isOptional: true }]);
    expect(listMissingHoursFacts('At weekends …', promise, now)).toEqual([]);
    expect(listMissingHoursFacts('', { replyWithinHours: 24, officeHours: alwaysOpen }, now)).toEqual([]);
  });

  it('names the first facts that are missing, lists all with --all, and warns of them once the site is public', async () => {
    const operator = await startCommandTest();
    // Whatever the content has: one fact is made up, and another is not.
    await publishField(operator, getContactFieldRef('phone'), '+44 117 496 0999');
    await publishField(operator, getContactFieldRef('email'), 'office@bridges.co.uk');
    const now = await operator.loadContentFromDatabase();
    const lines = listMissingFacts(now).map(({ location }) => expect.stringContaining(`: ${location} (`));
    const located = /^ +phone: content\/site\.yaml: contact\.phone /m;
    expect(await diagnose(operator)).not.toMatch(located);
    expect(await diagnose(operator, {}, '--all')).toMatch(located);
    for (const [SITE_URL, status] of [
      ['http://www.example.com', 'ok'],
      [publicUrl, 'warning'],
    ] as const) {
      const { out } = await operator.runWith({ env: { SITE_URL } }, 'doctor', '--json');
      const { checks } = JSON.parse(out) as { checks: { name: string; status: string; detail: string }[] };
      const check = checks.find(({ name }) => name === 'facts');
      const detail = expect.stringMatching(/^\d+ not stated yet: .*phone, .*"content import"/);
      expect(check).toEqual({ name: 'facts', status, detail });
      expect(check?.detail.split('\n').slice(1)).toEqual(expect.arrayContaining(lines));
    }
  });

  it.each([451, 550])('fails after 15 minutes of refusals of mail, or at a final one: %i', async (status) => {
    later(0);
    const peer = await startTestSmtpServer({ onRcptTo: refuse(status) });
    const operator = await startCommandTest({ SMTP_URL: peer.url });
    await operator.receiveSpam();
    await operator.receive();
    await operator.outbox.deliverDue();
    const isLost = status === 550;
    const given = /^failed +deliveries +0 due, 1 failed[^]*exit 1$/m;
    expect(given.test(await diagnose(operator))).toBe(isLost);
    await operator.run('enquiries', 'retry', '--failed');
    later(14 * minute);
    const warned = /^warning +deliveries +1 due, 0 failed, 1 spam; mail has been failing since 20[^]*exit 0$/m;
    expect(warned.test(await diagnose(operator))).toBe(!isLost);
    later(2 * minute);
    const failing = /^failed +deliveries .*failing since 20[^]*exit 1$/m;
    expect(failing.test(await diagnose(operator))).toBe(!isLost);
  });

  it('warns of a version that was taken back, and says what to do', async () => {
    const root = createTemporaryDirectory();
    vi.stubEnv('WEBSITE_ROOT', root);
    for (const name of ['1.0.0', '1.1.0']) mkdirSync(join(root, 'usr/lib/website/versions', name), { recursive: true });
    setCurrentVersion('1.0.0');
    const operator = await startCommandTest();
    const { getConcerns } = createHostCheck(operator.config);
    expect([await diagnose(operator), getConcerns()]).toEqual([expect.stringMatching(/^ok +version /m), []]);
    markTakenBack('1.1.0', 'its process has ended');
    const report = await diagnose(operator);
    expect(report).toMatch(
      /^warning +version +1\.1\.0 was taken back at .*, because its process has ended; .*"version use/m,
    );
    expect(getConcerns()).toEqual(['update: taken back']);
    setCurrentVersion('1.1.0');
    expect(getConcerns()).toEqual([]);
  });

  it('warns of an old backup, and fails where that is more than two days old', async () => {
    later(0);
    const operator = await startCommandTest();
    expect(await diagnose(operator)).toMatch(/^ok +backup +there never was one$/m);
    await operator.run('backup');
    for (const [hours, says] of [
      [25, /^ok +backup +the last good one is of 20\S+ \S+$/m],
      [2, /^warning +backup +the last good one is of .*; make one now with "backup"; [^]*exit 0$/m],
      [24, /^failed +backup [^]*exit 1$/m],
    ] as const) {
      later(hours * hour);
      expect(await diagnose(operator)).toMatch(says);
    }
  });

  it('finds the newest sound backup in the folder, where the database tells of none', async () => {
    const operator = await startCommandTest();
    const path = await operator.makeBackup();
    await operator.database.database.deleteFrom('meta').where('key', '=', 'backup').execute();
    writeFileSync(path.replace('website-20', 'website-30'), 'spoilt');
    expect(await diagnose(operator)).toMatch(/^ok +backup +the last good one is of 20\S+ \S+$/m);
  });

  it('warns when old enquiries were left lying', async () => {
    later(0);
    const operator = await startCommandTest({ RETENTION_DAYS: '30' });
    await operator.receive();
    await operator.outbox.deliverDue();
    later(31 * day);
    expect(await diagnose(operator)).toMatch(/^ok +retention +nothing is older than 30 days$/m);
    later(2 * day);
    expect(await diagnose(operator)).toMatch(/^warning +retention +1 enquiry older than 30 days: /m);
  });

  it('warns of an office that nobody can open, and says where it is', async () => {
    const operator = await startCommandTest();
    const served = { INBOX_PORT: '4000', SITE_URL: publicUrl, INBOX_URL: 'https://inbox.example.com' };
    expect(await diagnose(operator)).not.toMatch(/^\w+ +office /m);
    const nobody = /^warning +office +nobody has been invited: .*inbox\.example\.com$/m;
    expect(await diagnose(operator, served)).toMatch(nobody);
    await operator.people.createInvitation('anna@example.com');
    expect(await diagnose(operator, served)).toMatch(/^warning +office +nobody has a passkey, of 1 person invited: /m);
    await addPasskey(operator.people, 'anna@example.com', 'p1');
    expect(await diagnose(operator, served)).toMatch(/^ok +office +1 person has a passkey; it is at https:\S+$/m);
  });

  it.each([
    [204, /^ok +webhook +127\.0\.0\.1:\d+: its last call was taken/m],
    [500, /^warning +webhook +127\.0\.0\.1:\d+: answered 500 .*"webhook test" tries it[^]*exit 0$/m],
    [410, /^failed +webhook +given up: 127\.0\.0\.1:\d+: answered 410 [^]*exit 1$/m],
  ])('says how the last call of the webhook ended that was answered with %i', async (status, says) => {
    const { answer, ...operator } = await startCommandTestWithWebhook();
    answer(status);
    await operator.receive();
    await operator.outbox.deliverDue();
    expect(await diagnose(operator)).toMatch(says);
  });

  it.each([
    [1024, 'ok', '1.0 GiB'],
    [1023.9, 'warning', '1023 MiB'],
    [99.9, 'failed', '99 MiB'],
  ])('calls %d MiB of room on the disk %s', (mebibytes, status, size) => {
    const detail = expect.stringContaining(`${size} free for data`);
    expect(checkFreeSpace(mebibytes * 1024 ** 2, 'data')).toEqual({ status, detail });
  });
});
