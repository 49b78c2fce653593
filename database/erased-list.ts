import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fsyncFile } from '../process/fsync-file.ts';
import { keepPrivate } from '../process/private-file.ts';

// A list of the ids of erased enquiries, which name nobody, outside the database: an older backup does not have them.

/** File name suffix of each such list. */
export const erasedEnding = '.erased';

/** Adds ids to a list; they outlive a loss of power from here on. Throws what the file system says. */
export function appendErased(list: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const isNew = !existsSync(list);
  mkdirSync(dirname(list), { recursive: true, mode: 0o700 });
  keepPrivate(list);
  // The break comes first: a line that a crash has cut off spoils none that follows.
  appendFileSync(list, ids.map((id) => `\n${id}`).join(''), { flush: true });
  if (isNew) fsyncFile(dirname(list));
}

/** Returns the ids of a list; none if the file does not exist. */
export function readErased(list: string): readonly string[] {
  return existsSync(list) ? (readFileSync(list, 'utf8').match(/^[0-9a-f-]{36}$/gm) ?? []) : [];
}

/** Returns the paths of the lists in a directory, such as those beside backups. */
export function listErasedFiles(directory: string): readonly string[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.endsWith(erasedEnding)).map((name) => join(directory, name));
}
