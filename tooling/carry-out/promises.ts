import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { collect, type DebianServer } from './debian-server.ts';
import type { Internet } from './internet.ts';

/** What a section of the page promises. */
export interface Promised {
  /** Begins to look before its first command; the function that it returns ends that, and rejects where something was not so. */
  during?(): Promise<() => Promise<void>>;
  /** Rejects where something is not so. @param said what its commands have said */
  after?(said: string): Promise<void>;
}

interface Parts {
  server: DebianServer;
  internet: Internet;
  /** What visitors believe, as one file. */
  authorities: string;
  domain: string;
  version: string;
  nextVersion: string;
}

/** What docs/deploy.md promises, by its headings. */
export function createPromises(parts: Parts): ReadonlyMap<string, Promised> {
  const { server, nextVersion } = parts;
  const everyRequestIsAnswered = () => watch(parts);
  return new Map<string, Promised>([
    ['4. Install the release', { after: () => says(parts, 'curl -sS http://127.0.0.1:3000/readyz', /"status":"ok"/) }],
    ['5. Put a proxy in front', { after: () => isServed(parts) }],
    ['6. Ask the doctor', { after: (said) => mailsForms(parts, said) }],
    ['7. Open the inbox', { after: (said) => invites(parts, said) }],
    ['8. Watch it', { after: async (said) => assert.match(said, /^# TYPE /m) }],
    [
      '9. Keep backups',
      {
        async after() {
          await says(parts, 'systemctl list-timers', /website-backup\.timer/);
          assert.notDeepEqual(readdirSync(join(server.root, 'var/backups/website')), []);
        },
      },
    ],
    ['Update', { during: everyRequestIsAnswered, after: () => isVersion(parts, nextVersion) }],
    ['Go back', { during: everyRequestIsAnswered, after: () => keepsTheOlder(parts) }],
    ['Remove it', { after: () => leavesNothing(parts) }],
  ]);
}

async function isServed(parts: Parts): Promise<void> {
  const { domain } = parts;
  const site = siteOf(parts);
  await until(async () => (await visitor(parts, site)).status === 0, `a certificate for ${site}`);
  assert.match(await curl(parts, site), /<h1/);
  for (const from of [`http://www.${domain}/about`, `http://${domain}/about`, `https://${domain}/about`]) {
    const place = ['--location', '--output', '/dev/null', '--write-out', '%{http_code} %{url_effective}'];
    assert.equal(await curl(parts, ...place, from), `200 ${site}/about`);
  }
  /** Which certificate visitors get. */
  const serial = () => curl(parts, '--output', '/dev/null', '--write-out', '%{certs}', site);
  const before = await serial();
  await says(parts, 'certbot renew --no-random-sleep-on-renew --force-renewal', /succe/);
  await until(async () => (await serial()) !== before, 'the renewed certificate');
}

async function mailsForms(parts: Parts, said: string): Promise<void> {
  const { mails } = parts.internet;
  assert.match(said, /^ok +mail /m);
  assert.match(said, /^ok +deliveries /m);
  const subject = 'A form that was sent';
  const fields = { name: 'Ada', email: 'ada@site.test', subject, message: 'Please call me back.' };
  const sent = ['--json', JSON.stringify(fields), '--header', `Origin: ${siteOf(parts)}`];
  await curl(parts, '--fail', ...sent, `${siteOf(parts)}/functions/v1/send-contact-email`);
  await until(() => mails().some((mail) => mail.includes(subject)), 'the mail of the form');
  assert.ok(mails().length > 1, 'There is no test mail');
}

async function invites(parts: Parts, said: string): Promise<void> {
  const [invitation = 'no link'] = /https:\S+\/invitation\/\S+/.exec(said) ?? [];
  assert.ok(invitation.startsWith(`https://inbox.${parts.domain}/`), invitation);
  await until(async () => (await visitor(parts, invitation)).status === 0, 'a certificate for the inbox');
  await curl(parts, '--fail', invitation);
}

async function keepsTheOlder(parts: Parts): Promise<void> {
  const { server, version, nextVersion } = parts;
  await isVersion(parts, version);
  const file = `avonspan-website-${nextVersion}.tar.gz`;
  const spoilt = await server.run(`echo >> ${file}; website-release install ${file}`);
  assert.match(spoilt.output, /is not whole/);
  const script = `/opt/website/${nextVersion}/server.js`;
  const broken = await server.run(`echo 'process.exit(1);' > ${script}; website-release use ${nextVersion}`);
  assert.match(broken.output, new RegExp(`${nextVersion} does not answer[^]*${version} runs again`));
  assert.deepEqual([spoilt.status, broken.status], [1, 1]);
  await isVersion(parts, version);
}

async function leavesNothing(parts: Parts): Promise<void> {
  assert.notEqual((await visitor(parts, siteOf(parts))).status, 0);
  for (const place of ['opt/website', 'etc/website', 'var/lib/website', 'etc/systemd/system/website.service'])
    assert.equal(existsSync(join(parts.server.root, place)), false, place);
  await says(parts, '! systemctl list-units --failed --no-legend | grep .', /^/);
}

async function isVersion(parts: Parts, which: string): Promise<void> {
  assert.equal(JSON.parse(await curl(parts, `${siteOf(parts)}/readyz`)).version, which);
  await says(parts, 'website-release list', new RegExp(`^${which}  runs$`, 'm'));
}

/** Asks again and again, until it is told to look at the answers: each has to be 200. */
async function watch(parts: Parts): Promise<() => Promise<void>> {
  const loop = `while curl -s -S -o /dev/null -w '%{http_code}\\n' --cacert "$0" "$1"; do :; done`;
  const script = ['sh', '-c', `exec 2>&1; ${loop}`, parts.authorities, `${siteOf(parts)}/readyz`];
  const [enter = '', ...rest] = parts.server.outside;
  const child = spawn(enter, [...rest, ...script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const answers = text(child.stdout);
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'close');
    const all = (await answers).trim().split('\n');
    assert.deepEqual([...new Set(all)], ['200'], `${all.length} requests`);
    assert.ok(all.length > 20, `There were ${all.length} requests`);
  };
}

const siteOf = ({ domain }: Parts) => `https://www.${domain}`;

async function curl(parts: Parts, ...options: string[]): Promise<string> {
  const { status, output } = await visitor(parts, ...options);
  assert.equal(status, 0, `curl ${options.join(' ')}: ${output}`);
  return output;
}

function visitor({ server, authorities }: Parts, ...options: string[]) {
  const [enter = '', ...rest] = server.outside;
  const always = ['--silent', '--show-error', '--max-time', '20', '--cacert', authorities];
  return collect(enter, [...rest, 'curl', ...always, ...options]);
}

async function says({ server }: Parts, script: string, what: RegExp): Promise<void> {
  const { status, output } = await server.run(script);
  assert.equal(status, 0, output);
  assert.match(output, what);
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + 60_000; !(await isSo()); await setTimeout(200))
    if (performance.now() > end) throw new Error(`There is still not ${what}`);
}
