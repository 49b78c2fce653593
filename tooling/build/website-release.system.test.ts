import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../process/testing/find-free-port.ts';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';
import { signRelease } from './sign-release.ts';

/** Behaviour of a release: the status that /readyz returns, and milliseconds until the server listens. */
interface Behaviour {
  status?: 'ok' | 'unavailable';
  after?: number;
  /** Exits at its start, or at its check of the settings. */
  ends?: 'started' | 'checked';
  words?: string;
  node?: string;
  unit?: string;
}

/** The server of a release. */
const server = `
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
const { version, status = 'ok', after = 0, ends } = JSON.parse(readFileSync(new URL('behaviour.json', import.meta.url)));
if (process.argv[2] === '--check') process.exit(ends === 'checked' ? 1 : 0);
if (ends === 'started') process.exit(1);
await new Promise((go) => setTimeout(go, after));
createServer((request, response) => {
  response.writeHead(request.url === '/readyz' ? 200 : 404).end(JSON.stringify({ status, version }));
}).listen(Number(process.env.PORT), '127.0.0.1');`;

/** A minimal systemd: starts and stops the server, and knows its port. */
const systemctl = `#!/bin/sh
case "$*" in
'show --property=Listen'*) echo "127.0.0.1:$PORT (Stream)" ;;
'show --property=MainPID'*) pid=$(cat "$WORLD/pid"); grep -qs '^State:.[RSD]' "/proc/$pid/status" && echo "$pid" || echo 0 ;;
'restart website.service')
  [ ! -f "$WORLD/kills" ] || { rm "$WORLD/kills"; kill -9 $PPID; }
  [ ! -f "$WORLD/pid" ] || kill "$(cat "$WORLD/pid")" 2>"$WORLD/log" || true
  cd "$WORLD/opt/website/current"
  node server.js >"$WORLD/log" 2>&1 </dev/null &
  echo $! >"$WORLD/pid" ;;
esac`;

/** Creates a machine without systemd and users in a directory, with the installer on it. */
async function machine() {
  const world = createTemporaryDirectory();
  const at = (...path: string[]) => join(world, ...path);
  for (const path of ['bin', 'etc/systemd/system', 'usr/local/sbin', 'releases'])
    mkdirSync(at(path), { recursive: true });
  const tools = {
    systemctl,
    journalctl: '#!/bin/sh\ncat "$WORLD/log"',
    runuser: '#!/bin/sh\nshift 3; exec "$@"',
    getent: '#!/bin/sh',
    id: '#!/bin/sh\necho 0',
    chgrp: '#!/bin/sh',
    // No network access.
    curl: '#!/bin/sh\nexit 22',
    'website-release': readFileSync('deploy/website-release', 'utf8')
      .replaceAll(/=\/(opt|etc|usr\/local\/sbin)/g, `=${world}/$1`)
      .replace('/usr/local/bin/node', process.execPath),
  };
  for (const [name, text] of Object.entries(tools)) writeFileSync(at('bin', name), text, { mode: 0o755 });
  const PORT = `${await findFreePort()}`;
  const PATH = `${at('bin')}:${join(process.execPath, '..')}:${process.env['PATH']}`;
  const env = { ...process.env, WORLD: world, PORT, PATH };
  onTestFinished(() => void spawnSync('sh', ['-c', `kill "$(cat ${at('pid')})"`]));

  /** Creates the archive of a release. */
  function make(version: string, behaviour: Behaviour = {}): string {
    const name = `avonspan-website-${version}`;
    const root = at('releases', name);
    rmSync(root, { recursive: true, force: true });
    cpSync('deploy', join(root, 'deploy'), { recursive: true });
    if (behaviour.unit) writeFileSync(join(root, 'deploy', behaviour.unit), `# ${version}`);
    writeFileSync(join(root, 'deploy/website.service'), `# ${version}`);
    writeFileSync(join(root, 'behaviour.json'), JSON.stringify({ version, ...behaviour }));
    for (const [file, text] of Object.entries({
      'server.js': server,
      'admin.js': `console.log('${version}')`,
      '.env.example': '',
      '.node-version': behaviour.node ?? process.versions.node,
    }))
      writeFileSync(join(root, file), text);
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    const shell = `cd ${root}; find . -type f ! -name SHA256SUMS -exec sha256sum {} + >SHA256SUMS; cd ..
      tar -czf ${name}.tar.gz ${name}; sha256sum ${name}.tar.gz >${name}.tar.gz.sha256; rm -f ${name}.tar.gz.sig`;
    execFileSync('sh', ['-c', shell]);
    return `${root}.tar.gz`;
  }

  /** Runs the installer. Returns its exit code and output. */
  function call(...words: string[]): { code: number | null; said: string } {
    const { status, stdout, stderr } = spawnSync(at('bin', 'website-release'), words, { env, encoding: 'utf8' });
    return { code: status, said: stdout + stderr };
  }

  return {
    at,
    make,
    call,
    install: (version: string, behaviour?: Behaviour) => call('install', make(version, behaviour)),
    unit: () => readFileSync(at('etc/systemd/system/website.service'), 'utf8'),
    listed: () => call('list').said,
    /** Returns hidden entries beside the releases. */
    left: () => readdirSync(at('opt/website')).filter((name) => name.startsWith('.')),
  };
}

