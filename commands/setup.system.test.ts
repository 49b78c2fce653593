import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { createSmtpError, startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { createLog } from '../process/log.ts';
import { readConfig } from '../start/config.ts';
import { openApplicationCore } from '../start/open-application-core.ts';
import { CommandFailure } from './command.ts';
import { setUpMachine } from './setup.ts';
import { runProgram, type Machine } from './setup/machine.ts';

/** Stand-ins of programs on a machine in $ROOT. */
const programs = {
  systemctl: 'echo "systemctl $*" >>"$ROOT/calls"',
  chgrp: 'echo "chgrp $1" >>"$ROOT/calls"',
  getent: 'echo "127.0.0.1 STREAM $3"',
  nginx: 'if grep -rq spoilt "$ROOT/etc/nginx/modules"; then echo "[emerg] spoilt" >&2; exit 1; fi',
  certbot: `echo "certbot $*" >>"$ROOT/calls"; [ -d "$ROOT/port80" ] || { echo 'no port 80' >&2; exit 1; }
    name=$(echo "$*" | sed 's/.*--cert-name //; s/ .*//'); mkdir -p "$ROOT/etc/letsencrypt/live/$name"
    touch "$ROOT/etc/letsencrypt/live/$name/fullchain.pem"`,
  'website-admin': `exec ${process.execPath} --env-file="$ROOT/etc/website/website.env" commands/admin.ts "$@"`,
};
const password = 'pa ss#w@rd';

/** Creates a machine with nginx in a directory, and a mail server for it. */
async function createTestMachine() {
  const root = createTemporaryDirectory();
  const at = (...path: string[]) => join(root, ...path);
  for (const path of ['bin', 'etc/website', 'port80', 'etc/nginx/sites-available', 'etc/nginx/sites-enabled'])
    mkdirSync(at(path), { recursive: true });
  for (const [name, script] of Object.entries(programs))
    writeFileSync(at('bin', name), `#!/bin/sh\nROOT=${root}\n${script}\n`, { mode: 0o755 });
  writeFileSync(at('etc/nginx/nginx.conf'), 'events {\n\tworker_connections 768;\n}\n');
  writeFileSync(at('etc/nginx/sites-available/default'), '# Debian');
  symlinkSync('../sites-available/default', at('etc/nginx/sites-enabled/default'));
  vi.stubEnv('PATH', `${at('bin')}:${process.env['PATH']}`);
  const { url, taken } = await startTestSmtpServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (login, _session, done) =>
      login.password === password ? done(null, { user: 'site' }) : done(createSmtpError(535, 'no')),
  });
  const file = at('etc/website/website.env');
  writeFileSync(file, `# Ours\nDATABASE_URL=sqlite:${at('site.db')}\nBACKUP_DIRECTORY=${at('backups')}\n`);
  const read = (...path: string[]) => readFileSync(at(...path), 'utf8');
  /** Sets the machine up. A person answers in turn, and then presses Enter. Resolves to what failed and what was said. */
  const setUp = async (answers: string[], changes: Partial<Machine> = {}, answersFile?: string) => {
    const said: string[] = [];
    const ask = async (text: string) => (said.push(text), answers.shift() ?? '');
    const switchVersion = async () =>
      (await openApplicationCore(readConfig(parseEnv(readFileSync(file, 'utf8'))), createLog('silent'))).close();
    const machine = { root, isRoot: true, ask, run: runProgram, switchVersion, ...changes };
    const failed = await setUpMachine(machine, answersFile, (line) => said.push(line));
    return { failed, said: said.join('\n') };
  };
  const answers = () => ['https://www.example.org', url.replace('smtp://', ''), 'site@ours', password];
  const listFiles = (path: string) =>
    execFileSync('find', [at(path), '-type', 'f', '-exec', 'md5sum', '{}', '+', '-o', '-print'], { encoding: 'utf8' });
  return { at, url, taken, setUp, read, answers, listFiles };
}

