import { closeSync, fsyncSync, openSync } from 'node:fs';

/** What was written, or renamed in a directory, outlives a loss of power from here on. Throws what the file system says. */
export function fsyncFile(path: string): void {
  // Windows gives no handle on a directory.
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