const done = (says: string) => ({ code: 0, said: expect.stringContaining(says) });
const refused = (says: string | RegExp) => ({ code: 1, said: expect.stringMatching(says) });

describe('website-release', { timeout: 60_000 }, () => {
  it('installs a release once it takes enquiries', async () => {
    const { install, left } = await machine();
    expect(install('1.0.0')).toMatchObject(done('1.0.0 runs.'));
    expect(install('1.1.0', { after: 1500 })).toMatchObject(done('1.1.0 runs, in the place of 1.0.0.'));
    expect(left()).toEqual([]);
  });

  it.each<[string, Behaviour, string]>([
    ['ends at its start', { ends: 'started' }, 'Its process has ended'],
    ['cannot store enquiries', { status: 'unavailable' }, 'It takes no enquiries'],
  ])('goes back whole from a release that %s', async (_what, behaviour, says) => {
    const { at, install, listed, unit } = await machine();
    install('1.0.0');
    const wrong = install('1.1.0', { ...behaviour, unit: 'website-new.timer' });
    expect(wrong).toMatchObject(refused(new RegExp(`${says}[^]*1.0.0 runs again`)));
    expect([listed(), unit()]).toEqual(['1.0.0  runs\n1.1.0\n', '# 1.0.0']);
    expect(existsSync(at('etc/systemd/system/website-new.timer'))).toBe(false);
  });

  it('stops nothing for a release whose start the settings would stop', async () => {
    const { at, install, call, unit, listed } = await machine();
    install('1.0.0');
    const pid = readFileSync(at('pid'), 'utf8');
    expect(install('1.1.0', { ends: 'checked' })).toMatchObject(refused('Nothing was changed. Mend what it says'));
    expect(call('use', '1.1.0')).toMatchObject(refused('Nothing was changed'));
    expect([readFileSync(at('pid'), 'utf8'), unit(), listed()]).toEqual([pid, '# 1.0.0', '1.0.0  runs\n1.1.0\n']);
  });

  it('keeps what a release of the same version replaces until the new one works', async () => {
    const { at, install, call, left } = await machine();
    install('1.0.0');
    install('1.1.0', { words: 'first' });
    call('use', '1.0.0');
    const words = () => readFileSync(at('opt/website/1.1.0/behaviour.json'), 'utf8');
    expect(install('1.1.0', { words: 'second', ends: 'started' })).toMatchObject(refused('1.0.0 runs again'));
    expect([words(), left()]).toEqual([expect.stringContaining('first'), []]);
    expect(install('1.1.0', { words: 'third' })).toMatchObject(done('1.1.0 runs'));
    expect([words(), left()]).toEqual([expect.stringContaining('third'), []]);
  });

  it('puts back only what it has set aside itself, and not what an install that was killed has', async () => {
    const { at, install, call, listed } = await machine();
    install('1.0.0');
    install('1.1.0');
    call('use', '1.0.0');
    writeFileSync(at('kills'), '');
    expect(install('1.1.0', { words: 'others' }).code).toBe(null);
    expect(call('use', '1.0.0')).toMatchObject(done('1.0.0 runs'));
    expect(install('1.2.0', { ends: 'started' })).toMatchObject(refused('1.0.0 runs again'));
    expect(listed()).toBe('1.0.0  runs\n1.1.0\n1.2.0\n');
  });

  it.each<[string, string, string]>([
    ['has no https address', 'SITE_URL=http://localhost:3000', 'is no address that begins with https://'],
    ['has no certificate', 'SITE_URL=https://www.example.com', 'live/website: get it from certbot'],
    ['has no certificate of its inbox', 'SITE_URL=https://a.b\nINBOX_URL=https://c.d', 'live/website-inbox: get it'],
  ])('gives nginx nothing where the site %s', async (_what, settings, says) => {
    const { at, install, call } = await machine();
    install('1.0.0');
    expect(call('proxy')).toMatchObject(refused('nginx is not installed: apt-get install'));
    for (const path of ['etc/nginx/conf.d', 'etc/letsencrypt/live/website']) mkdirSync(at(path), { recursive: true });
    if (says.includes('inbox')) writeFileSync(at('etc/letsencrypt/live/website/fullchain.pem'), '');
    writeFileSync(at('etc/website/website.env'), settings);
    expect(call('proxy')).toMatchObject(refused(says));
    expect(readdirSync(at('etc/nginx/conf.d'))).toEqual([]);
  });

  it('says in a sentence what to do instead', async () => {
    const { install, make, call } = await machine();
    install('1.0.0');
    const file = make('1.0.0');
    const cases: [words: string[], says: string][] = [
      [['install', file], '1.0.0 is the current one already. To start it again: website-release use 1.0.0'],
      [['install', '1.0.0'], '1.0.0 is installed already. To change to it: website-release use 1.0.0'],
      [['install', 'nothing'], 'there is no file nothing. Copy the release to this machine'],
      [['use', file], `To install it: website-release install ${file}`],
      [['use', '../1.0.0'], '"use" takes a version'],
      [['use', '9.9.9'], '9.9.9 is not installed. See: website-release list'],
    ];
    for (const [words, says] of cases) expect(call(...words)).toEqual({ code: 1, said: expect.stringContaining(says) });
    expect(install('1.0.0', { words: 'others' })).toMatchObject(
      refused('another release with the version 1.0.0 runs. Raise'),
    );
    expect(install('1.1.0', { node: '99.0.0' })).toMatchObject(refused('Node 99.0.0 did not come whole'));
  });

  it('takes releases of the first key alone once there was one', async () => {
    const { at, make, call } = await machine();
    const keyFile = (name: string): string => {
      const { privateKey } = generateKeyPairSync('ed25519');
      writeFileSync(at(name), privateKey.export({ type: 'pkcs8', format: 'pem' }));
      return at(name);
    };
    const [ours, other] = [keyFile('ours.pem'), keyFile('other.pem')];
    const installSigned = (version: string, key: string | undefined) => {
      const file = make(version);
      signRelease(file, key);
      return call('install', file);
    };
    expect(installSigned('1.0.0', undefined)).toMatchObject(done('nothing shows who made it'));
    expect(installSigned('1.1.0', ours)).toMatchObject(done('1.1.0 runs'));
    expect(installSigned('1.2.0', other)).toMatchObject(refused('is not signed by the key whose public half is'));
    expect(installSigned('1.2.0', undefined)).toMatchObject(refused('.sig is missing: copy it too'));
    const signed = make('1.2.0');
    signRelease(signed, ours);
    const another = make('1.3.0');
    cpSync(`${signed}.sig`, `${another}.sig`);
    expect(call('install', another)).toMatchObject(refused('is not signed by'));
    expect(call('list').said).toBe('1.0.0\n1.1.0  runs\n');
    expect(installSigned('1.2.0', ours)).toMatchObject(done('1.2.0 runs'));
  });
});

it('a release is not signed by a key among the sources, or of another kind', () => {
  const directory = createTemporaryDirectory();
  const archive = join(directory, 'release.tar.gz');
  writeFileSync(`${archive}.sha256`, `x  ${basename(archive)}\n`);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(join(directory, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  chmodSync(join(directory, 'key.pem'), 0o600);
  expect(() => signRelease(archive, join(directory, 'key.pem'))).toThrow('is no Ed25519 key');
  expect(() => signRelease(archive, 'package.json')).toThrow('among the sources');
});
