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
  proxy: string;
  domain: string;
  version: string;
  nextVersion: string;
}

/** What docs/deploy.md promises, by its headings. */
export function createPromises({
  server,
  internet,
  proxy,
  domain,
  version,
  nextVersion,
}: Parts): ReadonlyMap<string, Promised> {
  const site = `https://www.${domain}`;

  const curl = async (...options: string[]): Promise<string> => {
    const { status, output } = await visitor(...options);
    assert.equal(status, 0, `curl ${options.join(' ')}: ${output}`);
    return output;
  };
  const visitor = (...options: string[]) => {
    const [enter = '', ...rest] = server.outside;
    return collect(enter, [
      ...rest,
      'curl',
      '--silent',
      '--show-error',
      '--max-time',
      '20',
      '--cacert',
      internet.root,
      ...options,
    ]);
  };
  const onServer = async (script: string): Promise<string> => {
    const { status, output } = await server.run(script);
    assert.equal(status, 0, output);
    return output;
  };
  const runs = async (which: string): Promise<void> => {
    assert.equal(JSON.parse(await curl(`${site}/readyz`)).version, which);
    assert.match(await onServer('website-release list'), new RegExp(`^${which}  runs$`, 'm'));
  };
  /** Which certificate visitors get. */
  const serial = async (): Promise<string> => curl('--output', '/dev/null', '--write-out', '%{certs}', site);

  const everyRequestIsAnswered = async (): Promise<() => Promise<void>> => {
    const loop = `while curl -s -S -o /dev/null -w '%{http_code}\\n' --cacert "$0" "$1"; do :; done`;
    const script = ['sh', '-c', `exec 2>&1; ${loop}`, internet.root, `${site}/readyz`];
    const [enter = '', ...rest] = server.outside;
    const child = spawn(enter, [...rest, ...script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const answers = text(child.stdout);
    return async () => {
      child.kill('SIGTERM');
      await once(child, 'close');
      const all = (await answers).trim().split('\n');
      assert.deepEqual([...new Set(all)], ['200'], `${all.length} requests`);
      assert.ok(all.length > 20, `There were ${all.length} requests`);
    };
  };

  return new Map<string, Promised>([
    [
      '4. Install the release',
      {
        after: async () => assert.match(await onServer('curl -sS http://127.0.0.1:3000/readyz'), /"status":"ok"/),
      },
    ],
    [
      '5. Put a proxy in front',
      {
        async after() {
          await until(async () => (await visitor(site)).status === 0, `a certificate for ${site}`);
          assert.match(await curl(site), /<h1/);
          for (const from of [`http://www.${domain}/about`, `http://${domain}/about`, `https://${domain}/about`]) {
            const place = await curl(
              '--location',
              '--output',
              '/dev/null',
              '--write-out',
              '%{http_code} %{url_effective}',
              from,
            );
            assert.equal(place, `200 ${site}/about`);
          }
          if (proxy !== 'nginx') return;
          const before = await serial();
          await onServer('certbot renew --no-random-sleep-on-renew --force-renewal');
          await until(async () => (await serial()) !== before, 'the renewed certificate');
        },
      },
    ],
    [
      '6. Ask the doctor',
      {
        async after(said) {
          assert.match(said, /^ok +mail /m);
          assert.match(said, /^ok +deliveries /m);
          const subject = 'A form that was sent';
          const fields = { name: 'Ada', email: 'ada@site.test', subject, message: 'Please call me back.' };
          const sent = ['--json', JSON.stringify(fields), '--header', `Origin: ${site}`];
          await curl('--fail', ...sent, `${site}/functions/v1/send-contact-email`);
          await until(() => internet.mails().some((mail) => mail.includes(subject)), 'the mail of the form');
          assert.ok(internet.mails().length > 1, 'There is no test mail');
        },
      },
    ],
    [
      '7. Open the inbox',
      {
        async after(said) {
          const [invitation = 'no link'] = /https:\S+\/invitation\/\S+/.exec(said) ?? [];
          assert.ok(invitation.startsWith(`https://inbox.${domain}/`), invitation);
          await until(async () => (await visitor(invitation)).status === 0, 'a certificate for the inbox');
          await curl('--fail', invitation);
        },
      },
    ],
    ['8. Watch it', { after: async (said) => assert.match(said, /^# TYPE /m) }],
    [
      '9. Keep backups',
      {
        async after() {
          assert.match(await onServer('systemctl list-timers'), /website-backup\.timer/);
          assert.notDeepEqual(readdirSync(join(server.root, 'var/backups/website')), []);
        },
      },
    ],
    ['Update', { during: everyRequestIsAnswered, after: () => runs(nextVersion) }],
    [
      'Go back',
      {
        during: everyRequestIsAnswered,
        async after() {
          await runs(version);
          const file = `avonspan-website-${nextVersion}.tar.gz`;
          const spoilt = await server.run(`echo >> ${file}; website-release install ${file}`);
          assert.match(spoilt.output, /is not whole/);
          const script = `/opt/website/${nextVersion}/server.js`;
          const broken = await server.run(`echo 'process.exit(1);' > ${script}; website-release use ${nextVersion}`);
          assert.match(broken.output, new RegExp(`${nextVersion} does not answer[^]*${version} runs again`));
          assert.deepEqual([spoilt.status, broken.status], [1, 1]);
          await runs(version);
        },
      },
    ],
    [
      'Remove it',
      {
        async after() {
          assert.notEqual((await visitor(site)).status, 0);
          for (const place of ['opt/website', 'etc/website', 'var/lib/website', 'etc/systemd/system/website.service'])
            assert.equal(existsSync(join(server.root, place)), false, place);
          await onServer('! systemctl list-units --failed --no-legend | grep .');
        },
      },
    ],
  ]);
}

/** Waits for minutes: Caddy tries again to get a certificate after one, and then after two. */
async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = performance.now() + 240_000; !(await isSo()); await setTimeout(200))
    if (performance.now() > end) throw new Error(`There is still not ${what}`);
}
