import { chmodSync, statSync, writeFileSync } from 'node:fs';

/**
 * Sees to it that a file can be read by its owner alone, whatever the directory's rights: makes it so where it is missing, and
 * takes the rights of others from one that is there. Throws where it cannot be made.
 */
export function keepPrivate(file: string): void {
  try {
    // Never opened where it is there: closing it would free the locks that SQLite has on it in this process.
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault;
    restrictPermissions(file);
  }
}

/** The same for a file that need not be there. */
export function restrictPermissions(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch {
    // Another owner's, or a file system without such rights: to refuse enquiries for that would be worse.
  }
}
