import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTemporaryDirectory } from '../start/testing/test-server.ts';
import { hasMatchingEntityTag, readStaticFiles } from './static-files.ts';

function stored(files: Record<string, string>) {
  const directory = createTemporaryDirectory();
  symlinkSync('/etc/hostname', join(directory, 'link'));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(directory, dirname(name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
  return readStaticFiles(directory);
}

describe('the static files', () => {
  it.each([
    ['assets/text-1.woff2', 'asset', 'font/woff2'],
    ['favicon.ico', 'picture', 'image/x-icon'],
    ['manifest.webmanifest', 'picture', 'application/manifest+json'],
    ['sitemap.xml', 'other', 'application/xml; charset=utf-8'],
  ])('know what %s is', (name, kind, mediaType) =>
    expect(stored({ [name]: 'x' }).get(`/${name}`)).toMatchObject({ kind, mediaType }),
  );

  it('leave out hidden files, which are nobody’s to read, and links out of the folder', () =>
    expect([...stored({ '.env': 'x', '.vite-manifest.json': 'x', 'a.txt': 'x' }).keys()]).toEqual(['/a.txt']));
});

describe('If-None-Match', () => {
  it.each(['"a"', 'W/"a"', ' "b" ,W/"a" ', '*'])('names "a", and its weak tag: %s', (header) =>
    expect(['"a"', 'W/"a"'].map((tag) => hasMatchingEntityTag(header, tag))).toEqual([true, true]),
  );

  it.each([undefined, '', '"b"', 'a', '"A"', '"a', '"aa"', 'w/"a"', ',', '"*"'])('does not name "a": %s', (header) =>
    expect(hasMatchingEntityTag(header, '"a"')).toBe(false),
  );
});
