import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const folders = '{src,content,tooling/build,tooling/check}';
const others = '{package.json,package-lock.json,tsconfig.json,vite.config.ts,docs/*.md,docs/pictures/*}';
const patterns = [`${folders}/**/*.*`, others];

/** Not part of the site, or written by a build itself. */
const ignored = /\.test\.|\/(?:testing|generated|json-schema)\/|^content\/dictionary\.txt$/;

/** Returns a SHA-256 hash, in hex, of each file that may affect a build, by its path. */
export function hashBuildInputs(directory: string): Record<string, string> {
  const files = globSync(patterns, { cwd: directory }).map((file) => file.replaceAll(sep, '/'));
  const inputs = files.filter((file) => !ignored.test(file)).sort();
  return Object.fromEntries(inputs.map((file) => [file, hash('sha256', readFileSync(join(directory, file)))]));
}

/** File of a build with the inputs that it was made from. Written last: a build without it is incomplete. */
export const buildStampFile = 'made-from.json';

/** Returns true unless `build/` was made from the files as they are now. */
export function isBuildStale(directory: string): boolean {
  const stampFile = join(directory, 'build', buildStampFile);
  if (!existsSync(stampFile)) return true;
  const { files } = JSON.parse(readFileSync(stampFile, 'utf8')) as { files: Record<string, string> };
  return JSON.stringify(files) !== JSON.stringify(hashBuildInputs(directory));
}
