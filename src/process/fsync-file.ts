import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes a file or directory to disk, so that it survives a loss of power. Throws file system errors. */
export function fsyncFile(path: string): void {
  // Windows cannot open a directory.
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
