import { existsSync } from 'node:fs';
import { mkdtemp, rmdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Free space in bytes below which a person has to make room. */
export const lowDiskSpaceBytes = 1024 ** 3;

/** Resolves to the free bytes on the disk of a directory, which need not exist; null if the disk is read-only. */
export async function findWritableBytes(directory: string): Promise<number | null> {
  let existing = directory;
  while (!existsSync(existing)) existing = dirname(existing);
  // Only a write shows it: Linux still calls a disk writable that it has made read-only after an error.
  const errorCode = await mkdtemp(join(existing, 'disk-')).then(rmdir, (error: NodeJS.ErrnoException) => error.code);
  if (errorCode === 'EROFS') return null;
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}
