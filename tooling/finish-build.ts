import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import { drawCards, listCards } from './cards.ts';
import { icons } from './icons.ts';
import { finishPages } from './page-pipeline.ts';

const client = 'build/client';
const build: ServerBuild = await import(pathToFileURL(resolve('build/server/index.js')).href);

writeFileSync(`${client}/404.html`, await renderNotFound());
const rendered = globSync(`${client}/**/*.html`).map((file) => [file, readFileSync(file, 'utf8')] as const);
const { pages, inlineCode } = await finishPages(new Map(rendered), groupOf);
for (const [file, html] of pages) writeFileSync(file, html);
writeFileSync('build/inline-code.json', JSON.stringify(inlineCode));
// For a router in the browser, which no page has.
for (const file of globSync([`${client}/**/*.data`, `${client}/assets/manifest-*.js`])) rmSync(file);
for (const [name, draw] of Object.entries(icons)) writeFileSync(`${client}/${name}`, await draw());
for (const [name, card] of await drawCards(listCards(build))) {
  const file = `${client}/cards/${name}.png`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, card);
}
for (const file of globSync(`${client}/**/*.{html,js,css,svg,xml,txt,json,webmanifest}`)) compress(file);

/** The answer to every unknown address. It is rendered once, since rendering it for each would be slow: see docs/decisions. */
async function renderNotFound(): Promise<string> {
  const handle = createRequestHandler(build, 'production');
  const response = await handle(new Request('http://localhost/404'), new RouterContextProvider());
  if (response.status !== 404)
    throw new Error(`The page for unknown addresses was rendered with status ${response.status}`);
  return response.text();
}

/**
 * The home page, the one with the form, those beside them, and those of each folder: the pages of one group have the same styles.
 * Each page's policy names the styles of all pages, which a browser asks for when it reads the next page; of 27 that would not fit
 * the first round trip. The form has scripts enough to load without the styles of others.
 */
function groupOf(file: string): string {
  return [`${client}/index.html`, `${client}/contact/index.html`].includes(file) ? file : dirname(dirname(file));
}

function compress(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  );
}
