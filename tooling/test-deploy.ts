import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { parseArgs, promisify } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { packageVersion as version } from '../src/process/package-info.ts';

/**
 * Carries out docs/deploy.md on an empty Debian 12 and 13, each with its own systemd, and then what can go wrong with a
 * package. On Linux, as root, with the packages of `install.ts deploy`.
 *   node tooling/test-deploy.ts [--packages <folder with both packages>] [--debian 12]
 */
const { values: options } = parseArgs({
  options: {
    packages: { type: 'string' },
    debian: { type: 'string' },
    inside: { type: 'string' },
    folder: { type: 'string', default: '' },
  },
});
const nextVersion = '99.0.0';
const site = 'https://www.site.test';

function testEachDebian(): void {
  const folder = mkdtempSync(join(tmpdir(), 'test-deploy-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const packages = options.packages ?? folder;
  if (!options.packages)
    run(
      process.execPath,
      'tooling/build/release.ts',
      ...['amd64', 'arm64'].flatMap((one) => ['--architecture', one]),
      '--to',
      folder,
    );
  run('lintian', '--allow-root', '--fail-on', 'error,warning', ...globSync(`${packages}/*_amd64.deb`));
  for (const [debian, codename] of [
    ['12', 'bookworm'],
    ['13', 'trixie'],
  ] as const) {
    if (options.debian !== undefined && options.debian !== debian) continue;
    console.log(`Debian ${debian}`);
    const archive = fetchDebian(codename);
    // No other network. Every process in these namespaces ends with the first one.
    const apart = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', process.execPath];
    run('unshare', ...apart, import.meta.filename, '--inside', archive, '--folder', folder, '--packages', packages);
  }
}

/** Runs a program, which prints its own errors. */
function run(program: string, ...programOptions: string[]): void {
  const { status } = spawnSync(program, programOptions, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Returns an archive of an empty Debian, with the packages that ours recommends in apt's cache, fetched once a month. */
function fetchDebian(codename: string): string {
  const script = `root=$(mktemp --directory); trap 'rm -rf "$root"' EXIT; chmod 755 "$root"
base=systemd,systemd-sysv,dbus,iproute2,ca-certificates,procps,cron
debootstrap --variant=minbase --include=$base "$1" "$root" http://deb.debian.org/debian
cp /etc/resolv.conf "$root/etc/resolv.conf"
chroot "$root" apt-get install -qq --yes --download-only curl openssl nginx certbot
: > "$root/etc/resolv.conf"
tar -cpf "$0.part" -C "$root" --numeric-owner .
mv "$0.part" "$0"`;
  const key = hash('sha256', `${script} ${codename} ${new Date().toISOString().slice(0, 7)}`).slice(0, 12);
  const archive = join(tmpdir(), `debian-${key}.tar`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', LC_ALL: 'C.UTF-8', TMPDIR: '/tmp' };
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  if (!existsSync(archive)) execFileSync('sh', ['-euc', script, archive, codename], { env, stdio: [...stdio] });
  return archive;
}

/** Runs a script as root in the Debian. Resolves to its output, and rejects with it if a command fails. */
let shell: (script: string) => Promise<string>;
const mails: string[] = [];

/** Carries out the page, and then the faults, on the Debian of an archive, whose disk has 3 GB. */
async function testDebian(archive: string, packages: string): Promise<void> {
  // Without a handler, the first process of a namespace ignores signals.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { folder } = options;
  const root = join(folder, 'root');
  mkdirSync(root, { recursive: true });
  run('mount', '-t', 'tmpfs', '-o', 'size=3g,mode=755', 'tmpfs', root);
  run('tar', '-xpf', archive, '-C', root, '--numeric-owner');
  shell = await bootDebian(root);
  await startInternet(folder, root);
  for (const file of globSync(`${packages}/website_*`)) cpSync(file, join(root, 'root', basename(file)));
  writeFileSync(join(root, 'root/make-next'), makeNext);
  writeFileSync(join(root, 'root/answers'), answers);
  await shell('sh -e make-next');
  const page = readFileSync('docs/deploy.md', 'utf8').replaceAll(/<!-- on your own .+\n+```sh[^]*?^```$/gm, '');
  for (const [, heading = '', body = ''] of page.matchAll(/^## (.+)$([^]*?)(?=^## |(?![^]))/gm)) {
    const commands = [...body.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, script]) => script).join('');
    const replaced = {
      'example.com': 'site.test',
      '1.0.0': version,
      '1.1.0': nextVersion,
      ' setup\n': ' setup --answers answers\n',
    };
    const script = Object.entries(replaced).reduce((all, [from, to]) => all.replaceAll(from, to), commands);
    if (script !== '') await report(heading, () => (checks[heading] ?? shell)(script));
  }
  await report('A full server to go on with', () =>
    shell(`${install(version)}\nwebsite-admin setup --answers answers`),
  );
  for (const [title, [script, output, expected = version]] of Object.entries(faults))
    await report(title, async () => {
      if (output === null) await shell(script);
      else await assert.rejects(shell(script), output);
      if (expected !== null) assert.match(await (await request(`${site}/readyz`)).text(), new RegExp(`"${expected}"`));
    });
}

async function report(title: string, runCheck: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await runCheck();
  console.log(`  ${title}  ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

const answers = `SITE_URL=${site}
INBOX_URL=https://inbox.site.test
SMTP_URL=smtp://user:password@mail.site.test:587/?requireTLS=false
MAIL_FROM=website@site.test
MAIL_TO=hello@site.test
CERTBOT=yes
FIRST_PERSON=anna@site.test
COMPANY_NAME=Site Ltd
COMPANY_NUMBER=12345678
REGISTERED_OFFICE=1 Site Street, Bristol
COMPANY_EMAIL=hello@site.test
COMPANY_PHONE=+44 20 7946 1234
`;
/** Makes a package of the next version; the shell variable `server` replaces its server.js. */
const makeNext = `rm -rf next; dpkg-deb --raw-extract website_${version}_amd64.deb next
tree=next/usr/lib/website; mv $tree/${version} $tree/${nextVersion}; tree=$tree/${nextVersion}
sed -i s/${version}/${nextVersion}/ next/DEBIAN/control next/DEBIAN/postinst $tree/package.json
[ -z "\${server-}" ] || echo "$server" | tee -a $tree/SHA256SUMS > $tree/server.js
dpkg-deb -Zgzip -z1 --build next website_${nextVersion}_amd64.deb
sha256sum website_${nextVersion}_amd64.deb > website_${nextVersion}_amd64.deb.sha256`;
/** Unlike apt, dpkg also unpacks another package of the same version. */
const install = (name: string) => `dpkg --install website_${name}_amd64.deb`;
const purge = (erases: boolean) =>
  `echo website website/purge-data boolean ${erases} | debconf-set-selections\napt-get purge --yes website`;

/** Promises of docs/deploy.md by heading. Each runs the section's commands. */
const checks: Readonly<Record<string, (commands: string) => Promise<unknown>>> = {
  async '3. Set it up'(commands) {
    assert.match(await shell(commands), /https:\/\/inbox\.site\.test\/invitation#/);
    assert.ok(mails.length > 0, 'There is no test mail');
    for (const from of ['http://www.site.test/about', 'https://site.test/about'])
      assert.equal((await request(from)).url, `${site}/about`);
    assert.equal((await request('https://inbox.site.test/')).status, 200);
    await shell('certbot renew --no-random-sleep-on-renew --force-renewal; ls /var/backups/website/*.db');
    await shell(
      'cp /etc/website/website.env before; website-admin setup --answers answers; cmp before /etc/website/website.env',
    );
  },
  Update: (commands) => expectNoFailedRequests(commands, nextVersion),
  'Go back': (commands) => expectNoFailedRequests(commands, version),
  async 'Restore onto an empty server'(commands) {
    const headers = { 'content-type': 'application/json', origin: site };
    const body = JSON.stringify({ name: 'Ada', email: 'ada@site.test', subject: 'Kept', message: 'Please call.' });
    const sent = await request(`${site}/functions/v1/send-contact-email`, { method: 'POST', headers, body });
    assert.equal(sent.status, 200);
    await shell(
      `systemctl start website-backup; cp -p /var/backups/website/*.db* /etc/website/website.env .\n${purge(true)}`,
    );
    await shell(
      commands
        .replaceAll('answers answers', 'answers website.env')
        .replaceAll(/website-\d{4}\S+\.db/g, '"$(ls website-*.db | tail -n 1)"'),
    );
    assert.match(await shell('website-admin enquiries list'), /Kept/);
  },
  async 'Remove it'(commands) {
    await shell(commands);
    await shell('! ls -d /usr/lib/website /etc/website /var/lib/website /var/backups/website 2>/dev/null | grep .');
    await shell('! systemctl list-units --failed --no-legend | grep .');
  },
};

/** Faults by title: the commands, their refusal or null, and the version that runs then (null: none). */
const faults: Readonly<Record<string, readonly [string, RegExp | null, (string | null)?]>> = {
  'A version cannot start': [
    `server='process.exit(1)' sh -e make-next; ${install(nextVersion)}`,
    /cannot run\. Nothing was changed/,
  ],
  'A version does not work, and an unrelated run of apt follows': [
    `server='if (!process.argv[2]) process.exit(1)' sh -e make-next
${install(nextVersion)} > said 2>&1; grep '${version} runs again' said
website-admin version list | grep 'taken back at'; website-admin doctor | grep '^warning .*taken back'
state() { systemctl show website --property=MainPID; ls /var/backups/website; dpkg --audit; }
state > before; apt-get purge --yes cron; state | diff before -`,
    null,
  ],
  'A setting is wrong': [
    `sh -e make-next; echo PORT=x >> /etc/website/website.env; ${install(nextVersion)}`,
    /PORT takes/,
  ],
  'The disk fills up': [
    `sed -i /^PORT=x/d /etc/website/website.env; fallocate -l $(($(df --output=avail -B1 / | tail -n 1) - 50000000)) filler
trap 'rm filler' EXIT; dpkg --install website_${nextVersion}_amd64.deb`,
    /No space left/,
  ],
  'Another architecture': [`dpkg --install website_${version}_arm64.deb`, /does not match system/],
  'It is killed': [
    `dpkg --configure -a || true; ${install(nextVersion)} & until pgrep -f '[v]ersion use'; do :; done; pkill -9 -f '[v]ersion use'; wait || true
dpkg --configure -a`,
    null,
    nextVersion,
  ],
  'The schema is newer': [
    `cd /var/lib/website; /usr/lib/website/current/bin/node -e "new (require('node:sqlite').DatabaseSync)('site.db').exec('INSERT INTO schema_history SELECT version + 1, version + 1, release, migrated_at FROM schema_history')"
cd; ${install(version)}`,
    /cannot run\. Nothing was changed/,
    nextVersion,
  ],
  'It is purged, and the data stay': [
    `${purge(false)}; ls /var/lib/website/site.db /var/backups/website/*.db`,
    null,
    null,
  ],
  'Data of another user, and a service on the port': [
    `rm -r /var/lib/website; install -d -o daemon /var/lib/website; ${install(version)}
systemd-run --unit=other perl -MIO::Socket::INET -e 'IO::Socket::INET->new(LocalPort => 3000, Listen => 1)->accept'
website-admin setup --answers answers`,
    /in use/,
    null,
  ],
  'The service on the port has ended': ['systemctl stop other; website-admin setup --answers answers', null],
};

/** Runs commands while pages are requested over new connections: every response is 200. */
async function expectNoFailedRequests(commands: string, expectedVersion: string): Promise<void> {
  const results: unknown[] = [];
  const running = shell(commands).finally(() => results.push('end'));
  // Less often than nginx takes from one client.
  const readStatus = () => request(`${site}/readyz`).then(({ status }) => status, String);
  while (!results.includes('end')) results.push((await Promise.all([readStatus(), setTimeout(25)]))[0]);
  await running;
  assert.deepEqual(new Set(results), new Set([200, 'end']));
  assert.ok(results.length > 20, `There were ${results.length} requests`);
  assert.match(await (await request(`${site}/readyz`)).text(), new RegExp(`"${expectedVersion}"`));
}

function request(url: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
  return fetch(url, {
    ...init,
    headers: { ...init.headers, connection: 'close' },
    signal: AbortSignal.timeout(20_000),
  });
}

/** Boots the Debian as a container with its own systemd, which ends with this process. Resolves to its shell. */
async function bootDebian(root: string): Promise<typeof shell> {
  const names = '192.0.2.2 www.site.test site.test inbox.site.test\n192.0.2.1 mail.site.test\n';
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost server\n${names}`);
  run('mount', '--bind', join(root, 'etc/hosts'), '/etc/hosts');
  // Unregistered: this machine may lack systemd. The container's systemd needs control groups v2.
  const flags = '--boot --network-veth --machine=server --register=no --keep-unit --timezone=off --quiet'.split(' ');
  const container = spawn('systemd-nspawn', [...flags, '--console=pipe', `--directory=${root}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' },
  });
  const init = await poll(async () => {
    const child = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').trim();
    return readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n' && child;
  });
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const environment = ['env', '-i', 'HOME=/root', 'LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive', `PATH=${path}`];
  const enter = (script: string) => {
    const command = ['-t', init, '-a', ...environment, 'sh', '-euxc', `exec 2>&1; cd /root\n${script}`];
    return promisify(execFile)('nsenter', command, { maxBuffer: 1e8 }).then(
      ({ stdout }) => stdout,
      ({ code, stdout }) => Promise.reject(new Error(`${script}\nended with ${code}:\n${stdout}`)),
    );
  };
  await poll(async () => /^(?:running|degraded)$/m.test(await enter('systemctl is-system-running || true')));
  run('sh', '-c', 'ip link set lo up; ip address add 192.0.2.1/24 dev ve-server; ip link set ve-server up');
  await enter('ip address add 192.0.2.2/24 dev host0; ip link set host0 up');
  return enter;
}

/** Polls for a minute until `attempt` resolves to a result. */
async function poll<Result>(attempt: () => Promise<Result | false>): Promise<Result> {
  for (const end = performance.now() + 60_000; performance.now() < end; await setTimeout(200)) {
    const result = await attempt().catch(() => false as const);
    if (result !== false) return result;
  }
  throw new Error('Timed out after a minute');
}

/** Starts Pebble, Let's Encrypt's test authority, which the Debian trusts, and the mail server of the domain. */
async function startInternet(folder: string, root: string): Promise<void> {
  const [key, certificate] = [join(folder, 'api.key'), join(folder, 'api.crt')];
  const names = ['-subj', '/CN=api', '-addext', 'subjectAltName=DNS:mail.site.test'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa', '-nodes', '-days', '2', ...names, ...files], {
    stdio: 'ignore',
  });
  const addresses = { listenAddress: '0.0.0.0:14000', managementListenAddress: '0.0.0.0:15000' };
  const pebble = { ...addresses, certificate, privateKey: key, httpPort: 80, tlsPort: 443 };
  writeFileSync(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  // Disables its random delays and random rejections of valid requests.
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' };
  spawn('pebble', ['-config', join(folder, 'pebble.json')], { stdio: ['ignore', 'ignore', 'inherit'], env });
  const own = readFileSync(certificate, 'utf8');
  setDefaultCACertificates([own]);
  const authority = await poll(async () => (await fetch('https://mail.site.test:15000/roots/0')).text());
  setDefaultCACertificates([own, authority]);
  for (const [name, pem] of Object.entries({ own, authority }))
    writeFileSync(join(root, `usr/local/share/ca-certificates/${name}.crt`), pem);
  mkdirSync(join(root, 'root/.config/letsencrypt'), { recursive: true });
  writeFileSync(join(root, 'root/.config/letsencrypt/cli.ini'), 'server = https://mail.site.test:14000/dir\n');
  await shell('update-ca-certificates');
  new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    async onData(stream, _session, done) {
      mails.push(await text(stream));
      done();
    },
  }).listen(587, '192.0.2.1');
}

if (options.inside === undefined) testEachDebian();
else await testDebian(options.inside, options.packages ?? '');
process.exit();
