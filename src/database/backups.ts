import { createHash } from 'node:crypto';
import {
  existsSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fsyncFile } from '../process/fsync-file.ts';
import { ensurePrivateFile } from '../process/private-file.ts';
import { isDiskFullError, getSqliteErrorCode } from '../process/sqlite-error-code.ts';
import { appendErasedIds, erasedListSuffix, readErasedIds } from './erased-list.ts';
import { findDamage } from './sqlite-copy.ts';

/** A complete backup, recognised by its name. */
export interface Backup {
  path: string;
  name: string;
  at: Date;
  bytes: number;
  /** SHA-256 when it was made, in hexadecimal; null if there is no checksum file. */
  sha256: string | null;
  /** Schema of the migration before which it was made; null for any other backup. */
  beforeSchema: number | null;
}

/**
 * Makes a backup under a temporary name, and renames it once SQLite has checked it and it is on the disk. Resolves to a
 * reason for the operator if the disk is full or the directory not writable; rejects with any other error.
 */
export async function makeBackup(
  directory: string,
  { at, beforeSchema, erasedListPath }: { at: Date; beforeSchema?: number; erasedListPath?: string },
  writeCopy: (file: string) => Promise<void>,
): Promise<{ ok: true; path: string } | { ok: false; reason: string }> {
  // Names have a resolution of one second: a second backup takes the next free one.
  const getPath = (time: number): string => join(directory, formatBackupName(new Date(time), beforeSchema));
  let time = at.getTime();
  while (existsSync(getPath(time))) time += 1000;
  const path = getPath(time);
  const unfinishedPath = path + unfinishedSuffix;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    removeLeftovers(directory);
    ensurePrivateFile(unfinishedPath);
    await writeCopy(unfinishedPath);
    const damage = findDamage(unfinishedPath);
    if (damage !== null) return { ok: false, reason: `the copy is damaged: ${damage}` };
    fsyncFile(unfinishedPath);
    // The format of sha256sum.
    writeFileSync(path + checksumSuffix, `${await hashFile(unfinishedPath)}  ${basename(path)}\n`, { mode: 0o600 });
    fsyncFile(path + checksumSuffix);
    if (erasedListPath !== undefined) addErasedIdsToBackup(path, erasedListPath);
    renameSync(unfinishedPath, path);
    fsyncFile(directory);
    return { ok: true, path };
  } catch (error) {
    const reason = explainWriteError(error, directory);
    if (reason === null) throw error;
    return { ok: false, reason };
  } finally {
    removeUnfinished(unfinishedPath);
  }
}

/** Returns the backups in a directory, newest first; none if there is no directory. */
export function listBackups(directory: string): readonly Backup[] {
  const found = listNames(directory).flatMap((name): Backup[] => {
    const [, day, hours, minutes, seconds, schema] = backupNamePattern.exec(name) ?? [];
    if (day === undefined) return [];
    const path = join(directory, name);
    const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
    const beforeSchema = schema === undefined ? null : Number(schema);
    return [{ path, name, at, bytes: statSync(path).size, sha256: readChecksum(path), beforeSchema }];
  });
  return found.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Number of backups that are kept whatever their age. */
export const minimumBackupCount = 7;

/**
 * Removes backups older than `retentionDays`, except the newest seven, and returns their names. Age counts from the
 * backup before `newestPath` at the latest, so that a clock that runs ahead makes no backup old.
 */
export function pruneBackups(
  directory: string,
  newestPath: string,
  retentionDays: number,
  now: Date,
): readonly string[] {
  const others = listBackups(directory).filter(({ path }) => path !== newestPath);
  const latest = Math.min(now.getTime(), others[0]?.at.getTime() ?? Infinity);
  const before = latest - retentionDays * 24 * 60 * 60_000;
  const expired = others.slice(minimumBackupCount - 1).filter(({ at }) => at.getTime() < before);
  for (const { path } of expired) removeBackup(path);
  return expired.map(({ name }) => name);
}

/** Removes a backup, its checksum and its list of erased enquiries. */
export function removeBackup(path: string): void {
  for (const ending of ['', checksumSuffix, erasedListSuffix]) rmSync(path + ending, { force: true });
}

/** Adds what was erased since to a backup's list. Returns the paths of the backup's files, itself last. */
export function addErasedIdsToBackup(path: string, erasedListPath: string): readonly string[] {
  appendErasedIds(path + erasedListSuffix, readErasedIds(erasedListPath));
  return [path + erasedListSuffix, path + checksumSuffix, path].filter((file) => existsSync(file));
}

/** Resolves to the SHA-256 of a file, in hexadecimal. Rejects with errors of the file system. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns the SHA-256 in the checksum file of a backup; null if there is none. */
export function readChecksum(backupPath: string): string | null {
  const file = backupPath + checksumSuffix;
  return existsSync(file) ? (/^[0-9a-f]{64}(?= )/.exec(readFileSync(file, 'utf8'))?.[0] ?? null) : null;
}

/** Returns why a directory cannot be written, for the operator; null if the error has another cause. */
export function explainWriteError(error: unknown, directory: string): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as NodeJS.ErrnoException;
  if (isDiskFullError(error, directory)) return `the disk of ${directory} is full; make room on it`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${directory} is no directory`;
  if (
    ['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') ||
    ['readOnly', 'cannotOpen'].includes(getSqliteErrorCode(error) ?? '')
  )
    return `this user may not write to ${directory}`;
  return null;
}

const unfinishedSuffix = '.unfinished';
const checksumSuffix = '.sha256';

const backupNamePattern = /^website-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-before-schema-(\d+))?\.db$/;

function formatBackupName(at: Date, beforeSchema?: number): string {
  const time = at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return `website-${time}${beforeSchema === undefined ? '' : `-before-schema-${beforeSchema}`}.db`;
}

function removeUnfinished(file: string): void {
  try {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(file + ending, { force: true });
  } catch {
    // The next backup removes it, or reports the error.
  }
}

/** Removes files of killed processes, if older than an hour: another process may still write younger ones. */
function removeLeftovers(directory: string): void {
  const before = Date.now() - 60 * 60_000;
  const names = new Set(listNames(directory));
  for (const name of names) {
    const backupName = basename(basename(name, checksumSuffix), erasedListSuffix);
    const isOrphan = backupNamePattern.test(backupName) && !names.has(backupName);
    if (!name.includes(unfinishedSuffix) && !isOrphan) continue;
    const path = join(directory, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < before) rmSync(path, { force: true });
  }
}

function listNames(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
