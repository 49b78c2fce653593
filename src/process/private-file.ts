import { chmodSync, statSync, writeFileSync } from 'node:fs';

/** Restricts a file to its owner, and creates it if it is missing, else throws. */
export function ensurePrivateFile(file: string): void {
  try {
    // An existing file is not opened: closing it would release the locks that SQLite has on it in this process.
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    restrictPermissions(file);
  }
}

/** Restricts a file to its owner, if it exists. */
export function restrictPermissions(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile() !== true || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch {
    // Another owner's file, or a file system without permissions: refusing enquiries for that would be worse.
  }
}
