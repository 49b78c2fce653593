import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createTemporaryDirectory } from '../../database/testing/temporary-sqlite.ts';

export const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0;
if (!canMount) console.warn('Not tested: a disk that is full can only be mounted as root, on Linux.');

/** Mounts a file system in memory, until the test ends. */
export function mountTmpfs(options: string): string {
  const directory = createTemporaryDirectory();
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', directory]));
  return directory;
}

/** Mounts a disk of 4 MB, which can be filled. */
export function mountSmallDisk() {
  const directory = mountTmpfs('size=4m');
  const others = join(directory, 'others');
  return {
    directory,
    fill() {
      // It writes until the disk is full, and then fails.
      expect(() => writeFileSync(others, Buffer.alloc(2 ** 23))).toThrow('ENOSPC');
    },
    makeRoom: () => rmSync(others),
  };
}
