import { cpSync, existsSync, globSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encode } from '../server/stored-files.ts';
import type * as changes from './copy-changes.ts';
import { type RunningServer, startNode, temporaryDirectory } from './server-process.ts';

/**
 * Serves a copy of the build by the real server: from memory, in a process of its own, on an empty database. A build that is made
 * meanwhile changes nothing. `change` makes of each page, style and script what is served. Throws without a build.
 */
export async function serveCopy(change?: keyof typeof changes): Promise<RunningServer> {
  if (!existsSync('build/assets.json')) throw new Error('There is no build/assets.json: run npm run build');
  const directory = temporaryDirectory();
  const copy = join(directory, 'build');
  cpSync('build', copy, { recursive: true, filter: (file) => relative('build', file) !== 'node' });
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
  if (change !== undefined) await changeCopy(copy, change);
  const env = { DATABASE_URL: `sqlite:${join(directory, 'data', 'site.db')}` };
  return startNode([join(import.meta.dirname, 'site-server.ts'), copy], env);
}

async function changeCopy(copy: string, name: keyof typeof changes): Promise<void> {
  const module = pathToFileURL(join(import.meta.dirname, 'copy-changes.ts')).href;
  const { [name]: change } = (await import(module)) as typeof changes;
  for (const file of globSync(`${copy}/client/**/*.{css,js}`)) {
    const changed = Buffer.from(change(readFileSync(file, 'utf8'), file));
    writeFileSync(file, changed);
    writeFileSync(`${file}.gz`, await encode.gzip(changed));
    writeFileSync(`${file}.br`, await encode.br(changed));
  }
  // The styles of the pages are chosen from this, and their hashes are made when they are.
  const assets = join(copy, 'assets.json');
  const inText = (_key: string, value: unknown) => (typeof value === 'string' ? change(value) : value);
  writeFileSync(assets, JSON.stringify(JSON.parse(readFileSync(assets, 'utf8'), inText)));
  const server = join(copy, 'server');
  renameSync(join(server, 'index.js'), join(server, 'unchanged.js'));
  const lines = [
    `import * as unchanged from './unchanged.js';`,
    `import { ${name} as change } from ${JSON.stringify(module)};`,
    `export * from './unchanged.js';`,
    `export const renderPage = (...asked) => change(unchanged.renderPage(...asked));`,
  ];
  writeFileSync(join(server, 'index.js'), lines.join('\n'));
}
