import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fsyncFile } from '../process/fsync-file.ts';
import { ensurePrivateFile } from '../process/private-file.ts';

// Lists of what was erased, outside the database: a restored backup contains it again. A line is the id of an enquiry or
// the hash of a mail: where 100 mails a day expire, a list grows by 1.6 MB a year.

export const erasedListSuffix = '.erased';

/** Adds the ids and hashes that a list lacks, flushed to the disk. Throws errors of the file system. */
export function appendErasedIds(listPath: string, ids: readonly string[]): void {
  const known = new Set(readErasedIds(listPath));
  const newIds = ids.filter((id) => !known.has(id));
  if (newIds.length === 0) return;
  const isNew = !existsSync(listPath);
  mkdirSync(dirname(listPath), { recursive: true, mode: 0o700 });
  ensurePrivateFile(listPath);
  // The line break comes first: a line cut off by a crash does not spoil the next.
  appendFileSync(listPath, newIds.map((id) => `\n${id}`).join(''), { flush: true });
  if (isNew) fsyncFile(dirname(listPath));
}

/** Returns the ids and hashes of a list; none if the file does not exist. */
export function readErasedIds(listPath: string): readonly string[] {
  return existsSync(listPath) ? (readFileSync(listPath, 'utf8').match(/^(?:[0-9a-f-]{36}|[\w-]{43})$/gm) ?? []) : [];
}

/** Returns true for the hash of a mail: SHA-256 in base64url, which no id of an enquiry is as long as. */
export function isMailHash(line: string): boolean {
  return line.length === 43;
}

/** Returns the paths of the lists in a directory, such as those beside backups. */
export function listErasedListFiles(directory: string): readonly string[] {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter((name) => name.endsWith(erasedListSuffix)).map((name) => join(directory, name));
}
