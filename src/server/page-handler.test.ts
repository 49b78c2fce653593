import { describe, expect, it } from 'vitest';
import { contactPage } from '../content/release-content.ts';
import { createRecordedLog, startTestServer } from '../start/testing/test-server.ts';
import { createTestBuild, createTestPublication, startServerWithPages } from '../start/testing/server-with-pages.ts';
import { createPageHandler } from './page-handler.ts';

const about = `<!doctype html>About ${'x'.repeat(500)}`;
const shown = {
  '/': 'Home',
  '/about': about,
  '/contact': 'The form',
  '/404.html': 'Nothing here',
  '/robots.txt': 'words',
};
const built = { '/favicon.svg': '<svg/>', '/assets/a-1.js': 'code' };
const siteUrl = 'https://www.example.com';

async function startFront(env: Record<string, string> = {}) {
  const { url, log } = await startServerWithPages(shown, env, built);
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' });
  return { log, get };
}

const old = 'stale-while-revalidate=600, stale-if-error=604800';
const young = 'stale-while-revalidate=3, stale-if-error=604800';
const page = { caching: `public, max-age=0, s-maxage=1, ${young}`, shownBy: 'same-origin' };
const asset = { caching: 'public, max-age=31536000, immutable', shownBy: 'same-origin' };
// Other sites may show icons and cards.
const picture = { caching: `public, max-age=86400, s-maxage=60, ${old}`, shownBy: 'cross-origin' };

