import { writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as content from '../content/release-content.ts';
import { createTemporaryPostgres } from '../database/testing/test-postgres.ts';
import { startTestSmtpServer } from '../outbox/testing/test-smtp-server.ts';
import { createTemporaryDirectory, openTemporarySqlite } from '../database/testing/temporary-sqlite.ts';
import { connectRaw } from './testing/raw-connection.ts';
import { launchTestSite, startSiteProcess } from './testing/site-process.ts';
import { submitJson } from './testing/submissions.ts';

describe('a server', () => {
  it('says in one line each where it runs and that nobody is being mailed', async () => {
    const { url, output, waitForOutput, kill } = await startSiteProcess({ LOG_LEVEL: 'silent' });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await waitForOutput(/mailed: .*\n/);
    expect(await kill('SIGTERM')).toBe(0);
    expect(output.out.replace(/:\d+/, ':0').replace(/\S+(?=\/data\/mail\/)/, '')).toBe(
      `${content.site.name} is running at http://localhost:0\n` +
        `Nobody is being mailed: SMTP_URL is not set, so each enquiry becomes a .eml file in /data/mail/\n`,
    );
    expect(output.err).toBe('');
  });

  it('answers the request and finishes the delivery in hand before it ends', async () => {
    const inHand = Promise.withResolvers<() => void>();
    const peer = await startTestSmtpServer({ onMail: (_mail, take) => inHand.resolve(take) });
    const path = join(createTemporaryDirectory(), 'site.db');
    const running = await startSiteProcess({ SMTP_URL: peer.url, DATABASE_URL: `sqlite:${path}` });
    await submitJson(running);
    const finish = await inHand.promise;
    const answer = fetch(`${running.url}/slow`);
    await running.waitForOutput(/slow request in hand/);
    const ended = running.kill('SIGTERM');
    expect(await (await answer).text()).toBe('answered in good order');
    await running.waitForOutput(/"msg":"ending"/);
    finish();
    expect(await ended).toBe(0);
    expect(await openTemporarySqlite(path).store.list({ limit: 10 })).toMatchObject([{ mail: { state: 'delivered' } }]);
  });
});

it('a server that ends answers the request that its office has in hand, and waits for no connection that stays', async () => {
  const { waitForOutput, kill } = await startSiteProcess({ SLOW_OFFICE: 'yes' });
  const [, url = ''] = await waitForOutput(/slow office at (\S+)\n/);
  const { socket, received } = await connectRaw(url);
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await waitForOutput(/slow request in hand/);
  expect(await kill('SIGTERM')).toBe(0);
  expect(received()).toContain('answered in good order');
});

it('a server that ends still answers new requests while a slow client has one in hand', async () => {
  const { url, waitForOutput, kill } = await startSiteProcess({});
  const [slow, idle] = [await connectRaw(url), await connectRaw(url)];
  slow.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
  idle.socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle.socket, 'data');
  const ended = kill('SIGTERM');
  await waitForOutput(/"msg":"ending"/);
  // It closes idle connections when it has nothing else to wait for.
  await once(idle.socket, 'end');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  slow.socket.write('\r\n');
  expect(await ended).toBe(0);
  expect(slow.received()).toContain('200 OK');
});

describe('a server that cannot start', () => {
  /** Exit code, standard output and standard error. */
  const start = async (env: Record<string, string>) => {
    const { exitCode, output } = launchTestSite({ LOG_LEVEL: 'silent', ...env });
    return [await exitCode, output.out, output.err];
  };

  it('names PORT and the address when the port is taken, and HOST when it is no address of this machine', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const taken = `127.0.0.1:${port} is already in use. Stop what uses it, or set PORT to another port.\n`;
    expect(await start({ PORT: `${port}` })).toEqual([1, '', taken]);
    expect(await start({ HOST: '192.0.2.1' })).toEqual([1, '', 'HOST is no address of this machine: 192.0.2.1.\n']);
  });

  it('leads from a damaged database to the backups', async () => {
    const path = join(createTemporaryDirectory(), 'site.db');
    writeFileSync(path, 'only words, not a few'.repeat(9));
    const line = `The database ${path} cannot be opened: file is not a database. The file is damaged: restore a backup with "backup restore".\n`;
    expect(await start({ DATABASE_URL: `sqlite:${path}` })).toEqual([1, '', line]);
  });

  it('names the PostgreSQL database and the reason when the login is refused, and tells no password', async () => {
    const url = Object.assign(new URL(await createTemporaryPostgres()), { password: 'wrong-secret' });
    const place = `postgres://${url.username}@${url.host}${url.pathname}`;
    const line = `The database ${place} cannot be opened: password authentication failed for user "postgres". DATABASE_URL names another.\n`;
    expect(await start({ DATABASE_URL: url.href })).toEqual([1, '', line]);
  });
});
