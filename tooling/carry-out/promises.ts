import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { release as version } from '../../process/site-directory.ts';
import { type DebianServer, waitForResult } from './debian-server.ts';

export { version };
export const nextVersion = '99.0.0';
export const domain = 'site.test';
const site = `https://www.${domain}`;

interface Around {
  /** Runs the section's commands. Resolves to their output. */
  type: () => Promise<string>;
  server: DebianServer;
  /** Mails received so far. */
  mails: readonly string[];
}

/** Promises of docs/deploy.md by heading. Each runs the section's commands, and rejects if a promise does not hold. */
export const promises: Readonly<Record<string, (around: Around) => Promise<unknown>>> = {
  '4. Install the release': async ({ type, server }) => {
    await type();
    assert.match(await server.run('curl -sS http://127.0.0.1:3000/readyz'), /"status":"ok"/);
  },

  '5. Put a proxy in front': async ({ type, server }) => {
    await type();
    const page = await waitForResult(() => ask(site), `a certificate for ${site}`);
    assert.match(await page.text(), /<h1/);
    for (const from of [`http://www.${domain}/about`, `http://${domain}/about`, `https://${domain}/about`]) {
      const { status, url } = await ask(from);
      assert.deepEqual([status, url], [200, `${site}/about`]);
    }
    const before = await certificate();
    await server.run('systemctl is-active certbot.timer');
    // Otherwise certbot without a terminal waits up to eight minutes, so that not all servers renew at once.
    await server.run('certbot renew --no-random-sleep-on-renew --force-renewal');
    await waitForResult(async () => (await certificate()) !== before, 'the renewed certificate');
    const files = '(cd /etc/nginx; find . ! -type d -exec sha256sum {} + | sort)';
    await server.run(`${files} > laid; website-release proxy; ${files} | cmp - laid`);
    const refused = 'echo nonsense > conf.d/other.conf; echo "# ours" >> conf.d/website.conf; website-release proxy';
    await assert.rejects(server.run(`cd /etc/nginx; ${refused}`), /ended with 1:[^]*Its files are as before/);
    assert.match(await server.run('cd /etc/nginx/conf.d; rm other.conf; tail -n 1 website.conf; ls'), /^# ours\n/m);
    await server.run('website-release proxy; grep "# ours" /etc/nginx/conf.d/website.conf.before');
  },

  '6. Make a backup, and ask the doctor': async ({ type, server, mails }) => {
    const said = await type();
    assert.match(said, /^ok +backup /m);
    assert.match(await server.run('systemctl list-timers'), /website-backup\.timer/);
    assert.match(said, /^ok +mail /m);
    assert.match(said, /^ok +deliveries /m);
    const subject = 'A form that was sent';
    const body = JSON.stringify({ name: 'Ada', email: 'ada@site.test', subject, message: 'Please call me back.' });
    const headers = { 'content-type': 'application/json', origin: site };
    const answer = await ask(`${site}/functions/v1/send-contact-email`, { method: 'POST', headers, body });
    assert.equal(answer.status, 200);
    await waitForResult(async () => mails.some((mail) => mail.includes(subject)), 'the mail of the form');
    assert.ok(mails.length > 1, 'There is no test mail');
  },

  'Open the inbox': async ({ type }) => {
    const [invitation = 'no link'] = /https:\S+\/invitation#\S+/.exec(await type()) ?? [];
    assert.ok(invitation.startsWith(`https://inbox.${domain}/`), invitation);
    assert.equal((await waitForResult(() => ask(invitation), 'a certificate for the inbox')).status, 200);
  },

  'Watch it': async ({ type }) => assert.match(await type(), /^# TYPE /m),

  Update: async ({ type, server }) => {
    await whileAsked(type);
    await runs(nextVersion, server);
  },

  'Go back': async ({ type, server }) => {
    await whileAsked(type);
    await runs(version, server);
    const file = `avonspan-website-${nextVersion}.tar.gz`;
    await assert.rejects(
      server.run(`echo >> ${file}; website-release install ${file}`),
      /ended with 1:[^]*is not whole/,
    );
    const script = `/opt/website/${nextVersion}/server.js`;
    await assert.rejects(
      server.run(
        `echo 'if (process.argv[2] !== "--check") process.exit(1);' > ${script}; website-release use ${nextVersion}`,
      ),
      new RegExp(`ended with 1:[^]*${nextVersion} does not work[^]*${version} runs again`),
    );
    await runs(version, server);
  },

  'Remove it': async ({ type, server }) => {
    await type();
    await assert.rejects(ask(site));
    for (const place of ['opt/website', 'etc/website', 'var/lib/website', 'etc/systemd/system/website.service'])
      assert.equal(existsSync(join(server.root, place)), false, place);
    await server.run('! systemctl list-units --failed --no-legend | grep .');
  },
};

async function runs(which: string, server: DebianServer): Promise<void> {
  assert.equal(((await (await ask(`${site}/readyz`)).json()) as { version: string }).version, which);
  assert.match(await server.run('website-release list'), new RegExp(`^${which}  runs$`, 'm'));
}

/** Requests pages during the commands: each response must be 200. */
async function whileAsked(type: () => Promise<string>): Promise<void> {
  const answers: unknown[] = [];
  const typed = type().finally(() => answers.push('typed'));
  while (!answers.includes('typed')) {
    const answer = await ask(`${site}/readyz`).catch(String);
    answers.push(typeof answer === 'string' ? answer : answer.status);
  }
  await typed;
  assert.deepEqual(new Set(answers), new Set([200, 'typed']));
  assert.ok(answers.length > 20, `There were ${answers.length} requests`);
}

/** Requests a page over a new connection, as a new visitor does. */
function ask(address: string, options: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
  const headers = { ...options.headers, connection: 'close' };
  return fetch(address, { ...options, headers, signal: AbortSignal.timeout(20_000) });
}

/** Resolves to the serial number of the certificate in use. */
async function certificate(): Promise<string> {
  const connection = connect({ host: `www.${domain}`, servername: `www.${domain}`, port: 443 });
  await once(connection, 'secureConnect');
  const { serialNumber } = connection.getPeerCertificate();
  connection.destroy();
  return serialNumber;
}
