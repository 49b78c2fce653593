import { createHash } from 'node:crypto';
import { appendFileSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What a build was made from: files by their paths in the project, each with its hash, and what each pattern had found. */
export interface Inputs {
  files: Record<string, string | null>;
  patterns: Record<string, string[]>;
}

/** What the build writes itself, what the lock file stands for, and what no visitor gets. */
const ignored = /^\.\.|^(?:build|node_modules)\/|\/generated\/|\.test\.|\/testing\//;

/** Adds to the record of the build that runs, where one does. Names may be absolute, and have a query as bundlers give it. */
export function recordRead(kind: keyof Inputs, names: Iterable<string>): void {
  const record = process.env['READS'];
  const paths = [...names].map((name) => relative('.', name.replace(/\?.*/, '')).replaceAll(sep, '/'));
  const lines = paths.filter((path) => !ignored.test(path)).map((path) => `${kind} ${path}\n`);
  if (record && lines.length > 0) appendFileSync(record, lines.join(''));
}

/** What has been recorded so far, as it is now. */
export function readRecord(record: string, began = Infinity): Inputs {
  const lines = [...new Set(readFileSync(record, 'utf8').trim().split('\n'))].sort();
  const of = (kind: keyof Inputs) =>
    lines.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));
  return inputsIn('.', of('files'), of('patterns'), began);
}

/**
 * The same files and patterns as they are in a project now.
 * @param began when a build began to read them: what was changed since has no hash, so that the next build makes all anew
 */
export function inputsIn(directory: string, files: string[], patterns: string[], began = Infinity): Inputs {
  const hashOf = (file: string): string | null => {
    const path = join(directory, file);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile() || statSync(path).mtimeMs > began) return null;
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  };
  const found = (pattern: string) =>
    globSync(pattern, { cwd: directory })
      .map((file) => file.replaceAll(sep, '/'))
      .filter((file) => !ignored.test(file))
      .sort();
  return {
    files: Object.fromEntries(files.map((file) => [file, hashOf(file)])),
    patterns: Object.fromEntries(patterns.map((pattern) => [pattern, found(pattern)])),
  };
}