describe('the front', () => {
  it.each([
    ['/', 'Home', 'text/html; charset=utf-8', page],
    ['/about?utm=1', about, 'text/html; charset=utf-8', page],
    ['/assets/a-1.js', 'code', 'text/javascript; charset=utf-8', asset],
    ['/favicon.svg', '<svg/>', 'image/svg+xml', picture],
    ['/robots.txt', 'words', 'text/plain; charset=utf-8', page],
  ])('answers %s, to HEAD without the body', async (path, body, type, { caching, shownBy }) => {
    const { get } = await startFront();
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(path, {}, method);
      expect([answer.status, await answer.text()]).toEqual([200, method === 'HEAD' ? '' : body]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'content-length': String(body.length),
        'cache-control': caching,
        'cross-origin-resource-policy': shownBy,
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      });
      // For those to whom s-maxage forbids to show what is old.
      expect(answer.headers.get('cdn-cache-control')).toBe(caching.includes('s-maxage') ? `max-age=60, ${old}` : null);
    }
  });

  it.each([
    // Accept-Encoding of browsers.
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', null],
  ])('sends the smallest of the encodings that are equally welcome, or the plain text: %s', async (accepted, sent) => {
    const { get } = await startFront();
    const answer = await get('/about', { 'accept-encoding': accepted });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([sent, about]);
  });

  it('answers 304 to who has it already in the same encoding', async () => {
    const { get } = await startFront();
    const etag = (await get('/about', { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    const again = await get('/about', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([...again.headers.keys()].join()).not.toMatch(/(^|,)content-(?!security-policy)/);
    expect((await get('/about', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
  });

  // Nobody may keep by which host a page was asked for.
  it.each([
    ['/About/?utm=1&b=?', undefined, '/about?utm=1&b=?', 'public, max-age=3600'],
    ['/About/?utm=1', 'example.com', `${siteUrl}/about?utm=1`, 'private, no-store'],
  ])('leads %s at %s to the page’s one address, at once', async (path, host, location, caching) => {
    const { get } = await startFront({ SITE_URL: siteUrl, TRUST_PROXY: '1' });
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(path, host === undefined ? {} : { 'x-forwarded-host': host }, method);
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([308, location, caching]);
    }
  });

  it('leads what is no page at another host nowhere', async () => {
    const { get } = await startFront({ SITE_URL: siteUrl, TRUST_PROXY: '1' });
    for (const [path, status] of Object.entries({ '/assets/a-1.js': 200, '/nope': 404, '/readyz': 200 }))
      expect([path, (await get(path, { 'x-forwarded-host': 'example.com' })).status]).toEqual([path, status]);
  });

  it.each(['identity', 'gzip', 'br'])('renders the form for each request, to be kept by nobody: %s', async (coding) => {
    const { get } = await startFront();
    const ask = (more = {}, method = 'GET') =>
      get('/contact?subject=demonstration', { 'accept-encoding': coding, ...more }, method);
    const [first, second] = [await ask(), await ask()];
    const { formValues } = (await first.json()) as { formValues: Record<string, string> };
    expect(formValues).toEqual({ subject: contactPage.form.subjects.demonstration, 'form-key': expect.any(String) });
    expect(await second.json()).not.toMatchObject({ formValues });
    const etag = first.headers.get('etag');
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      vary: 'Accept-Encoding',
    });
    expect(first.headers.get('cdn-cache-control')).toBeNull();
    expect(first.headers.get('content-encoding') ?? 'identity').toBe(coding);
    const [head, again] = [await ask({}, 'HEAD'), await ask({ 'if-none-match': etag })];
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
  });

  it('answers 500 with the error screen where the form cannot be rendered, which is not kept', async () => {
    const pageHandler = createPageHandler(new Map(), { siteUrl }, createRecordedLog().log);
    const renderPage = () => ({ html: 'broken', hasFailed: true });
    pageHandler.serve({ ...(await createTestPublication({ '/404.html': '', '/contact': '' })), renderPage });
    const { url } = await startTestServer({}, { pageHandler });
    const { status, headers } = await fetch(`${url}/contact`);
    expect([status, headers.get('cache-control')]).toEqual([500, 'private, no-store']);
  });

  it('answers an asset of another release as one of its own', async () => {
    const ofBuild = await createTestBuild({ '/assets/a-1.js': 'code' });
    const find = async (address: string) => ofBuild.get(address.replace('other', 'a'));
    const pageHandler = createPageHandler(ofBuild, { siteUrl }, createRecordedLog().log, find);
    pageHandler.serve(await createTestPublication({ '/404.html': '' }));
    const { url } = await startTestServer({}, { pageHandler });
    const read = async (path: string) => {
      const { status, headers } = await fetch(url + path);
      return [status, headers.get('cache-control'), headers.get('etag')];
    };
    expect(await read('/assets/other-1.js')).toEqual(await read('/assets/a-1.js'));
    expect(await read('/assets/neither-1.js')).toEqual([404, 'private, no-store', null]);
  });

  it('gives pages their policy and files the other headers, and asks for https where the site has it', async () => {
    const { get } = await startFront({ SITE_URL: siteUrl });
    expect((await get('/about')).headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'sha256-script'",
      "style-src 'self' 'sha256-style'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'upgrade-insecure-requests',
    ]);
    const { headers } = await get('/assets/a-1.js');
    expect(headers.get('content-security-policy')).toBeNull();
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': 'max-age=63072000',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    });
    const unencrypted = await (await startFront()).get('/about');
    expect(unencrypted.headers.get('strict-transport-security')).toBeNull();
  });

  it('shows other pages from the moment it has them, and small ones under the same tags once they are made', async () => {
    const pageHandler = createPageHandler(await createTestBuild(built), { siteUrl }, createRecordedLog().log);
    const { url } = await startTestServer({}, { pageHandler });
    const read = async () => {
      const answer = await fetch(`${url}/about`, { headers: { 'accept-encoding': 'br' } });
      const length = Number(answer.headers.get('content-length'));
      return { text: await answer.text(), etag: answer.headers.get('etag'), length };
    };
    const text = Array.from({ length: 2000 }, (_, number) => `${number * 7919} of ${number % 97}`).join();
    pageHandler.serve(await createTestPublication({ '/404.html': '', '/about': 'Before' }));
    expect(await read()).toMatchObject({ text: 'Before' });
    pageHandler.serve(await createTestPublication({ '/404.html': '', '/about': text }));
    const first = await read();
    expect(first.text).toBe(text);
    await expect.poll(async () => (await read()).length).toBeLessThan(first.length);
    expect(await read()).toMatchObject({ text, etag: first.etag });
  });
});

it.each([
  ['/about', '/spring?a=1', 308, '/about?a=1'],
  ['/#part', '/spring?a=1', 308, '/?a=1#part'],
  ['https://example.org/?b=2', '/spring?a=1', 308, 'https://example.org/?b=2&a=1'],
  ['https://example.org/Moore’s_law', '/spring', 308, 'https://example.org/Moore%E2%80%99s_law'],
  ['/about', '/contact', 200, null],
])('an earlier address of %s, as %s, is answered %i with %s', async (to, path, status, location) => {
  const pageHandler = createPageHandler(await createTestBuild(built), { siteUrl }, createRecordedLog().log);
  const items = ['/spring', '/contact'].map((from) => ({ from, to }));
  const pages = await createTestPublication(shown);
  pageHandler.serve({ ...pages, content: { ...pages.content, redirects: { items } } });
  const { url } = await startTestServer({}, { pageHandler });
  const answer = await fetch(url + path, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([status, location]);
});

describe('the answer to an unknown address', () => {
  it('is the stored page, and the log has the path', async () => {
    const { get, log } = await startFront();
    for (const path of ['/nope', '/404.html', '/assets/', '/%61bout', '/%zz', '/apiary', '/about/index.html.br'])
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answer = await get(`${path}?email=ada@example.com`, {}, method);
        expect([path, answer.status]).toEqual([path, 404]);
        expect(await answer.text()).toBe(method === 'HEAD' ? '' : 'Nothing here');
        expect(answer.headers.get('content-length')).toBe('12');
        const told = { level: 30, time: expect.any(Number), status: 404, path, msg: 'unknown path' };
        expect(JSON.parse(log().trim().split('\n').at(-1) ?? '')).toEqual(told);
      }
  });

  it('has the headers of a page, is not kept, and says to whoever has something from there that it is gone', async () => {
    const { get } = await startFront();
    const answer = await get('/__proto__', { 'if-none-match': '*', range: 'bytes=0-1', 'accept-encoding': 'gzip' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect([answer.status, await answer.text()]).toEqual([410, 'Nothing here']);
    expect(answer.headers.get('etag')).toBeNull();
  });
});
