import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { site } from '../content/site.ts';
import { openSqliteDatabase } from '../enquiries/sqlite-database.ts';
import { createSqlEnquiryStore } from '../enquiries/sql-enquiry-store.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { startSmtpPeer } from '../enquiries/testing/smtp-peer.ts';
import { temporaryDirectory } from './testing/site-under-test.ts';

/** Runs a script of the server as a process of its own, on a port that the system chooses. */
function startScript(env: Record<string, string>, script = 'testing/run-site.ts') {
  const directory = temporaryDirectory();
  const databasePath = join(directory, 'site.db');
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    cwd: directory,
    env: { PORT: '0', DATABASE_URL: `sqlite:${databasePath}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (part) => (output.out += String(part)));
  child.stderr.on('data', (part) => (output.err += String(part)));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });

  /** Resolves to what a pattern finds on standard output, as soon as it is there. */
  async function says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(output.out);
      if (match !== null) return match;
      const next = await Promise.race([once(child.stdout, 'data'), ended]);
      if (!Array.isArray(next)) throw new Error(`It ended with ${next}: ${output.out}${output.err}`);
    }
  }
  const url = async () => (await says(/ is running at (http:\S+)/))[1]?.replace('localhost', '127.0.0.1') ?? '';
  return { child, output, ended, says, url, databasePath };
}

describe('a server', { timeout: 20_000 }, () => {
  const start = startScript;

  it('says in one line each where it runs and that nobody is being mailed', async () => {
    const { output, says, url, child, ended, databasePath } = start({ LOG_LEVEL: 'silent' });
    expect((await fetch(`${await url()}/healthz`)).status).toBe(200);
    await says(/mailed: .*\n/);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(output.out.replace(/:\d+/, ':0')).toBe(
      `${site.name} is running at http://localhost:0\n` +
        `Nobody is being mailed: SMTP_URL is not set, so each enquiry becomes a .eml file in ${join(databasePath, '..', 'mail')}/\n`,
    );
    expect(output.err).toBe('');
  });

  it('answers the request in hand before it ends', async () => {
    const { says, url, child, ended } = start({});
    const answer = fetch(`${await url()}/slow`);
    await says(/slow request in hand/);
    child.kill('SIGTERM');
    expect(await (await answer).text()).toBe('answered in good order');
    expect(await ended).toBe(0);
  });

  it('finishes the delivery in hand before it ends', async () => {
    const inHand = Promise.withResolvers<() => void>();
    const peer = await startSmtpPeer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => inHand.resolve(done));
      },
    });
    const { says, url, child, ended, databasePath } = start({ SMTP_URL: peer.url });
    await fetch(`${await url()}/functions/v1/send-contact-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const finish = await inHand.promise;
    child.kill('SIGTERM');
    await says(/"msg":"ending"/);
    finish();
    expect(await ended).toBe(0);
    const { database, dialect, close } = openSqliteDatabase(databasePath);
    onTestFinished(close);
    expect(await createSqlEnquiryStore(database, dialect).list({ limit: 10 })).toMatchObject([
      { delivery: { state: 'delivered' } },
    ]);
  });

  it('names PORT and the address when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { ended, output } = start({ PORT: `${port}` });
    expect(await ended).toBe(1);
    expect(output.err).toBe(`127.0.0.1:${port} is already in use. Stop what uses it, or set PORT to another port.\n`);
  });

  it('names HOST when it is no address of this machine', async () => {
    const { ended, output } = start({ HOST: '192.0.2.1' });
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/^HOST is no address of this machine: 192\.0\.2\.1\.\n$/);
  });

  it('names the database file and the reason when it cannot be used', async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    const { ended, output } = start({ DATABASE_URL: `sqlite:${directory}/file/site.db` });
    expect(await ended).toBe(1);
    expect(output.err).toBe(
      `The database ${directory}/file/site.db cannot be opened: ${directory}/file is not a directory. DATABASE_URL names another.\n`,
    );
  });

  it.each(['testing/run-site.ts', 'main.ts'])('names every wrong setting: %s', async (script) => {
    const { ended, output } = start({ PORT: 'x', LOG_LEVEL: 'loud' }, script);
    expect(await ended).toBe(1);
    expect(output.err).toMatch(/^PORT takes .*\nLOG_LEVEL takes .*\n$/);
    expect(output.out).toBe('');
  });
});
