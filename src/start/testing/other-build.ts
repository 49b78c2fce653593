import { hash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { BuildManifest } from '../../server/rendered-site.ts';
import { writePrecompressedBodies } from '../../server/static-files.ts';

/**
 * Writes a build as of another release: the same pages, with other names of assets wherever they appear, and
 * accordingly other hashes and another build id.
 */
export async function writeOtherBuild(build: string, directory: string): Promise<void> {
  const from = join(build, 'client');
  const to = join(directory, 'client');
  cpSync(from, to, { recursive: true, filter: (file) => basename(file) !== 'assets' });
  for (const folder of ['client/assets', 'packed', 'server']) mkdirSync(join(directory, folder));

  const names = readdirSync(join(from, 'assets'));
  const changed = new Map(names.map((name) => [name, name.replace(/(?=\.\w+$)/, '-other')]));
  const inOther = (text: string) => [...changed].reduce((all, [before, after]) => all.replaceAll(before, after), text);
  for (const name of names) {
    const body = readFileSync(join(from, 'assets', name));
    const other = name.endsWith('.woff2') ? body : Buffer.from(inOther(String(body)));
    writeFileSync(join(to, 'assets', inOther(name)), other);
    await writePrecompressedBodies(join(directory, 'packed'), other);
    changed.set(hash('sha256', body, 'base64'), hash('sha256', other, 'base64'));
  }

  const scripts = readFileSync(join(build, 'server/index.js'), 'utf8');
  writeFileSync(join(directory, 'server/index.js'), inOther(scripts));
  const assets = JSON.parse(inOther(readFileSync(join(build, 'assets.json'), 'utf8'))) as BuildManifest;
  writeFileSync(join(directory, 'assets.json'), JSON.stringify({ ...assets, build: 'other' }));
  symlinkSync(resolve('node_modules'), join(directory, 'node_modules'), 'junction');
}
