import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { pages } from '../app/routes.ts';
import { expect, test } from './site.ts';

const kilobyte = 1024;

/** What one round trip brings on a new connection: ten segments (RFC 6928). */
const firstRoundTrip = 10 * 1460;

/** All scripts of a first view, of which React and its router are 90. */
const scriptsOfFirstView = 106 * kilobyte;

/** What a change of page asks for: the new page's scripts and its data. */
const furtherPage = 12 * kilobyte;

test('every page with its styles and headers comes in the first round trip', async ({ site }) => {
  const sizes = await Promise.all(
    pages.map(async ({ path }) => {
      const { headers } = await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } });
      const lines = [...headers].reduce((size, [name, value]) => size + name.length + value.length + 4, 19);
      return [path, lines + Number(headers.get('content-length'))] as const;
    }),
  );
  expect(sizes.filter(([, size]) => !(size <= firstRoundTrip))).toEqual([]);
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
