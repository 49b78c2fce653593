import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../start/testing/site-under-test.ts';
import { matchesEntityTag, packAgain, readStaticFiles, staticText } from './static-files.ts';

function stored(files: Record<string, string>) {
  const directory = temporaryDirectory();
  symlinkSync('/etc/hostname', join(directory, 'link'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(directory, dirname(name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return readStaticFiles(directory);
}

describe('the static files', () => {
  it.each([
    ['assets/root-1.js', 'asset', 'text/javascript; charset=utf-8'],
    ['assets/text-1.woff2', 'asset', 'font/woff2'],
    ['favicon.svg', 'picture', 'image/svg+xml'],
    ['favicon.ico', 'picture', 'image/x-icon'],
    ['manifest.webmanifest', 'picture', 'application/manifest+json'],
    ['robots.txt', 'other', 'text/plain; charset=utf-8'],
    ['sitemap.xml', 'other', 'application/xml; charset=utf-8'],
  ])('know what %s is', (name, kind, type) =>
    expect(stored({ [name]: 'x' }).get(`/${name}`)).toMatchObject({ kind, type }),
  );

  it('hold each compressed form as a variant with a tag of its own, and as no file', () => {
    const files = stored({ 'a.txt': 'plain', 'a.txt.gz': 'zipped', 'a.txt.br': 'brotli', 'other.txt': 'plain' });
    expect([...files.keys()].sort()).toEqual(['/a.txt', '/other.txt']);
    const variants = [...(files.get('/a.txt')?.variants ?? [])];
    expect(variants.map(([encoding, { body }]) => [encoding, body.toString()])).toEqual([
      ['identity', 'plain'],
      ['gzip', 'zipped'],
      ['br', 'brotli'],
    ]);
    const tags = variants.map(([, { etag }]) => etag);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(files.get('/other.txt')?.variants.get('identity')?.etag).toBe(tags[0]);
  });

  it('leave out hidden files, which are nobody’s to read, and links out of the folder', () =>
    expect([...stored({ '.env': 'x', '.vite-manifest.json': 'x', 'a.txt': 'x' }).keys()]).toEqual(['/a.txt']));
});

describe('a text that is known only now', () => {
  const text = 'A page of words. '.repeat(200);
  const about = '/about/index.html';

  it.each([
    ['/404.html', 'not found'],
    [about, 'page'],
    ['/sitemap.xml', 'other'],
    ['/product-documents.svg', 'picture'],
  ])('is of the kind of a file with its name: %s', async (name, kind) =>
    expect(await staticText(name, text)).toMatchObject({ kind }),
  );

  it('is the same in each encoding, at once and packed again, under tags that stay', async () => {
    const soon = await staticText(about, text);
    const small = await packAgain(soon);
    expect([soon.isPacked, small.isPacked]).toEqual([false, true]);
    const [tags, tagsAgain] = [soon, small].map(({ variants }) => {
      const body = (encoding: 'br' | 'gzip' | 'identity') => variants.get(encoding)?.body ?? Buffer.alloc(0);
      const unpacked = [brotliDecompressSync(body('br')), gunzipSync(body('gzip')), body('identity')];
      expect(unpacked.map(String)).toEqual([text, text, text]);
      return [...variants.values()].map(({ etag }) => etag);
    });
    expect(tagsAgain).toEqual(tags);
    expect(new Set(tags).size).toBe(3);
  });
});

describe('If-None-Match', () => {
  it.each(['"a"', 'W/"a"', ' "b" ,W/"a" ', '*'])('names "a", and its weak tag: %s', (header) =>
    expect(['"a"', 'W/"a"'].map((tag) => matchesEntityTag(header, tag))).toEqual([true, true]),
  );

  it.each([undefined, '', '"b"', 'a', '"A"', '"a', '"aa"', 'w/"a"', ',', '"*"'])('does not name "a": %s', (header) =>
    expect(matchesEntityTag(header, '"a"')).toBe(false),
  );
});
