import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { fields } from '../enquiries/testing/samples.ts';
import { createLog } from '../process/log.ts';
import { readConfig } from './config.ts';
import { openCore, type Core } from './open-core.ts';
import { ask, askAll, askInPlainText, type Answer, type Question } from './testing/https-client.ts';
import { contactFact, publishField } from './testing/publish-field.ts';
import { inboxHost, inboxUrl, nginx, siteUrl, startWithSite, type ProxyWithSite } from './testing/proxies.ts';

const anna = 'anna@example.com';
const hsts = 'max-age=63072000';

describe.skipIf(!nginx.testable)('behind nginx', () => {
  let proxy: ProxyWithSite;
  let core: Core;

  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'inbox-'));
    const databaseUrl = `sqlite:${join(directory, 'site.db')}`;
    proxy = await startWithSite(databaseUrl);
    core = await openCore(readConfig({ DATABASE_URL: databaseUrl }), createLog('silent'));
    return async () => {
      await core.close();
      await proxy.stop();
      rmSync(directory, { recursive: true });
    };
  });

  const formOf = (message = fields.message) => new URLSearchParams({ ...fields, message }).toString();

  /** Sends a form: that of the contact page, unless another is named. */
  function send({ headers, ...question }: Question, path = '/contact'): Promise<Answer> {
    const origin = question.host === inboxHost ? inboxUrl : siteUrl;
    const usual = { 'content-type': 'application/x-www-form-urlencoded', origin };
    return ask(proxy, path, { method: 'POST', body: formOf(), headers: { ...usual, ...headers }, ...question });
  }

  /** Of a person who has just signed in. */
  async function signIn(): Promise<{ cookie: string }> {
    await core.people.invite(anna);
    return { cookie: `__Host-session=${await core.people.signIn(anna)}` };
  }

  describe('the site', () => {
    test('sends a page as it has compressed it, with the headers of a site on https, and not again', async () => {
      const accepted = { 'accept-encoding': 'gzip, deflate, br, zstd' };
      const { status, headers, body } = await ask(proxy, '/', { headers: accepted });
      expect([status, headers['content-encoding'], headers['strict-transport-security']]).toEqual([200, 'br', hsts]);
      expect(String(brotliDecompressSync(body))).toContain(`<link rel="canonical" href="${siteUrl}/"/>`);
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
      const again = await ask(proxy, '/', { headers: { ...accepted, 'if-none-match': String(headers['etag']) } });
      expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
    });

    test('shows what was published to whoever asks five seconds later, at the latest', async () => {
      const contactPage = async () => String((await ask(proxy, '/contact')).body);
      await contactPage();
      const phone = '+44 117 496 0999';
      await publishField(core, contactFact('phone'), phone);
      const published = performance.now();
      while (!(await contactPage()).includes(phone)) expect(performance.now() - published).toBeLessThan(5000);
    });

    test('is led to from the host without www', async () => {
      const headers = { location: `${siteUrl}/about?a=b`, 'strict-transport-security': hsts };
      expect(await ask(proxy, '/about?a=b', { host: 'example.com' })).toMatchObject({ status: 301, headers });
    });

    test('refuses the form of another site, whatever that says of itself', async () => {
      for (const origin of ['https://other.example.net', 'null']) {
        const headers = { origin, 'x-forwarded-host': 'other.example.net' };
        expect((await send({ from: '127.0.1.2', headers })).status).toBe(403);
      }
    });

    test('counts forms by the address of the visitor, who cannot choose it', async () => {
      const answers: Answer[] = [];
      for (let count = 1; count <= 11; count += 1) {
        const forged = `203.0.113.${count}`;
        const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged };
        answers.push(await send({ from: '127.0.1.3', headers, body: formOf(`Call number ${count}`) }));
      }
      expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
      // By the server, with what was typed still there: the proxy's own limits are wider.
      expect(String(answers.at(-1)?.body)).toContain('Call number 11');
      expect((await send({ from: '127.0.1.4' })).status).toBe(200);
    });
  });

  describe('the inbox', () => {
    const askInbox = (path: string, question: Question = {}) => ask(proxy, path, { host: inboxHost, ...question });

    test('asks over https for a passkey, by a page that nobody keeps', async () => {
      const { statusCode, headers: led } = await askInPlainText(proxy, '/waiting?done=answer', { host: inboxHost });
      expect([statusCode, led.location]).toEqual([301, `${inboxUrl}/waiting?done=answer`]);
      const { status, headers, body } = await askInbox('/sign-in', { headers: { 'accept-encoding': 'gzip, br' } });
      expect([status, String(body)]).toEqual([200, expect.stringContaining('data-ceremony="get"')]);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; connect-src 'self';/),
        'strict-transport-security': hsts,
        server: 'nginx',
      });
      expect(headers['content-encoding']).toBeUndefined();
    });

    test('takes a form from its own pages, and from those of the site none', async () => {
      const session = await signIn();
      const choose = (headers: Record<string, string>) =>
        send({ host: inboxHost, headers: { ...session, ...headers }, body: 'theme=light&back=/account' }, '/theme');
      expect(await choose({})).toMatchObject({ status: 303, headers: { location: '/account' } });
      const claims = { 'x-forwarded-host': 'www.example.com', 'x-forwarded-proto': 'http' };
      for (const origin of [siteUrl, 'null', `http://${inboxHost}`])
        expect((await choose({ origin, ...claims })).status).toBe(403);
    });

    test('counts attempts by the address of the client, who cannot choose it', async () => {
      async function attempt(from: string, forged: string): Promise<number> {
        const claims = { 'x-forwarded-for': forged, forwarded: `for=${forged}` };
        const headers = { 'content-type': 'application/json', ...claims };
        const asked = await send({ host: inboxHost, headers, body: '{}', from }, '/sign-in/options');
        const cookie = String(asked.headers['set-cookie']).split(';')[0] ?? '';
        return (await send({ host: inboxHost, headers: { ...headers, cookie }, body: '{}', from }, '/sign-in')).status;
      }
      const statuses: number[] = [];
      for (let count = 1; count <= 11; count += 1) statuses.push(await attempt('127.0.5.1', `203.0.113.${count}`));
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
      expect(await attempt('127.0.5.2', '203.0.113.1')).toBe(401);
    });

    test('slows down a client that asks faster than an office does, and nobody else', async () => {
      const statuses: number[] = [];
      const question = { host: inboxHost, from: '127.0.5.5' };
      // More than 100 in hand would be refused for another reason.
      for (let round = 0; round < 6; round += 1)
        for (const { status } of await askAll(proxy, Array<string>(80).fill('/inbox.css'), question))
          statuses.push(status);
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

  test('site and inbox serve nothing of each other', async () => {
    const ofInbox = ['/sign-in', '/waiting', '/passkey.js'].map((path) => ask(proxy, path));
    const ofSite = ['/about', '/contact', '/readyz', '/api/content/contact'].map((path) =>
      ask(proxy, path, { host: inboxHost }),
    );
    for (const { status } of await Promise.all([...ofInbox, ...ofSite])) expect(status).toBe(404);
  });

  test.each([
    ['/contact', 'www.example.com'],
    ['/acts', inboxHost],
  ])('%s refuses what is too large: in our words where it is a little', async (path, host) => {
    const headers = await signIn();
    const little = await send({ host, headers, from: '127.0.1.5', body: formOf('x'.repeat(80_000)) }, path);
    const much = await send({ host, headers, from: '127.0.1.5', body: formOf('x'.repeat(1_000_000)) }, path);
    expect([little.status, much.status]).toEqual([413, 413]);
    expect(little.headers['x-request-id']).toBeDefined();
    expect(much.headers['x-request-id']).toBeUndefined();
  });
});
