import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/site-under-test.ts';
import { readStoredFiles } from './stored-files.ts';

function stored(files: Record<string, string>) {
  const directory = temporaryDirectory();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(directory, dirname(name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return readStoredFiles(directory);
}

describe('the stored files', () => {
  it('stand under the addresses of the pages, not of the files', () => {
    const files = stored({
      'index.html': 'a',
      'about/index.html': 'b',
      '404.html': 'c',
      'services/sap/index.html': 'd',
    });
    expect([...files.keys()].sort()).toEqual(['/', '/404.html', '/about', '/services/sap']);
    expect([...files.values()].map(({ kind }) => kind).sort()).toEqual(['not found', 'page', 'page', 'page']);
  });

  it.each([
    ['assets/root-1.js', 'asset', 'text/javascript; charset=utf-8'],
    ['assets/text-1.woff2', 'asset', 'font/woff2'],
    ['assets/plan-1.svg', 'asset', 'image/svg+xml'],
    ['favicon.svg', 'picture', 'image/svg+xml'],
    ['favicon.ico', 'picture', 'image/x-icon'],
    ['cards/services/sap.png', 'picture', 'image/png'],
    ['manifest.webmanifest', 'picture', 'application/manifest+json'],
    ['robots.txt', 'other', 'text/plain; charset=utf-8'],
    ['sitemap.xml', 'other', 'application/xml; charset=utf-8'],
    ['strange.bin', 'other', 'application/octet-stream'],
  ])('know what %s is', (name, kind, type) => {
    expect(stored({ [name]: 'x' }).get(`/${name}`)).toMatchObject({ kind, type });
  });

  it('hold each compressed form as a variant with a tag of its own, and as no file', () => {
    const files = stored({ 'a.txt': 'plain', 'a.txt.gz': 'zipped', 'a.txt.br': 'brotli' });
    expect([...files.keys()]).toEqual(['/a.txt']);
    const variants = files.get('/a.txt')?.variants ?? new Map();
    expect([...variants].map(([encoding, { body }]) => [encoding, body.toString()])).toEqual([
      ['identity', 'plain'],
      ['gzip', 'zipped'],
      ['br', 'brotli'],
    ]);
    const tags = [...variants.values()].map(({ etag }) => etag);
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(stored({ 'other.txt': 'plain' }).get('/other.txt')?.variants.get('identity')?.etag).toBe(tags[0]);
  });

  it('leave out hidden files, which are nobody’s to read, and links out of the folder', () => {
    const directory = temporaryDirectory();
    for (const name of ['.env', '.vite-manifest.json', 'a.txt']) writeFileSync(join(directory, name), 'x');
    symlinkSync('/etc/hostname', join(directory, 'hostname'));
    expect([...readStoredFiles(directory).keys()]).toEqual(['/a.txt']);
  });

  it('cannot be read from a folder that is not there', () => {
    expect(() => readStoredFiles(join(temporaryDirectory(), 'gone'))).toThrow(/ENOENT/);
  });
});
