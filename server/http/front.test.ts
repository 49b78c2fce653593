import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startSite, temporaryDirectory } from '../testing/site-under-test.ts';
import { createFront } from './front.ts';

const script = 'document.title = "a"';
const about = `<!doctype html><style>b{}</style><script>${script}</script><script src="/assets/a-1.js"></script>About ${'x'.repeat(500)}`;
const contact = `<!doctype html><script>${script}</script><input name="form-key" value=""/>${'x'.repeat(500)}`;
const files = {
  'index.html': 'Home',
  'about/index.html': about,
  'contact/index.html': contact,
  '404.html': 'Nothing here',
  'about.data': 'data',
  'assets/a-1.js': 'code',
};

function buildFolder(): string {
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, dirname(name)), { recursive: true });
    writeFileSync(join(directory, name), text);
    writeFileSync(join(directory, `${name}.gz`), gzipSync(text));
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(text));
  }
  return directory;
}

async function startFront(siteUrl = 'http://localhost:3000') {
  const front = createFront(buildFolder(), { siteUrl });
  const { url } = await startSite({}, { front: front.listener });
  return {
    front,
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
    [
      '/about.data',
      'data',
      'text/x-script; charset=utf-8',
      'public, max-age=0, s-maxage=60, stale-while-revalidate=600',
    ],
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

  it('answers 304 to who has it already in the same encoding', async () => {
    const { get } = await startFront();
    const etag = (await get('/about', { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    const again = await get('/about', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
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

  it.each(['/nope', '/404.html', '/404', '/about/x', '/assets/', '/about/index.html.br', '/%61bout', '/__proto__'])(
    'leaves %s to others',
    async (path) => {
      const { get } = await startFront();
      const answer = await get(path);
      expect(await answer.json()).toMatchObject({ method: 'GET', url: `http://localhost:3000${path}` });
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

  it('leaves every method but GET and HEAD to others', async () => {
    const { get } = await startFront();
    expect((await get('/about', {}, 'DELETE')).status).toBe(405);
  });

  it('lets a page run what stands in it and nothing else', async () => {
    const { get } = await startFront();
    const policy = (await get('/about')).headers.get('content-security-policy') ?? '';
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain(`script-src 'self' ${hash(script)};`);
    expect(policy).toContain(`style-src 'self' ${hash('b{}')} `);
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
    rmSync(join(directory, '404.html'));
    expect(() => createFront(directory, { siteUrl: 'http://x' })).toThrow(/has no 404.html/);
  });
});

describe('the stored answer to an unknown address', () => {
  it.each([
    ['GET', 'Nothing here'],
    ['HEAD', ''],
  ])('to %s has status 404 and is not kept', async (method, body) => {
    const { front } = await startFront();
    const answer = front.notFound(new Request('http://x/nope', { method }));
    expect([answer.status, await answer.text()]).toEqual([404, body]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('etag')).toBeNull();
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('is sent in the encoding that is accepted', async () => {
    const { front } = await startFront();
    const answer = front.notFound(new Request('http://x/nope', { headers: { 'accept-encoding': 'gzip' } }));
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(gzipSync('Nothing here'));
  });
});
