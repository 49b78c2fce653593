import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTemporaryDirectory } from '../database/testing/temporary-sqlite.ts';
import { findFreePort } from '../process/testing/find-free-port.ts';

/** Behaviour of a version: the status that /readyz returns, and milliseconds until the server listens. */
interface Behaviour {
  status?: 'ok' | 'unavailable';
  after?: number;
  /** Exits at its start, at its check, or at its backup. */
  ends?: 'started' | 'checked' | 'backed up';
  /** It starts no second time. */
  stays?: false;
  content?: string;
}

const server = `
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url)));
const { status = 'ok', after = 0, ends, stays } = read('behaviour.json');
if (process.argv[2] === '--check') ends === 'checked' ? (console.error('MAIL_TO takes'), process.exit(1)) : process.exit(0);
if (ends === 'started') process.exit(1);
if (stays === false) writeFileSync(new URL('behaviour.json', import.meta.url), '{"ends":"started"}');
await new Promise((go) => setTimeout(go, after));
createServer((request, response) => {
  response.end(JSON.stringify({ status, version: read('package.json').version }));
}).listen(Number(process.env.TEST_PORT), '127.0.0.1');`;

const admin = `
import { appendFileSync, readFileSync } from 'node:fs';
const { ends } = JSON.parse(readFileSync(new URL('behaviour.json', import.meta.url)));
if (ends === 'backed up') process.exit(1);
appendFileSync(process.env.WEBSITE_ROOT + '/backups', 'made ');`;

/** A minimal systemd: starts and stops the server, and knows its port. */
const systemctl = `#!/bin/sh
cd "$WEBSITE_ROOT"
case "$*" in
'show --property=Listen'*) echo "127.0.0.1:$TEST_PORT (Stream)" ;;
'show --property=MainPID'*) pid=$(cat pid); grep -qs '^State:.[RSD]' "/proc/$pid/status" && echo "$pid" || echo 0 ;;
'is-active'* | 'is-enabled'*) [ -f pid ] ;;
'restart website.service')
  [ ! -f kills ] || { rm kills; kill -9 $PPID; }
  [ ! -f pid ] || kill "$(cat pid)" 2>log || true
  (cd usr/lib/website/current; exec node server.js) >log 2>&1 </dev/null &
  echo $! >pid ;;
esac`;

