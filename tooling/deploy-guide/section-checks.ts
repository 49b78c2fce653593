import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { packageVersion } from '../../process/package-info.ts';
import { type DebianServer, pollForResult } from './debian-server.ts';

export { packageVersion };
/** Version of the release to update to. */
export const nextVersion = '99.0.0';
/** Domain of the operator. */
export const domain = 'site.test';
const site = `https://www.${domain}`;

interface SectionContext {
  /** Runs the section's commands. Resolves to their output. */
  runCommands: () => Promise<string>;
  server: DebianServer;
  /** Mails received so far. */
  receivedMails: readonly string[];
}

/** Promises of docs/deploy.md by heading. Each runs the section's commands, and rejects if a promise does not hold. */
export const sectionChecks: Readonly<Record<string, (context: SectionContext) => Promise<unknown>>> = {
  '4. Install the release': async ({ runCommands, server }) => {
    await runCommands();
    assert.match(await server.runScript('curl -sS http://127.0.0.1:3000/readyz'), /"status":"ok"/);
  },

  '5. Put a proxy in front': async ({ runCommands, server }) => {
    await runCommands();
    const page = await pollForResult(() => request(site), `a certificate for ${site}`);
    assert.match(await page.text(), /<h1/);
    for (const from of [`http://www.${domain}/about`, `http://${domain}/about`, `https://${domain}/about`]) {
      const { status, url } = await request(from);
      assert.deepEqual([status, url], [200, `${site}/about`]);
    }
    const before = await readCertificateSerial();
    await server.runScript('systemctl is-active certbot.timer');
    // Otherwise certbot without a terminal waits up to eight minutes, so that not all servers renew at once.
    await server.runScript('certbot renew --no-random-sleep-on-renew --force-renewal');
    await pollForResult(async () => (await readCertificateSerial()) !== before, 'the renewed certificate');
    const files = '(cd /etc/nginx; find . ! -type d -exec sha256sum {} + | sort)';
    await server.runScript(`${files} > laid; website-release proxy; ${files} | cmp - laid`);
    const refused = 'echo nonsense > conf.d/other.conf; echo "# ours" >> conf.d/website.conf; website-release proxy';
    await assert.rejects(server.runScript(`cd /etc/nginx; ${refused}`), /ended with 1:[^]*Its files are as before/);
    assert.match(
      await server.runScript('cd /etc/nginx/conf.d; rm other.conf; tail -n 1 website.conf; ls'),
      /^# ours\n/m,
    );
    await server.runScript('website-release proxy; grep "# ours" /etc/nginx/conf.d/website.conf.before');
  },

  '6. Make a backup, and ask the doctor': async ({ runCommands, server, receivedMails }) => {
    const output = await runCommands();
    assert.match(output, /^ok +backup /m);
    assert.match(await server.runScript('systemctl list-timers'), /website-backup\.timer/);
    assert.match(output, /^ok +mail /m);
    assert.match(output, /^ok +deliveries /m);
    const subject = 'A form that was sent';
    const body = JSON.stringify({ name: 'Ada', email: 'ada@site.test', subject, message: 'Please call me back.' });
    const headers = { 'content-type': 'application/json', origin: site };
    const response = await request(`${site}/functions/v1/send-contact-email`, { method: 'POST', headers, body });
    assert.equal(response.status, 200);
    await pollForResult(async () => receivedMails.some((mail) => mail.includes(subject)), 'the mail of the form');
    assert.ok(receivedMails.length > 1, 'There is no test mail');
  },

  'Open the inbox': async ({ runCommands }) => {
    const [invitation = 'no link'] = /https:\S+\/invitation#\S+/.exec(await runCommands()) ?? [];
    assert.ok(invitation.startsWith(`https://inbox.${domain}/`), invitation);
    assert.equal((await pollForResult(() => request(invitation), 'a certificate for the inbox')).status, 200);
  },

  'Watch it': async ({ runCommands }) => assert.match(await runCommands(), /^# TYPE /m),

  Update: async ({ runCommands, server }) => {
    await expectNoFailedRequests(runCommands);
    await expectRunningVersion(nextVersion, server);
  },

  'Go back': async ({ runCommands, server }) => {
    await expectNoFailedRequests(runCommands);
    await expectRunningVersion(packageVersion, server);
    const file = `avonspan-website-${nextVersion}.tar.gz`;
    await assert.rejects(
      server.runScript(`echo >> ${file}; website-release install ${file}`),
      /ended with 1:[^]*is not whole/,
    );
    const script = `/opt/website/${nextVersion}/server.js`;
    await assert.rejects(
      server.runScript(
        `echo 'if (process.argv[2] !== "--check") process.exit(1);' > ${script}; website-release use ${nextVersion}`,
      ),
      new RegExp(`ended with 1:[^]*${nextVersion} does not work[^]*${packageVersion} runs again`),
    );
    await expectRunningVersion(packageVersion, server);
  },

  'Remove it': async ({ runCommands, server }) => {
    await runCommands();
    await assert.rejects(request(site));
    for (const path of ['opt/website', 'etc/website', 'var/lib/website', 'etc/systemd/system/website.service'])
      assert.equal(existsSync(join(server.root, path)), false, path);
    await server.runScript('! systemctl list-units --failed --no-legend | grep .');
  },
};

async function expectRunningVersion(expected: string, server: DebianServer): Promise<void> {
  assert.equal(((await (await request(`${site}/readyz`)).json()) as { version: string }).version, expected);
  assert.match(await server.runScript('website-release list'), new RegExp(`^${expected}  runs$`, 'm'));
}

/** Requests pages during the commands: each response must be 200. */
async function expectNoFailedRequests(runCommands: () => Promise<string>): Promise<void> {
  const results: unknown[] = [];
  const commands = runCommands().finally(() => results.push('end'));
  while (!results.includes('end')) {
    const response = await request(`${site}/readyz`).catch(String);
    results.push(typeof response === 'string' ? response : response.status);
  }
  await commands;
  assert.deepEqual(new Set(results), new Set([200, 'end']));
  assert.ok(results.length > 20, `There were ${results.length} requests`);
}

/** Requests a page over a new connection, as a new visitor does. */
function request(url: string, options: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
  const headers = { ...options.headers, connection: 'close' };
  return fetch(url, { ...options, headers, signal: AbortSignal.timeout(20_000) });
}

/** Resolves to the serial number of the certificate in use. */
async function readCertificateSerial(): Promise<string> {
  const connection = connect({ host: `www.${domain}`, servername: `www.${domain}`, port: 443 });
  await once(connection, 'secureConnect');
  const { serialNumber } = connection.getPeerCertificate();
  connection.destroy();
  return serialNumber;
}
