import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Result } from './check.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** The disk of the data directory, which is made at the first start. */
export async function checkDisk(dataDirectory: string): Promise<Result> {
  let existing = dataDirectory;
  while (!existsSync(existing)) existing = dirname(existing);
  if (await isReadOnly(existing)) {
    const advice = 'look for its fault with dmesg, mend it, and mount the disk for writing again';
    return { status: 'failed', detail: `the disk of ${dataDirectory} is mounted read-only: ${advice}` };
  }
  const { bavail, bsize, files, ffree } = await statfs(existing);
  // A file system that makes its inodes as they are needed says that it has 0.
  if (files > 0 && ffree < 100) {
    const advice = 'however much room it has: remove files that nobody needs; df -i shows how many it can hold';
    return { status: 'failed', detail: `the disk of ${dataDirectory} takes only ${ffree} files more, ${advice}` };
  }
  return judgeSpace(bavail * bsize, dataDirectory);
}

/** Root is refused as well. */
async function isReadOnly(directory: string): Promise<boolean> {
  return access(directory, constants.W_OK).then(
    () => false,
    (fault: NodeJS.ErrnoException) => fault.code === 'EROFS',
  );
}

/** @param free in bytes */
export function judgeSpace(free: number, dataDirectory: string): Result {
  const status = free < 100 * mebibyte ? 'failed' : free < gibibyte ? 'warning' : 'ok';
  const size = free < gibibyte ? `${Math.floor(free / mebibyte)} MiB` : `${(free / gibibyte).toFixed(1)} GiB`;
  const advice = status === 'ok' ? '' : ': make room; on a full disk nothing that visitors send can be stored';
  return { status, detail: `${size} free for ${dataDirectory}${advice}` };
}