/** Creates a server without systemd and users in a directory. */
async function createServer() {
  const root = createTemporaryDirectory();
  const at = (...path: string[]) => join(root, ...path);
  for (const path of ['bin', 'etc/website', 'run/systemd/system']) mkdirSync(at(path), { recursive: true });
  writeFileSync(at('etc/website/website.env'), '');
  const runuser = '#!/bin/sh\nshift 3; exec "$@"';
  for (const [name, text] of Object.entries({ systemctl, runuser, journalctl: '#!/bin/sh\ncat "$WEBSITE_ROOT/log"' }))
    writeFileSync(at('bin', name), text, { mode: 0o755 });
  const PATH = `${at('bin')}:${join(process.execPath, '..')}:${process.env['PATH']}`;
  const env = { ...process.env, WEBSITE_ROOT: root, TEST_PORT: `${await findFreePort()}`, PATH };
  onTestFinished(() => void spawnSync('sh', ['-c', `kill "$(cat ${at('pid')})"`]));

  /** Unpacks a version, as dpkg does: the files of the one before go. */
  function unpack(version: string, behaviour: Behaviour = {}): void {
    for (const name of existsSync(at('usr/lib/website')) ? readdirSync(at('usr/lib/website')) : [])
      if (/^\d/.test(name)) rmSync(at('usr/lib/website', name), { recursive: true });
    const tree = at('usr/lib/website', version);
    mkdirSync(join(tree, 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(tree, 'bin/node'));
    const manifest = JSON.stringify({ version, type: 'module' });
    const files = {
      'server.js': server,
      'admin.js': admin,
      'package.json': manifest,
      SHA256SUMS: behaviour.content ?? '',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(tree, name), text);
    writeFileSync(join(tree, 'behaviour.json'), JSON.stringify(behaviour));
  }

  /** Runs a command. Returns its exit code and output. */
  const run = (...words: string[]) => runCommand(words, env);
  function runCommand(words: string[], env: NodeJS.ProcessEnv) {
    const command = ['src/commands/admin.ts', 'version', ...words];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
    return { code: status, said: stdout + stderr };
  }

  return {
    at,
    unpack,
    run,
    install: (version: string, behaviour?: Behaviour) => {
      unpack(version, behaviour);
      return runCommand(['use', version], { ...env, DPKG_MAINTSCRIPT_NAME: 'postinst' });
    },
    listed: () => run('list').said,
  };
}

const done = (says: string) => ({ code: 0, said: expect.stringContaining(says) });
const refused = (says: RegExp) => ({ code: 1, said: expect.stringMatching(says) });
const takenBack = (says: RegExp) => ({ code: 3, said: expect.stringMatching(says) });

describe('version', { timeout: 120_000 }, () => {
  it('changes to one that takes enquiries, after a backup, and keeps three, of which none was taken back', async () => {
    const { at, install, run, listed } = await createServer();
    expect(install('1.0.0')).toMatchObject(done('1.0.0 runs.'));
    expect(install('1.1.0', { after: 1500 })).toMatchObject(done('1.1.0 runs, in place of 1.0.0.'));
    for (const version of ['1.2.0', '1.3.0']) install(version);
    expect(listed()).toBe('1.3.0  current\n1.2.0\n1.1.0\n');
    expect(readFileSync(at('backups'), 'utf8')).toBe('made made made ');
    for (const version of ['1.4.0', '1.5.0']) expect(install(version, { ends: 'started' }).code).toBe(3);
    expect(listed().replaceAll(/ {2}taken back.*/g, '')).toBe('1.3.0  current\n1.5.0\n1.2.0\n1.1.0\n');
    expect(run('use', '1.3.0')).toMatchObject(done('1.3.0 runs.'));
    expect(listed()).toBe('1.3.0  current\n1.2.0\n1.1.0\n');
  });

  it.each<[string, Behaviour, RegExp]>([
    ['ends at its start', { ends: 'started' }, /its process has ended/],
    ['cannot store enquiries', { status: 'unavailable' }, /it takes no enquiries/],
  ])('goes back from one that %s, and lists when and why', async (_what, behaviour, says) => {
    const { install, listed } = await createServer();
    install('1.0.0');
    expect(install('1.1.0', behaviour)).toMatchObject(takenBack(says));
    expect(listed()).toMatch(
      new RegExp(`^1\\.0\\.0  current\n1\\.1\\.0  taken back at \\S+ \\S+, because ${says.source}`),
    );
  });

  it('goes back to no version that was taken back, or whose start was interrupted', async () => {
    const { at, unpack, install, run, listed } = await createServer();
    install('1.1.0');
    unpack('1.2.0', { ends: 'started' });
    writeFileSync(at('kills'), '');
    expect(run('use', '1.2.0').code).toBe(null);
    expect(run('use', '1.2.0')).toMatchObject(takenBack(/1\.1\.0 runs again/));
    expect(listed()).toContain('1.1.0  current\n');
  });

  it('fails where the one before does not answer either', async () => {
    const { install } = await createServer();
    install('1.0.0', { stays: false });
    expect(install('1.1.0', { ends: 'started' })).toMatchObject(refused(/1\.0\.0 does not answer either/));
  });

  it.each([
    [0, 0],
    [1, 1],
    [3, 0],
    [137, 1],
  ])('is called by a package, which is configured after code %i: %i', (code, ends) => {
    const script = readFileSync('deploy/debian/postinst', 'utf8')
      .replaceAll(/^(?:\. .*confmodule| +systemd-.*)$/gm, '')
      .replace('$new/bin/node', `sh -c 'exit ${code}'`);
    expect(Math.min(1, spawnSync('sh', ['-c', script, 'postinst', 'configure']).status ?? 1)).toBe(ends);
  });

  it.each<[string, Behaviour, Behaviour, RegExp]>([
    ['the new one cannot start', {}, { ends: 'checked' }, /MAIL_TO takes\n1\.1\.0 cannot run\. Nothing was changed/],
    ['no backup can be made', { ends: 'backed up' }, {}, /Nothing was changed/],
  ])('stops nothing where %s', async (_what, old, behaviour, says) => {
    const { at, install, listed } = await createServer();
    install('1.0.0', old);
    const pid = readFileSync(at('pid'), 'utf8');
    expect(install('1.1.0', behaviour)).toMatchObject(refused(says));
    expect([readFileSync(at('pid'), 'utf8'), listed()]).toEqual([pid, expect.stringContaining('1.0.0  current')]);
  });

  it('gives other files of the same version a name of their own, so that the one before can run again', async () => {
    const { at, install, run, listed } = await createServer();
    install('1.0.0', { content: 'first' });
    writeFileSync(at('kills'), '');
    for (const code of [null, 3]) expect(install('1.0.0', { content: 'second', ends: 'started' }).code).toBe(code);
    expect(run('use', '1.0.0+1')).toMatchObject(takenBack(/1\.0\.0 runs again/));
    for (const _time of [1, 2]) expect(run('use', '1.0.0')).toMatchObject(done('1.0.0 runs.'));
    expect(install('1.0.0', { content: 'third' })).toMatchObject(done('1.0.0+1 runs, in place of 1.0.0.'));
    expect(run('use', '1.0.0+2')).toMatchObject(refused(/is not on this server/));
    expect(listed()).toBe('1.0.0+1  current\n1.0.0\n');
  });

  it('is finished by the next call where one was killed', async () => {
    const { at, unpack, run, listed } = await createServer();
    unpack('1.0.0');
    writeFileSync(at('kills'), '');
    expect(run('use', '1.0.0').code).toBe(null);
    expect(run('use', '1.0.0')).toMatchObject(done('1.0.0 runs.'));
    expect(listed()).toBe('1.0.0  current\n');
  });

  it('starts nothing before the server is set up, and refuses what is not there', async () => {
    const { at, install, run } = await createServer();
    rmSync(at('etc/website/website.env'));
    expect(install('1.0.0')).toMatchObject(done('1.0.0 is installed, and nothing is started yet. Next:'));
    expect(existsSync(at('pid'))).toBe(false);
    for (const name of ['2.0.0', '../1.0.0']) expect(run('use', name)).toMatchObject(refused(/is not on this server/));
  });
});
