import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCore, type Core } from './open-core.ts';
import { readConfig } from './config.ts';
import { createLog } from '../process/log.ts';
import { ask, askIn, askInPlainText, openHttp2, type Answer, type Question } from './testing/https-client.ts';
import { inboxHost, inboxUrl, nginx, siteUrl, startWithInbox, type ProxyWithSite } from './testing/proxies.ts';

const anna = 'anna@example.com';

describe.skipIf(!nginx.testable)('the inbox behind nginx', () => {
  let proxy: ProxyWithSite;
  let core: Core;

  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'inbox-'));
    const databaseUrl = `sqlite:${join(directory, 'site.db')}`;
    proxy = await startWithInbox(databaseUrl);
    core = await openCore(readConfig({ DATABASE_URL: databaseUrl }), createLog('silent'));
    return async () => {
      await core.close();
      await proxy.stop();
      rmSync(directory, { recursive: true });
    };
  });

  function askInbox(path: string, question: Question = {}): Promise<Answer> {
    return ask(proxy, path, { host: inboxHost, ...question });
  }

  function post(path: string, { headers, ...question }: Question): Promise<Answer> {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: inboxUrl };
    return askInbox(path, { method: 'POST', headers: { ...form, ...headers }, ...question });
  }

  /** Of a person who has just signed in. */
  async function signIn(): Promise<{ cookie: string }> {
    await core.people.invite(anna);
    return { cookie: `__Host-session=${await core.people.signIn(anna)}` };
  }

  test('asks over https for a passkey, by a page that nobody keeps', async () => {
    const { status, headers, body } = await askInbox('/sign-in', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(status).toBe(200);
    expect(String(body)).toContain('data-ceremony="get"');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; connect-src 'self';/),
      'strict-transport-security': 'max-age=63072000',
      'content-type': 'text/html; charset=utf-8',
      server: 'nginx',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  test('leads from http to https', async () => {
    const { statusCode, headers } = await askInPlainText(proxy, '/waiting?done=answer', { host: inboxHost });
    expect([statusCode, headers.location]).toEqual([301, `${inboxUrl}/waiting?done=answer`]);
  });

  test('shows a person who has signed in what there is', async () => {
    const { status, headers } = await askInbox('/waiting');
    expect([status, headers['location']]).toEqual([302, '/sign-in?to=%2Fwaiting']);
    const waiting = await askInbox('/waiting', { headers: await signIn() });
    expect(waiting.status).toBe(200);
    expect(String(waiting.body)).toContain(anna);
  });

  test('takes a form from its own pages, and from those of the site none', async () => {
    const session = await signIn();
    const send = (headers: Record<string, string>) =>
      post('/theme', { headers: { ...session, ...headers }, body: 'theme=light&back=/account' });
    const { status, headers } = await send({});
    expect([status, headers['location']]).toEqual([303, '/account']);
    const claims = { 'x-forwarded-host': 'www.example.com', 'x-forwarded-proto': 'http' };
    for (const origin of [siteUrl, 'null', `http://${inboxHost}`])
      expect((await send({ origin, ...claims })).status).toBe(403);
  });

  test('refuses what is too large: in its own words where it is a little', async () => {
    const headers = await signIn();
    const little = await post('/acts', { headers, body: `note=${'x'.repeat(80_000)}` });
    expect([little.status, String(little.body)]).toEqual([413, expect.stringContaining('This is too much at once')]);
    const much = await post('/acts', { headers, body: `note=${'x'.repeat(1_000_000)}` });
    expect([much.status, much.headers['x-request-id']]).toEqual([413, undefined]);
  });

  test('counts attempts by the address of the client, who cannot choose it', async () => {
    async function attempt(from: string, forged: string): Promise<number> {
      const claims = { 'x-forwarded-for': forged, forwarded: `for=${forged}` };
      const headers = { 'content-type': 'application/json', ...claims };
      const asked = await post('/sign-in/options', { headers, body: '{}', from });
      const cookie = String(asked.headers['set-cookie']).split(';')[0] ?? '';
      return (await post('/sign-in', { headers: { ...headers, cookie }, body: '{}', from })).status;
    }
    const statuses: number[] = [];
    for (let count = 1; count <= 11; count += 1) statuses.push(await attempt('127.0.5.1', `203.0.113.${count}`));
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(await attempt('127.0.5.2', '203.0.113.1')).toBe(401);
  });

  test('and the site serve nothing of each other, and nothing to other hosts', async () => {
    const status = async (path: string, host: string) => (await ask(proxy, path, { host })).status;
    for (const path of ['/sign-in', '/waiting', '/inbox.css', '/passkey.js'])
      expect(await status(path, 'www.example.com')).toBe(404);
    for (const path of ['/about', '/contact', '/healthz', '/readyz', '/api/contact-settings'])
      expect(await status(path, inboxHost)).toBe(404);
    const foreign = { host: 'other.example.net', serverName: inboxHost };
    await expect(ask(proxy, '/sign-in', foreign)).rejects.toThrow();
  });

  test('slows down a client that asks faster than an office does, and nobody else', async () => {
    const session = await openHttp2(proxy, { serverName: inboxHost, from: '127.0.5.5' });
    const statuses: number[] = [];
    // More than 100 in hand would be refused for another reason.
    for (let round = 0; round < 6; round += 1) {
      const many = Array.from({ length: 80 }, () => askIn(session, '/inbox.css', { host: inboxHost }));
      statuses.push(...(await Promise.all(many)).map(({ status }) => status));
    }
    session.destroy();
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(200);
    expect(statuses).toContain(429);
    expect((await askInbox('/inbox.css', { from: '127.0.5.6' })).status).toBe(200);
  });

  test('writes down no name that is searched for and no address, nor does nginx while it is away', async () => {
    const from = '127.0.5.3';
    const headers = await signIn();
    expect((await askInbox('/search?words=Lovelace', { headers, from })).status).toBe(200);
    await askInPlainText(proxy, '/search?words=Lovelace', { host: inboxHost, from });
    await expect.poll(() => proxy.log()).toContain('"path":"/search"');
    // A line of its own, by which that of the server is found.
    await expect.poll(() => proxy.log()).toMatch(/^\S+ GET 200 .* id=[\w-]{36}$/m);
    await proxy.crash();
    expect((await askInbox('/search?words=Lovelace', { from })).status).toBe(502);
    await expect.poll(() => proxy.log()).toMatch(/ GET 502 /);
    for (const secret of ['Lovelace', '127.0.5.', headers.cookie]) expect(proxy.log()).not.toContain(secret);
    await proxy.startSite();
  });
});
