import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { recordedLog, startSite, temporaryDirectory } from '../testing/site-under-test.ts';
import { createFront } from './front.ts';

const about = `<!doctype html>About ${'x'.repeat(500)}`;
const contact = `<!doctype html><input name="form-key" value=""/>${'x'.repeat(500)}`;
const files = {
  'index.html': 'Home',
  'about/index.html': about,
  'contact/index.html': contact,
  '404.html': 'Nothing here',
  'robots.txt': 'words',
  'favicon.svg': '<svg/>',
  'assets/a-1.js': 'code',
};

function buildFolder(): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    const file = join(directory, 'client', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    writeFileSync(`${file}.gz`, gzipSync(text));
    writeFileSync(`${file}.br`, brotliCompressSync(text));
  }
  writeFileSync(
    join(directory, 'inline-code.json'),
    JSON.stringify({ scripts: ["'sha256-script'"], styles: ["'sha256-style'"] }),
  );
  return directory;
}

async function startFront(siteUrl = 'http://localhost:3000', trustProxy = 0) {
  const recorded = recordedLog();
  const front = createFront(buildFolder(), { siteUrl, trustProxy }, recorded.log);
  const { url, log } = await startSite({}, { front }, recorded);
  return {
    front,
    log,
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(url + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' }),
  };
}

describe('the front', () => {
  it.each([
    ['/', 'Home', 'text/html; charset=utf-8', 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'],
    ['/about', about, 'text/html; charset=utf-8', 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'],
    ['/about?utm=1', about, 'text/html; charset=utf-8', 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'],
    ['/assets/a-1.js', 'code', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', '<svg/>', 'image/svg+xml', 'public, max-age=86400, s-maxage=60, stale-while-revalidate=600'],
    ['/robots.txt', 'words', 'text/plain; charset=utf-8', 'public, max-age=0, s-maxage=60, stale-while-revalidate=600'],
  ])('answers %s', async (path, body, type, caching) => {
    const { get } = await startFront();
    const answer = await get(path);
    expect([answer.status, await answer.text()]).toEqual([200, body]);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toBe(caching);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-length')).toBe(String(body.length));
  });

  it.each([
    ['br, gzip', 'br'],
    // What browsers send. All are equally welcome to them, and brotli is the smallest.
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['deflate', null],
    ['identity', null],
    ['', null],
    ['rubbish;;q=x', null],
  ])('chooses the encoding by Accept-Encoding: %s', async (accepted, encoding) => {
    const { get } = await startFront();
    const answer = await get('/about', { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(await answer.text()).toBe(about);
  });

  it('lets other sites show icons and cards, and nothing else', async () => {
    const { get } = await startFront();
    const policies = ['/favicon.svg', '/', '/assets/a-1.js', '/robots.txt'].map(async (path) =>
      (await get(path)).headers.get('cross-origin-resource-policy'),
    );
    expect(await Promise.all(policies)).toEqual(['cross-origin', 'same-origin', 'same-origin', 'same-origin']);
  });

  it('answers 304 to who has it already in the same encoding', async () => {
    const { get } = await startFront();
    const etag = (await get('/about', { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    const again = await get('/about', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([...again.headers.keys()].filter((name) => name.startsWith('content-'))).toEqual([
      'content-security-policy',
    ]);
    expect((await get('/about', { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
  });

  it('answers HEAD as GET without the body', async () => {
    const { get } = await startFront();
    const answer = await get('/about', {}, 'HEAD');
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(about.length)]);
    expect(await answer.text()).toBe('');
  });

  it.each([
    ['/about/', '/about'],
    ['/About?utm=1&b=?', '/about?utm=1&b=?'],
    ['/index.html', '/'],
  ])('leads %s to the page’s one address', async (path, location) => {
    const { get } = await startFront();
    for (const method of ['GET', 'HEAD']) {
      const answer = await get(path, {}, method);
      expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
    }
  });

  it.each([
    ['/', '/'],
    ['/about?utm=1', '/about?utm=1'],
    ['/About/', '/about'],
  ])('leads %s at another host to the site’s own, once, and lets nobody keep that', async (path, location) => {
    const { get } = await startFront('https://www.example.com', 1);
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(path, { 'x-forwarded-host': 'example.com' }, method);
      expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
        308,
        `https://www.example.com${location}`,
        'no-store',
      ]);
    }
  });

  it.each(['/assets/a-1.js', '/about.data', '/nope', '/api/content/contact', '/healthz', '/readyz'])(
    'leads %s at another host nowhere: it is no page',
    async (path) => {
      const { get } = await startFront('https://www.example.com', 1);
      const { status } = await get(path, { 'x-forwarded-host': 'example.com' });
      expect(status).toBe((await get(path)).status);
      expect(status).not.toBe(308);
    },
  );

  it.each(['/api', '/api/nope', '/api/%zz', '/functions/v1/nope', '/auth/v1/user', '/healthz', '/readyz?probe'])(
    'leaves %s to the API',
    async (path) => {
      const { front } = await startFront();
      const next = vi.fn<() => void>();
      front({ method: 'GET', url: path } as IncomingMessage, {} as ServerResponse, next);
      expect(next.mock.calls).toEqual([[]]);
    },
  );

  it.each(['identity', 'gzip', 'br'])(
    'puts a key into a form, and calls the page the same for it: %s',
    async (encoding) => {
      vi.useFakeTimers({ toFake: ['Date', 'performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const { get } = await startFront();
      const ask = async (headers = {}, method = 'GET') => {
        const answer = await get('/contact', { 'accept-encoding': encoding, ...headers }, method);
        return { answer, text: await answer.text(), etag: answer.headers.get('etag') ?? '' };
      };
      const first = await ask();
      expect(first.text).toMatch(/name="form-key" value="form-[^"]+"/);
      expect(first.answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(first.etag).toMatch(/^W\/"[\w-]+"$/);
      expect((await ask()).text).toBe(first.text);

      vi.advanceTimersByTime(250);
      const second = await ask();
      expect(second.text).not.toBe(first.text);
      expect(second.text.length).toBe(first.text.length);
      for (const header of ['etag', 'content-security-policy', 'cache-control', 'content-type', 'vary'])
        expect(second.answer.headers.get(header), header).toBe(first.answer.headers.get(header));
      const head = await ask({}, 'HEAD');
      expect([head.text, head.answer.headers.get('content-length')]).toEqual([
        '',
        second.answer.headers.get('content-length'),
      ]);
      expect((await ask({ 'if-none-match': first.etag })).answer.status).toBe(304);
    },
  );

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])(
    'answers 405 to %s of a page or a file, which are only read',
    async (method) => {
      const { get } = await startFront();
      for (const path of ['/about', '/about?x=1', '/assets/a-1.js']) {
        const answer = await get(path, {}, method);
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      }
    },
  );

  it('lets a page run what the build has found in the pages, and nothing else', async () => {
    const { get } = await startFront();
    const policy = (await get('/about')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`script-src 'self' 'sha256-script'; style-src 'self' 'sha256-style';`);
    expect(policy).not.toContain('unsafe');
    expect((await get('/assets/a-1.js')).headers.get('content-security-policy')).toBeNull();
  });

  it.each([
    ['https://www.example.com', 'max-age=63072000'],
    ['http://localhost:3000', null],
  ])('asks for https at %s: %s', async (siteUrl, value) => {
    const { get } = await startFront(siteUrl);
    expect((await get('/about')).headers.get('strict-transport-security')).toBe(value);
  });

  it('is not made from a build without its 404 page', () => {
    const directory = buildFolder();
    rmSync(join(directory, 'client/404.html'));
    expect(() => createFront(directory, { siteUrl: 'http://x' }, recordedLog().log)).toThrow(/has no 404.html/);
  });
});

describe('the answer to an unknown address', () => {
  it.each([
    '/nope',
    '/404.html',
    '/404',
    '/about/x',
    '/assets/',
    '/about/index.html.br',
    '/%61bout',
    '/%zz',
    '/apiary',
  ])('is the stored page, and the log has the path: %s', async (path) => {
    const { get, log } = await startFront();
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answer = await get(`${path}?email=ada@example.com`, {}, method);
      expect([answer.status, await answer.text()]).toEqual([404, method === 'HEAD' ? '' : 'Nothing here']);
      expect(answer.headers.get('content-length')).toBe('12');
    }
    // The first says where it listens.
    const lines = log().trim().split('\n').slice(1);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      ['GET', 'HEAD', 'POST'].map(() => ({ level: 30, time: expect.any(Number), path, msg: 'unknown path' })),
    );
  });

  it('has the headers of a page, and is not kept', async () => {
    const { get } = await startFront();
    const { headers } = await get('/__proto__', { 'if-none-match': '*', range: 'bytes=0-1' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    expect(headers.get('etag')).toBeNull();
  });

  it('is sent in the encoding that is accepted', async () => {
    const { get } = await startFront();
    const answer = await get('/nope', { 'accept-encoding': 'gzip' });
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual(['gzip', 'Nothing here']);
  });
});
