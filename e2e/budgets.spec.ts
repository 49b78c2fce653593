import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { pages } from '../app/routes.ts';
import { expect, test } from './site.ts';

const kilobyte = 1024;

/** What one round trip brings on a new connection: ten segments, with room for the headers. */
const firstRoundTrip = 14 * kilobyte;

/** All scripts of a first view, of which React and its router are 90. */
const scriptsOfFirstView = 106 * kilobyte;

/** What a change of page asks for: the new page's scripts and its data. */
const furtherPage = 12 * kilobyte;

test('every page with its styles comes in the first round trip', () => {
  const sizes = pages.map(({ path }) => [path, stored(`${path === '/' ? '' : path}/index.html`).length] as const);
  expect(sizes.filter(([, size]) => size > firstRoundTrip)).toEqual([]);
});

test('the scripts of a first view stay within their budget, the data of the page included', () => {
  const sizes = pages.map(({ path }) => [path, sum(scriptsOf(path))] as const);
  expect(sizes.filter(([, size]) => size > scriptsOfFirstView)).toEqual([]);
});

test('a further page asks for little more than its data', () => {
  const [home, ...others] = pages.map(({ path }) => path);
  const known = scriptsOf(home ?? '/');
  const sizes = others.map(
    (path) =>
      [
        path,
        sum([...scriptsOf(path)].filter((script) => !known.has(script) && !isHydration(script))) +
          stored(`${path}.data`).length,
      ] as const,
  );
  expect(sizes.filter(([, size]) => size > furtherPage)).toEqual([]);
});

/** The addresses of all scripts that the page's first view asks for. */
function scriptsOf(path: string): Set<string> {
  const html = text(`${path === '/' ? '' : path}/index.html`);
  const [hydration = ''] = /\/assets\/hydrate-[\w-]+\.js/.exec(html) ?? [];
  return new Set([hydration, ...(text(hydration).match(/\/assets\/[\w.-]+\.js/g) ?? [])]);
}

/** The page's data and its start, which a change of page has no use for. */
function isHydration(script: string): boolean {
  return script.includes('/hydrate-');
}

function sum(scripts: Iterable<string>): number {
  return [...scripts].reduce((total, script) => total + stored(script).length, 0);
}

function text(file: string): string {
  return brotliDecompressSync(stored(file)).toString();
}

/** As it is sent: compressed with brotli. */
function stored(file: string): Buffer {
  return readFileSync(`build/client/${file}.br`);
}
