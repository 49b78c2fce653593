import { request as httpRequest } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { startSite } from '../testing/site-under-test.ts';
import type { RenderPage } from './pages.ts';

interface Told {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

const form = (text: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: text,
});

/** A request whose path is sent as it stands, which fetch would clean up first. Resolves to status and body. */
function rawRequest(url: string, path: string, method = 'GET'): Promise<[status: number | undefined, body: string]> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method }, (response) => {
      let body = '';
      response.on('data', (part) => (body += part));
      response.on('end', () => resolve([response.statusCode, body]));
    });
    request.on('error', reject).end();
  });
}

describe('POST /contact without JavaScript', () => {
  it('reaches the page byte for byte, on the site’s own origin', async () => {
    const { url } = await startSite({ SITE_URL: 'https://www.example.com' });
    const response = await fetch(
      `${url}/contact?x=1`,
      form('name=Zo%C3%AB+%26&message=a%0D%0Ab', { origin: 'https://www.example.com' }),
    );
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const told = (await response.json()) as Told;
    expect(told).toMatchObject({
      method: 'POST',
      url: 'https://www.example.com/contact?x=1',
      body: 'name=Zo%C3%AB+%26&message=a%0D%0Ab',
    });
    expect(told.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(told.headers).not.toHaveProperty('origin');
  });

  it.each([
    {
      what: 'another site',
      status: 403,
      init: form('name=A', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
      says: /sent from another site/,
    },
    { what: 'too long a body', status: 413, init: form(`message=${'x'.repeat(64 * 1024)}`), says: /too long/ },
    { what: 'another kind of body', status: 415, init: { method: 'POST', body: new FormData() }, says: /cannot read/ },
    { what: 'no body at all', status: 415, init: { method: 'POST' }, says: /cannot read/ },
  ])('answers $status to $what, in words that say what to do', async ({ status, init, says }) => {
    const { url } = await startSite();
    const response = await fetch(`${url}/contact`, init);
    expect([response.status, response.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    const page = await response.text();
    expect(page).toMatch(says);
    expect(page).toContain('<html lang="en-GB">');
    expect(page).not.toContain('style=');
  });

  it('is answered by the page over the limit too, which stores nothing and says when to come back', async () => {
    const consume = vi.fn(async () => ({ allowed: false, retryAfterSeconds: 40 }) as const);
    const renderPage: RenderPage = async (request, receiver) =>
      Response.json([await request.text(), await receiver?.receive({})], { status: 429 });
    const { url } = await startSite({}, { limits: { consume }, renderPage });
    const response = await fetch(`${url}/contact`, form('name=A'));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '40']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual(['name=A', { outcome: 'limited', retryAfterSeconds: 40 }]);
    expect(consume.mock.calls).toEqual([['127.0.0.1']]);
  });

  it('is answered in a few words to who sends a hundred more over the limit in a minute, and to nobody else', async () => {
    let rendered = 0;
    const renderPage: RenderPage = async (_request, receiver) => {
      rendered += 1;
      return new Response((await receiver?.receive({}))?.outcome, { status: 429 });
    };
    const limits = { consume: async () => ({ allowed: false, retryAfterSeconds: 40 }) as const };
    const { url } = await startSite({ TRUST_PROXY: '1' }, { limits, renderPage });
    const send = (from: string) => fetch(`${url}/contact`, form('name=A', { 'x-forwarded-for': from }));
    for (let count = 0; count < 100; count += 1) await (await send('192.0.2.1')).text();
    expect(rendered).toBe(100);

    const page = await send('192.0.2.1');
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '40']);
    expect([page.headers.get('content-type'), page.headers.get('cache-control')]).toEqual([
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(await page.text()).toMatch(/Too many messages in a short time.*what you typed is still in the form/s);
    expect(rendered).toBe(100);
    expect(await (await send('192.0.2.2')).text()).toBe('limited');
  });

  it('answers 500 in words when the page cannot be rendered', async () => {
    const { url, log } = await startSite({}, { renderPage: () => Promise.reject(new Error('secret detail')) });
    const response = await fetch(`${url}/contact`, form('name=A'));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    expect(log()).toContain('secret detail');
  });
});

describe('an unknown path', () => {
  it.each([
    '/nope',
    '/nope/',
    '/a%20b?q=ada@example.com',
    '/%zz',
    '/%00',
    '//evil.example/x',
    '/..%2f..%2fetc%2fpasswd',
    `/${'x'.repeat(8000)}`,
  ])('is rendered as a page with status 404 and written into the log: %s', async (path) => {
    const { url, log } = await startSite();
    const [status, body] = await rawRequest(url, path);
    expect(status).toBe(404);
    expect((JSON.parse(body) as Told).url.startsWith('http://localhost:3000/')).toBe(true);
    const line =
      log()
        .split('\n')
        .find((text) => text.includes('unknown path')) ?? '{}';
    const logged = (JSON.parse(line) as { path: string }).path;
    expect(logged).toBe(path.replace(/\?.*/, '').slice(0, 200));
  });

  it.each(['http://evil.example/x', '*'])('that is no path is answered 404 without rendering: %s', async (path) => {
    const { url } = await startSite();
    const [status, body] = await rawRequest(url, path, path === '*' ? 'GET' : 'GET');
    expect([status, body]).toEqual([404, expect.stringContaining('Oops! Page not found')]);
  });

  it('is answered to HEAD without a body', async () => {
    const { url } = await startSite();
    const response = await fetch(`${url}/nope`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([404, '']);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('is answered 405 to %s, whatever the body', async (method) => {
    const { url, log } = await startSite();
    const response = await fetch(`${url}/nope`, { method, ...(method === 'OPTIONS' ? {} : { body: 'x' }) });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.json()).toEqual({
      error: { code: 'method_not_allowed', message: expect.any(String), requestId: expect.any(String) },
    });
    expect(log()).toContain('"path":"/nope","msg":"unknown path"');
  });

  it('is not what a page has that is asked for by another method', async () => {
    const { url, log } = await startSite({}, { isStored: (address) => address === '/about' });
    for (const path of ['/about', '/about?x=1', '/nope']) {
      const response = await fetch(url + path, { method: 'DELETE' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
    expect(log().match(/"path":"[^"]*","msg":"unknown path"/g)).toEqual(['"path":"/nope","msg":"unknown path"']);
  });

  it.each(['/api', '/api/', '/api/nope', '/api/content/contact/', '/api/%zz', '/functions/v1/nope', '/healthz/x'])(
    'of the API is answered 404 in JSON: %s',
    async (path) => {
      const { url } = await startSite();
      for (const method of ['GET', 'POST']) {
        const response = await fetch(url + path, { method });
        expect([response.status, response.headers.get('content-type')]).toEqual([
          404,
          'application/json; charset=utf-8',
        ]);
        expect(response.headers.get('x-request-id')).toMatch(/\w/);
        expect(await response.json()).toEqual({
          error: { code: 'not_found', message: expect.any(String), requestId: expect.any(String) },
        });
      }
    },
  );

  it('beginning like the API’s is a page all the same', async () => {
    const { url } = await startSite();
    const response = await fetch(`${url}/apiary`);
    expect(response.headers.get('content-type')).toBe('text/html');
  });
});