describe('setup', { timeout: 60_000 }, () => {
  it('makes a site with mail, backup and a person of an empty machine, and again changes nothing', async () => {
    const { at, setUp, taken, read, answers, url } = await createTestMachine();
    const { failed, said } = await setUp(answers());
    expect([failed, taken.length]).toEqual([[], 1]);
    expect(said).toMatch(
      /^Office: for hello@example\.org alone, .*: https:\/\/inbox\.example\.org\/invitation#\S{43}$/m,
    );
    expect(said).toMatch(/^Left: $[^]*^ {3}inbox: nobody has a passkey/m);
    const settings = read('etc/website/website.env');
    expect(settings).toMatch(/^# Ours\nDATABASE_URL=sqlite:\/tmp.*\n/);
    expect(parseEnv(settings)).toMatchObject({
      SITE_URL: 'https://www.example.org',
      SMTP_URL: url.replace('//', '//site%40ours:pa%20ss%23w%40rd@'),
      MAIL_FROM: 'website@example.org',
      INBOX_PORT: '3001',
      TRUST_PROXY: '1',
    });
    expect(statSync(at('etc/website/website.env')).mode & 0o777).toBe(0o640);
    expect(read('calls')).toMatch(
      /^chgrp website\n.*enable .*website-inbox\.socket\n(?:certbot.*\n){2}.*reload-or-restart nginx\n.*backup\.timer\n.*backup\.service\n$/,
    );
    expect(readdirSync(at('etc/nginx/sites-enabled'))).toEqual(['website', 'website-inbox']);
    expect(read('etc/nginx/sites-enabled/website')).toMatch(
      /return 301 https:\/\/www\.example\.org[^]*server_name www\.example\.org;/,
    );
    expect(read('etc/nginx/nginx.conf')).toBe(
      'worker_rlimit_nofile 20000;\nevents {\n\tworker_connections 10000;\n}\n',
    );
    writeFileSync(at('etc/nginx/sites-available/website'), '# changed');
    const again = await setUp([]);
    expect(again.said).not.toContain('First person');
    expect([again.failed, read('etc/website/website.env')]).toEqual([[], settings]);
    expect(read('etc/nginx/sites-available/website.before')).toBe('# changed');
  });

  it('takes a copy of the settings for answers, and asks nothing', async () => {
    const { at, setUp, read, url } = await createTestMachine();
    writeFileSync(
      at('copy'),
      `SITE_URL=https://example.org\nSMTP_URL=${url}\nMAIL_TO=a@ours.example\nCERTBOT=no\nRETENTION_DAYS=30`,
    );
    const { failed, said } = await setUp([], { ask: null }, at('copy'));
    expect([failed, parseEnv(read('etc/website/website.env'))]).toMatchObject([
      [],
      { RETENTION_DAYS: '30', INBOX_URL: '' },
    ]);
    expect(said).toMatch(/^nginx: as before, until a certificate/m);
  });

  it.each<[string, Partial<Machine>, string | undefined]>([
    ['Only root', { isRoot: false }, undefined],
    ['no terminal', { ask: null }, undefined],
    ['no file', {}, undefined],
    ['SITE_URL takes ', {}, 'SITE_URL=example.org'],
    ['CERTBOT is missing', {}, 'SITE_URL=https://example.org\nSMTP_URL=\nMAIL_TO=a@b.example'],
    ['Did you mean MAIL_TO?', {}, 'MAILTO=a@b.example'],
    ['Nothing was changed', { ask: () => Promise.reject(new CommandFailure('Nothing was changed.')) }, undefined],
  ])('changes nothing, and says why: %s', async (says, changes, answers) => {
    const { at, setUp, listFiles } = await createTestMachine();
    if (answers) writeFileSync(at('answers'), answers);
    const before = listFiles('.');
    await expect(setUp([], changes, answers || says === 'no file' ? at('answers') : undefined)).rejects.toThrow(says);
    expect(listFiles('.')).toBe(before);
  });

  it('asks again where a check fails, and keeps an answer that is given again', async () => {
    const { setUp, answers, read } = await createTestMachine();
    const given = [...answers().slice(0, 3), 'wrong', '', '', 'nobody', 'web@example.org', 'web@example.org', 'none'];
    const { said } = await setUp([...given, 'perhaps', 'no']);
    expect(said.match(/^\d/gm)?.join('')).toBe('123434556799');
    expect(said).toMatch(/failed: .*535[^]*failed: MAIL_FROM takes [^]*warning: MAIL_FROM is MAIL_TO[^]*CERTBOT takes/);
    expect(parseEnv(read('etc/website/website.env'))).toMatchObject({ MAIL_TO: 'web@example.org', INBOX_URL: '' });
  });

  it('leaves nginx as it was where that refuses its files or certbot gets no certificate, and continues when it is called again', async () => {
    const { at, setUp, answers, listFiles } = await createTestMachine();
    writeFileSync(at('etc/nginx/modules'), 'spoilt');
    const before = listFiles('etc/nginx');
    rmdirSync(at('port80'));
    const first = await setUp(answers());
    expect(first).toMatchObject({
      failed: ['Certificate', 'Certificate'],
      said: expect.stringContaining('no port 80'),
    });
    mkdirSync(at('port80'));
    const second = await setUp([]);
    expect(second).toMatchObject({ failed: ['nginx'], said: expect.stringContaining('[emerg] spoilt') });
    expect(listFiles('etc/nginx')).toBe(before);
    rmSync(at('etc/nginx/modules'));
    expect((await setUp([])).failed).toEqual([]);
  });
});
