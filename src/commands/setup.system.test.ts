import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, vi } from 'vitest';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { createSmtpError, startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { createLog } from '../process/log.ts';
import { readConfig } from '../start/config.ts';
import { openApplicationCore } from '../start/open-application-core.ts';
import { setUpMachine } from './setup.ts';
import { runProgram } from './run-program.ts';
import type { Machine } from './setup/machine.ts';

/** Stands in for programs: each writes down its call. nginx refuses a file `spoilt`, and certbot needs its folder. */
const createStandIn = (root: string) => `#!/bin/sh
name=$(basename "$0"); echo "$name $*" >>${root}/calls
case $name in
getent) echo "127.0.0.1 STREAM $2" ;;
nginx) [ ! -e ${root}/etc/nginx/spoilt ] || { echo '[emerg] spoilt' >&2; exit 1; } ;;
certbot) cd ${root}/etc/letsencrypt && mkdir -p live/website live/website-inbox ;;
website-admin) exec ${process.execPath} --env-file=${root}/etc/website/website.env src/commands/admin.ts "$@" ;;
esac`;

/** Creates a machine with nginx in a directory, and a mail server for it. */
async function createTestMachine(mailServer: SMTPServerOptions = {}) {
  const root = createTemporaryDirectory();
  const at = (...path: string[]) => join(root, ...path);
  for (const path of ['bin', 'etc/website', 'etc/letsencrypt', 'etc/nginx/sites-available', 'etc/nginx/sites-enabled'])
    mkdirSync(at(path), { recursive: true });
  for (const name of ['systemctl', 'chgrp', 'getent', 'nginx', 'certbot', 'website-admin'])
    writeFileSync(at('bin', name), createStandIn(root), { mode: 0o755 });
  writeFileSync(at('etc/nginx/nginx.conf'), 'events {\n\tworker_connections 768;\n}\n');
  symlinkSync('../sites-available/default', at('etc/nginx/sites-enabled/default'));
  vi.stubEnv('PATH', `${at('bin')}:${process.env['PATH']}`);
  const { url, taken } = await startTestSmtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'pa ss#w@rd' ? done(null, { user: 'site' }) : done(createSmtpError(535, 'no')),
    ...mailServer,
  });
  writeFileSync(at('etc/website/website.env'), `# Ours\nDATABASE_URL=sqlite:${at('site.db')}\nBACKUPS=external\n`);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  const readSettings = () => parseEnv(read('etc/website/website.env'));
  /** Sets it up. A person answers in turn, and then presses Enter. Resolves to the steps that failed and what was said. */
  const setUp = async (answers: readonly string[], changes: Partial<Machine> = {}, file?: string) => {
    const said: string[] = [];
    const say = (line: string) => void said.push(line);
    const rest = answers.values();
    const ask = async (text: string) => (say(text), rest.next().value ?? '');
    const switchVersion = async () =>
      (await openApplicationCore(readConfig(readSettings()), createLog('silent'))).close();
    const failed = await setUpMachine({ root, say, ask, run: runProgram, switchVersion, ...changes }, file);
    return { failed, said: said.join('\n') };
  };
  const answers = ['https://www.example.org', url.replace('smtp://', ''), 'site@ours', 'pa ss#w@rd'];
  const readFiles = () =>
    execFileSync('tar', ['--exclude=calls', '-cC', root, '--sort=name', '.'], { encoding: 'latin1' });
  return { at, url, taken, setUp, read, readSettings, answers, readFiles };
}

