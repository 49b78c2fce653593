import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openCore, type Core } from './open-core.ts';
import { readConfig } from './config.ts';
import { createLog } from '../process/log.ts';
import { ask, askIn, askInPlainText, openHttp2, type Answer, type Question } from './testing/https-client.ts';
import { inboxHost, inboxUrl, nginx, siteUrl, startWithInbox, type Proxy } from './testing/proxies.ts';

const anna = 'anna@example.com';

describe.skipIf(!nginx.testable)('the inbox behind nginx', () => {
  let proxy: Proxy;
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

  describe('at its host', () => {
    test('asks over https for a passkey, by a page that nobody keeps', async () => {
      const { status, headers, body } = await askInbox(proxy, '/sign-in', {
        headers: { 'accept-encoding': 'gzip, br' },
      });
      expect(status).toBe(200);
      expect(body.toString()).toContain('data-ceremony="get"');
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; connect-src 'self';/),
        'strict-transport-security': 'max-age=63072000',
        'content-type': 'text/html; charset=utf-8',
      });
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['server']).toBe('nginx');
    });

    test('http leads to https', async () => {
      const { statusCode, headers } = await askInPlainText(proxy, '/waiting?done=answer', { host: inboxHost });
      expect(statusCode).toBe(301);
      expect(headers.location).toBe(`${inboxUrl}/waiting?done=answer`);
    });

    test('shows a person who has signed in what there is', async () => {
      const { status, headers } = await askInbox(proxy, '/waiting');
      expect({ status, location: headers['location'] }).toEqual({ status: 302, location: '/sign-in?to=%2Fwaiting' });
      const waiting = await askInbox(proxy, '/waiting', { headers: { cookie: await cookieOf(core) } });
      expect(waiting.status).toBe(200);
      expect(waiting.body.toString()).toContain(anna);
    });

    test('takes a form from its own pages, and from those of the site none', async () => {
      const cookie = await cookieOf(core);
      const theme = (headers: Record<string, string>) =>
        post(proxy, '/theme', { headers: { cookie, ...headers }, body: 'theme=light&back=/account' });
      const { status, headers } = await theme({ origin: inboxUrl });
      expect({ status, location: headers['location'] }).toEqual({ status: 303, location: '/account' });
      for (const origin of [siteUrl, 'null', `http://${inboxHost}`]) {
        const claims = { 'x-forwarded-host': 'www.example.com', 'x-forwarded-proto': 'http' };
        expect((await theme({ origin, ...claims })).status).toBe(403);
      }
    });

    test('refuses what is too large: in its own words where it is a little', async () => {
      const headers = { cookie: await cookieOf(core), origin: inboxUrl };
      const little = await post(proxy, '/acts', { headers, body: `note=${'x'.repeat(80_000)}` });
      expect({ status: little.status, words: little.body.toString() }).toEqual({
        status: 413,
        words: expect.stringContaining('This is too much at once'),
      });
      const much = await post(proxy, '/acts', { headers, body: `note=${'x'.repeat(1_000_000)}` });
      expect({ status: much.status, id: much.headers['x-request-id'] }).toEqual({ status: 413, id: undefined });
    });

    test('counts attempts by the address of the client, who cannot choose it', async () => {
      const attempt = (from: string, forged: string) =>
        post(proxy, '/sign-in/options', {
          headers: {
            origin: inboxUrl,
            'content-type': 'application/json',
            'x-forwarded-for': forged,
            forwarded: `for=${forged}`,
          },
          body: '{}',
          from,
        });
      const statuses: number[] = [];
      for (let count = 1; count <= 21; count += 1)
        statuses.push((await attempt('127.0.5.1', `203.0.113.${count}`)).status);
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
      expect((await attempt('127.0.5.2', '203.0.113.1')).status).toBe(200);
    });
  });

  describe('other hosts', () => {
    test('are the site, where they are: neither serves the other', async () => {
      const statuses = async (path: string, host: string) => (await ask(proxy, path, { host })).status;
      for (const path of ['/sign-in', '/waiting', '/inbox.css', '/passkey.js'])
        expect(await statuses(path, 'www.example.com')).toBe(404);
      for (const path of ['/about', '/contact', '/healthz', '/readyz', '/api/contact-settings'])
        expect(await statuses(path, inboxHost)).toBe(404);
    });

    test('get no answer over a connection that was made for the inbox', async () => {
      const foreign = { host: 'other.example.net', serverName: inboxHost };
      await expect(ask(proxy, '/sign-in', foreign)).rejects.toThrow();
    });
  });

  test('nobody writes down an invitation, a name that is searched for, or an address', async () => {
    const { token } = await core.people.invite('new@example.com');
    const from = '127.0.5.3';
    expect((await askInbox(proxy, `/invitation/${token}`, { from })).status).toBe(200);
    const headers = { cookie: await cookieOf(core) };
    expect((await askInbox(proxy, '/search?words=Lovelace', { headers, from })).status).toBe(200);
    await askInPlainText(proxy, `/invitation/${token}`, { host: inboxHost, from });
    await expect.poll(() => proxy.log()).toContain('"path":"/search"');
    // A line of its own, by which that of the server is found.
    await expect.poll(() => proxy.log()).toMatch(/^\S+ GET 200 .* id=[\w-]{36}$/m);
    expect(proxy.log()).toContain('"path":"/invitation/:token"');
    for (const secret of [token, 'Lovelace', from, headers.cookie]) expect(proxy.log()).not.toContain(secret);
  });

  test('nor does the proxy while the server is away', async () => {
    const alone = await nginx.startWithInbox();
    const { status } = await askInbox(alone, '/invitation/a-token?words=Lovelace', { from: '127.0.5.4' });
    expect(status).toBe(502);
    await expect.poll(() => alone.log()).toMatch(/ GET 502 /);
    expect(alone.log()).not.toMatch(/a-token|Lovelace|127\.0\.5\.4/);
    await alone.stop();
  });
});

test.skipIf(!nginx.testable)(
  'nginx slows down a client that asks the inbox faster than an office does, and nobody else',
  async () => {
    const proxy = await nginx.startWithInbox();
    const session = await openHttp2(proxy, { serverName: inboxHost, from: '127.0.5.5' });
    const statuses: number[] = [];
    // More than 100 in hand would be refused for another reason.
    for (let round = 0; round < 6; round += 1) {
      const many = Array.from({ length: 80 }, () => askIn(session, '/inbox.css', { host: inboxHost }));
      statuses.push(...(await Promise.all(many)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(200);
    expect(statuses).toContain(429);
    expect((await askInbox(proxy, '/inbox.css', { from: '127.0.5.6' })).status).toBe(502);
    session.destroy();
    await proxy.stop();
  },
);

function askInbox(proxy: Proxy, path: string, question: Question = {}): Promise<Answer> {
  return ask(proxy, path, { host: inboxHost, ...question });
}

function post(proxy: Proxy, path: string, { headers, ...question }: Question): Promise<Answer> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return askInbox(proxy, path, { method: 'POST', headers: { ...form, ...headers }, ...question });
}

/** Of a person who has just signed in. */
async function cookieOf({ people }: Core): Promise<string> {
  await people.invite(anna);
  return `__Host-session=${await people.signIn(anna)}`;
}
