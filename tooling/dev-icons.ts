import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import type { Plugin } from 'vite';

import { createLoad, type Load } from '../server/dev-load.ts';
import { readLogo } from './logo.ts';

const types: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/** The icons while the site is developed and no build has made them: drawn when they are first asked for, until the next start. */
export const developmentIcons: Plugin = {
  name: 'development-icons',
  apply: 'serve',
  configureServer(server) {
    let icons: Promise<Map<string, Buffer>> | undefined;
    server.middlewares.use(async ({ url = '', headers }, response, next) => {
      if (!/^\/(?:favicon|apple-touch-icon|icon-\d+|manifest)\.\w+$/.test(url)) return next();
      icons ??= drawIcons(createLoad(server), `http://${headers.host}/`);
      const icon = await icons.then(
        (drawn) => drawn.get(url),
        // The home page may have to be mended first.
        () => void (icons = undefined),
      );
      if (icon === undefined) return next();
      response.setHeader('content-type', types[extname(url)] ?? '');
      response.end(icon);
    });
  },
};

/** By their addresses. */
async function drawIcons(load: Load, home: string): Promise<Map<string, Buffer>> {
  // An import would belong to Vite's configuration, and load libraries for images with it.
  const { writeIcons } = await load<typeof import('./icons.ts')>('/tooling/icons.ts');
  const folder = mkdtempSync(join(tmpdir(), 'icons-'));
  try {
    await writeIcons(folder, readLogo(await (await fetch(home)).text()));
    return new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
