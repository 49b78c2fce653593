import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * The same release under another version, as a second one to change to: its file, and the checksum beside it.
 * @param file avonspan-website-<version>.tar.gz
 * @param folder where it is made
 */
export function makeNextRelease(file: string, version: string, next: string, folder: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'next-release-'));
  const name = basename(file, '.tar.gz');
  const nextName = name.replace(version, next);
  try {
    execFileSync('tar', ['-xzf', file, '-C', directory]);
    const root = join(directory, nextName);
    renameSync(join(directory, name), root);
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    const changed = manifest.replace(`"version": "${version}"`, `"version": "${next}"`);
    writeFileSync(join(root, 'package.json'), changed);
    const sums = readFileSync(join(root, 'SHA256SUMS'), 'utf8');
    writeFileSync(join(root, 'SHA256SUMS'), sums.replace(checksum(manifest), checksum(changed)));
    const nextFile = join(folder, `${nextName}.tar.gz`);
    execFileSync('tar', ['-czf', nextFile, '-C', directory, nextName]);
    writeFileSync(`${nextFile}.sha256`, `${checksum(readFileSync(nextFile))}  ${basename(nextFile)}\n`);
    return nextFile;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function checksum(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
