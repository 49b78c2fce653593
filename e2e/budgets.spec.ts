import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

import { pages } from '../app/routes.ts';
import { expect, test } from './site.ts';

const kilobyte = 1024;

/** What one round trip brings on a new connection: ten segments, with room for the headers. */
const firstRoundTrip = 14 * kilobyte;

/** All scripts of a first view. The aim is 106 KB; React, its router and the fetching library are 98 of what is there now. */
const scriptsOfFirstView = 120 * kilobyte;

test('every page with its styles comes in the first round trip', () => {
  const sizes = pages.map(({ path }) => [path, stored(`${path === '/' ? '' : path}/index.html`).length] as const);
  expect(sizes.filter(([, size]) => size > firstRoundTrip)).toEqual([]);
});

test('the scripts of a first view stay within their budget, the data of the page included', () => {
  const sizes = pages.map(({ path }) => [path, scriptSize(path)] as const);
  expect(sizes.filter(([, size]) => size > scriptsOfFirstView)).toEqual([]);
});

function scriptSize(path: string): number {
  const html = text(`${path === '/' ? '' : path}/index.html`);
  const [hydration = ''] = /\/assets\/hydrate-[\w-]+\.js/.exec(html) ?? [];
  const scripts = new Set([hydration, ...(text(hydration).match(/\/assets\/[\w.-]+\.js/g) ?? [])]);
  return [...scripts].reduce((sum, script) => sum + stored(script).length, 0);
}

function text(file: string): string {
  return brotliDecompressSync(stored(file)).toString();
}

/** As it is sent: compressed with brotli. */
function stored(file: string): Buffer {
  return readFileSync(`build/client/${file}.br`);
}