describe('setup', { timeout: 60_000 }, () => {
  it('makes a site with mail, backup and a person of an empty machine, and again changes nothing', async () => {
    const { at, setUp, taken, read, readSettings, answers, url } = await createTestMachine();
    const { failed, said } = await setUp(answers);
    expect([failed, taken.length]).toEqual([[], 1]);
    expect(said).toMatch(
      /^Office: for hello@example\.org alone, .*: https:\/\/inbox\.example\.org\/invitation#\S{43}$/m,
    );
    expect(said).toMatch(/^Left: $[^]*^ {3}office: nobody has a passkey/m);
    const SMTP_URL = url.replace('//', '//site%40ours:pa%20ss%23w%40rd@');
    expect(readSettings()).toMatchObject({ SMTP_URL, MAIL_FROM: 'website@example.org', INBOX_PORT: '3001' });
    expect(statSync(at('etc/website/website.env')).mode & 0o777).toBe(0o640);
    expect(readdirSync(at('etc/nginx/sites-enabled'))).toEqual(['website', 'website-inbox']);
    const site = read('etc/nginx/sites-enabled/website');
    expect(site).toMatch(
      /server_name example\.org;[^]*return 301 https:\/\/www\.example\.org\$[^]*server_name www\.example\.org;/,
    );
    expect(read('etc/nginx/nginx.conf')).toBe(
      'worker_rlimit_nofile 20000;\nevents {\n\tworker_connections 10000;\n}\n',
    );
    const certbot =
      /^certbot certonly .*--cert-name website --domain www\.example\.org --domain example\.org --agree-tos/m;
    expect(read('calls')).toMatch(certbot);
    expect(read('calls')).toContain('systemctl start website-backup');
    const settings = read('etc/website/website.env');
    writeFileSync(at('etc/nginx/sites-available/website'), '# changed');
    const again = await setUp([]);
    expect([again.failed, read('etc/website/website.env')]).toEqual([[], settings]);
    expect(again.said).not.toContain('First person');
    expect(read('etc/nginx/sites-available/website.before')).toBe('# changed');
  });

  it('publishes what the company says of itself, once', async () => {
    const { at, setUp, answers } = await createTestMachine();
    const company = ['Severn Systems Limited', 'SC123456', '1 Quay, Leith', 'hello@severn.systems', '+44 131 000 0000'];
    const { said } = await setUp([...answers, ...Array.from({ length: 6 }, () => ''), ...company]);
    expect(said).toMatch(/^Company: Severn Systems Limited, published$/m);
    const core = await openApplicationCore(
      readConfig({ DATABASE_URL: `sqlite:${at('site.db')}` }),
      createLog('silent'),
    );
    const { site } = await core.loadContentFromDatabase();
    await core.close();
    expect(site).toMatchObject({
      name: 'Severn Systems',
      contact: { email: 'hello@severn.systems', address: '1 Quay, Leith' },
      company: { number: 'SC123456', registeredIn: 'Scotland', registeredOffice: '1 Quay, Leith' },
    });
    expect((await setUp([])).said).toMatch(/^Company: as published$/m);
  });

  it('takes a copy of the settings for answers', async () => {
    const { at, setUp, readSettings, url } = await createTestMachine();
    const company =
      'COMPANY_NAME=Ours\nCOMPANY_NUMBER=1\nREGISTERED_OFFICE=Bristol\nCOMPANY_EMAIL=a@b.uk\nCOMPANY_PHONE=1';
    writeFileSync(
      at('copy'),
      `SITE_URL=https://a.example\nSMTP_URL=${url}\nMAIL_TO=a@b.example\nCERTBOT=no\nDIGEST_AT=7:00\n${company}`,
    );
    const { failed, said } = await setUp([], { ask: null }, at('copy'));
    expect([failed, said]).toEqual([[], expect.stringMatching(/^Company: Ours, published\nnginx: as before, until/m)]);
    expect(readSettings()).toMatchObject({ DIGEST_AT: '7:00', INBOX_URL: '' });
  });

  const complete = 'SITE_URL=https://a.example\nSMTP_URL=\nMAIL_TO=a@b.example';
  it.each<[says: string, changes: Partial<Machine>, answers?: string]>([
    ['no terminal', { ask: null }],
    ['CERTBOT is missing', {}, complete],
    ['SITE_URL takes ', {}, `${complete}\nCERTBOT=no\nSITE_URL=example.org`],
    ['Did you mean MAIL_TO?', {}, `${complete}\nCERTBOT=no\nMAILTO=a@b.example`],
    ['Ctrl-C', { ask: () => Promise.reject(new Error('Ctrl-C')) }],
  ])('changes nothing where it ends with "%s"', async (says, changes, answers) => {
    const { at, setUp, readFiles } = await createTestMachine();
    writeFileSync(at('answers'), answers ?? '');
    const before = readFiles();
    await expect(setUp([], changes, answers && at('answers'))).rejects.toThrow(says);
    expect(readFiles()).toBe(before);
  });

  it('asks again where a check fails, and keeps an answer that is given again', async () => {
    const { setUp, answers, readSettings } = await createTestMachine();
    const given = [...answers.slice(0, 3), 'wrong', '', '', 'nobody', 'web@example.org', 'web@example.org', 'none'];
    const { said } = await setUp([...given, 'perhaps', 'no']);
    expect(said.match(/^\d/gm)?.join('')).toBe('123434556799');
    expect(said).toMatch(/failed: .*535[^]*failed: MAIL_FROM takes [^]*warning: MAIL_FROM is MAIL_TO[^]*CERTBOT takes/);
    expect(readSettings()).toMatchObject({ MAIL_TO: 'web@example.org', INBOX_URL: '' });
  });

  it('tells of a certificate that nobody signed where it is first met, and asks no password again for it', async () => {
    const { setUp, answers } = await createTestMachine({ disabledCommands: [] });
    const [site = '', server = '', ...login] = answers;
    const { said } = await setUp([site, server, server, ...login]);
    expect(said.match(/^\d/gm)?.join('')).toMatch(/^122345/);
    expect(said).toMatch(/^ {3}mail: .*certificate.*\n[^]*^ {3}test mail: not sent: see mail$/m);
  });

  it('continues where certbot failed, and leaves nginx as it was where that refuses its files', async () => {
    const { at, setUp, answers, read } = await createTestMachine();
    rmdirSync(at('etc/letsencrypt'));
    const first = await setUp(answers);
    expect(first).toMatchObject({ failed: ['Certificate', 'Certificate'], said: expect.stringContaining("can't cd") });
    mkdirSync(at('etc/letsencrypt'));
    writeFileSync(at('etc/nginx/spoilt'), '');
    const second = await setUp([]);
    expect(second).toMatchObject({ failed: ['nginx'], said: expect.stringContaining('[emerg] spoilt') });
    expect(readdirSync(at('etc/nginx/sites-enabled'))).toEqual(['default']);
    expect(readdirSync(at('etc/nginx/sites-available'))).toEqual([]);
    expect(read('etc/nginx/nginx.conf')).toContain('768');
  });
});
