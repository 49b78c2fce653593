import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import { deferHydration } from '../server/http/defer-hydration.ts';
import { writeCards } from './cards.ts';
import { writeIcons } from './icons.ts';
import { readLogo } from './logo.ts';
import { keepUsedStyles } from './page-styles.ts';

const client = 'build/client';

writeFileSync(`${client}/404.html`, await renderNotFound());
for (const page of globSync(`${client}/**/*.html`)) {
  const html = await keepUsedStyles(readFileSync(page, 'utf8'));
  writeFileSync(page, deferHydration(html, { publish, integrity }));
}
const logo = readLogo(readFileSync(`${client}/index.html`, 'utf8'));
await writeIcons(client, logo);
await writeCards(client, logo);
for (const file of globSync(`${client}/**/*.{html,js,css,svg,data,xml,txt,json,webmanifest}`)) compress(file);

/** The answer to every unknown address. It is rendered once, since rendering it for each would be slow: see docs/decisions. */
async function renderNotFound(): Promise<string> {
  const build: ServerBuild = await import(pathToFileURL(resolve('build/server/index.js')).href);
  const handle = createRequestHandler(build, 'production');
  const response = await handle(new Request('http://localhost/404'), new RouterContextProvider());
  if (response.status !== 404)
    throw new Error(`The page for unknown addresses was rendered with status ${response.status}`);
  return response.text();
}

function publish(code: string): string {
  const address = `/assets/hydrate-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`;
  writeFileSync(client + address, code);
  return address;
}

function integrity(address: string): string {
  return `sha256-${createHash('sha256')
    .update(readFileSync(client + address))
    .digest('base64')}`;
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
