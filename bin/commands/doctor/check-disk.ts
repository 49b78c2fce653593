import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Result } from './finding.ts';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

export async function checkDisk(dataDirectory: string): Promise<Result> {
  const { bavail, bsize } = await statfs(nearestThatExists(dataDirectory));
  return judgeDisk(bavail * bsize, dataDirectory);
}

/** @param free in bytes */
export function judgeDisk(free: number, dataDirectory: string): Result {
  const status = free < 100 * mebibyte ? 'failed' : free < gibibyte ? 'warning' : 'ok';
  const advice = status === 'ok' ? '' : ': make room; on a full disk nothing that visitors send can be stored';
  return { status, detail: `${inWords(free)} free for ${dataDirectory}${advice}` };
}

/** The data directory is made at the first start. */
function nearestThatExists(path: string): string {
  const full = resolve(path);
  return existsSync(full) ? full : nearestThatExists(dirname(full));
}

function inWords(bytes: number): string {
  return bytes < gibibyte ? `${Math.floor(bytes / mebibyte)} MiB` : `${(bytes / gibibyte).toFixed(1)} GiB`;
}
