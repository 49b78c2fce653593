import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from './testing/https-client.ts';
import { age } from './testing/nginx-cache.ts';
import { nginx, type Proxy } from './testing/proxies.ts';

/** A stand-in for the site that says how often it was asked, with the Cache-Control that the address names. */
describe.skipIf(!nginx.testable)('the shared cache of nginx', () => {
  const asked: IncomingMessage[] = [];
  let server: Server;
  let proxy: Proxy;

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      const policy = new URL(request.url ?? '', 'http://server').searchParams.get('policy') ?? 'no-store';
      const etag = `"${String(request.headers['accept-encoding'])}"`;
      response.writeHead(200, { 'cache-control': policy, vary: 'Accept-Encoding', etag }).end(`answer ${asked.length}`);
    });
    proxy = await nginx.start(server);
  });
  afterAll(async () => {
    await proxy?.stop();
    server?.closeAllConnections();
    server?.close();
  });

  async function answerTo(path: string, policy: string, method = 'GET'): Promise<string> {
    return (await ask(proxy, `${path}?policy=${encodeURIComponent(policy)}`, { method })).body.toString();
  }

  const page = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=604800';

  test.each([
    ['a page as long as it is allowed to in shared caches', '/kept', page],
    ['what is good for a year', '/assets/a.js', 'public, max-age=31536000, immutable'],
  ])('keeps %s', async (_what, path, policy) => {
    expect(await answerTo(path, policy)).toBe(await answerTo(path, policy));
  });

  test('sends a page that is too old at once, and fetches it anew meanwhile', async () => {
    const first = await answerTo('/stale', page);
    age(proxy, 120);
    expect(await answerTo('/stale', page)).toBe(first);
    await expect.poll(() => answerTo('/stale', page)).not.toBe(first);
  });

  test('never sends a page that is older than ten minutes while the server is there', async () => {
    const first = await answerTo('/old', page);
    age(proxy, 3600);
    expect(await answerTo('/old', page)).not.toBe(first);
  });

  test('keeps one answer for each set of encodings', async () => {
    const encodings = ['br', 'gzip', 'br'];
    const tags: unknown[] = [];
    for (const encoding of encodings) {
      const path = `/varied?policy=${encodeURIComponent(page)}`;
      tags.push((await ask(proxy, path, { headers: { 'accept-encoding': encoding } })).headers['etag']);
    }
    expect(tags).toEqual(['"br"', '"gzip"', '"br"']);
    expect(asked.filter(({ url }) => url?.startsWith('/varied'))).toHaveLength(2);
  });

  test.each([
    ['a page with no-store', '/unkept', 'no-store', 'GET'],
    ['a form', '/contact', page, 'POST'],
    ['the API', '/api/content/contact', page, 'GET'],
    ['the functions', '/functions/v1/send-contact-email', page, 'GET'],
    ['authentication', '/auth/v1/user', page, 'GET'],
    ['readiness', '/readyz', page, 'GET'],
  ])('never keeps %s', async (_what, path, policy, method) => {
    expect(await answerTo(path, policy, method)).not.toBe(await answerTo(path, policy, method));
  });

  test('tells the server who asks and how', async () => {
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'other.example',
    };
    await ask(proxy, '/told', { headers, from: '127.0.2.1' });
    expect(asked.at(-1)?.headers).toMatchObject({
      host: 'www.example.com',
      'x-forwarded-for': '127.0.2.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'www.example.com',
    });
  });

  test('what may be kept stays up while the server is away, however long', async () => {
    const before = await answerTo('/up', 'public, max-age=3600');
    age(proxy, 30 * 24 * 3600);
    server.closeAllConnections();
    server.close();
    expect(await answerTo('/up', 'public, max-age=3600')).toBe(before);
  });
});
