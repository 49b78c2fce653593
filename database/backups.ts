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
import { keepPrivate } from '../process/private-file.ts';
import { isOutOfRoom, getSqliteCode } from '../process/sqlite-code.ts';
import { appendErased, erasedEnding, readErased } from './erased-list.ts';
import { findDamage } from './sqlite-copy.ts';

/** A complete backup, recognised by its name. */
export interface Backup {
  path: string;
  name: string;
  at: Date;
  bytes: number;
  /** SHA-256 when it was made, in hexadecimal; null if there is no checksum file. */
  sha256: string | null;
  /** The schema of the migration before which it was made; null for any other backup. */
  beforeSchema: number | null;
}

/**
 * Makes a backup under a temporary name, and renames it once it is complete and on the disk. Resolves to a refusal if
 * the disk is full or the directory not writable; rejects with any other fault.
 * @param erasedList of the database, which is copied beside it
 * @param copyTo writes the file, which SQLite then checks
 * @returns its path; or why there is none, in words for the operator
 */
export async function makeBackup(
  directory: string,
  { at, beforeSchema, erasedList }: { at: Date; beforeSchema?: number; erasedList?: string },
  copyTo: (file: string) => Promise<void>,
): Promise<{ ok: true; path: string } | { ok: false; reason: string }> {
  // Names have a resolution of one second: a second backup takes the next free one.
  let path = join(directory, nameOf(at, beforeSchema));
  for (let second = at.getTime(); existsSync(path); path = join(directory, nameOf(new Date(second), beforeSchema)))
    second += 1000;
  const unfinished = path + unfinishedEnding;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    removeLeftovers(directory);
    keepPrivate(unfinished);
    await copyTo(unfinished);
    const damage = findDamage(unfinished);
    if (damage !== null) return { ok: false, reason: `the copy is damaged: ${damage}` };
    fsyncFile(unfinished);
    // The format of sha256sum.
    writeFileSync(path + checksumEnding, `${await hashFile(unfinished)}  ${basename(path)}\n`, { mode: 0o600 });
    fsyncFile(path + checksumEnding);
    if (erasedList !== undefined) appendErased(path + erasedEnding, readErased(erasedList));
    renameSync(unfinished, path);
    fsyncFile(directory);
    return { ok: true, path };
  } catch (fault) {
    const reason = explainWriteError(fault, directory);
    if (reason === null) throw fault;
    return { ok: false, reason };
  } finally {
    removeUnfinished(unfinished);
  }
}

/** Returns the backups in a directory, newest first; none if there is no directory. */
export function listBackups(directory: string): readonly Backup[] {
  const found = namesIn(directory).flatMap((name): Backup[] => {
    const [, day, hours, minutes, seconds, schema] = named.exec(name) ?? [];
    if (day === undefined) return [];
    const path = join(directory, name);
    const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
    const beforeSchema = schema === undefined ? null : Number(schema);
    return [{ path, name, at, bytes: statSync(path).size, sha256: readChecksum(path), beforeSchema }];
  });
  return found.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Number of backups that are kept however old they are. */
export const minimumKept = 7;

/**
 * Removes backups older than `days`, but for the newest seven, of which one has just been made. If the clock is later
 * than the backup before this, age counts from that backup: a clock that runs ahead makes no backup old.
 * @returns their names
 */
export function pruneBackups(directory: string, made: string, days: number, now: Date): readonly string[] {
  const others = listBackups(directory).filter(({ path }) => path !== made);
  const latest = Math.min(now.getTime(), others[0]?.at.getTime() ?? Infinity);
  const before = latest - days * 24 * 60 * 60_000;
  const old = others.slice(minimumKept - 1).filter(({ at }) => at.getTime() < before);
  for (const { path } of old) removeBackup(path);
  return old.map(({ name }) => name);
}

/** Removes a backup, its checksum and its list of erased enquiries. */
export function removeBackup(path: string): void {
  for (const ending of ['', checksumEnding, erasedEnding]) rmSync(path + ending, { force: true });
}

/** Resolves to the SHA-256 of a file, in hexadecimal. Rejects with faults of the file system. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns the SHA-256 in the checksum file of a backup; null if there is none. */
export function readChecksum(path: string): string | null {
  const file = path + checksumEnding;
  return existsSync(file) ? (/^[0-9a-f]{64}(?= )/.exec(readFileSync(file, 'utf8'))?.[0] ?? null) : null;
}

/** Returns why a directory cannot be written, for the operator; null if the fault has another cause. */
export function explainWriteError(fault: unknown, directory: string): string | null {
  if (!(fault instanceof Error)) return null;
  const { code } = fault as NodeJS.ErrnoException;
  if (isOutOfRoom(fault, directory)) return `the disk of ${directory} is full; make room on it`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${directory} is no directory`;
  if (
    ['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') ||
    ['readOnly', 'cannotOpen'].includes(getSqliteCode(fault) ?? '')
  )
    return `this user may not write to ${directory}`;
  return null;
}

const unfinishedEnding = '.unfinished';
const checksumEnding = '.sha256';

const named = /^website-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-before-schema-(\d+))?\.db$/;

function nameOf(at: Date, beforeSchema?: number): string {
  const time = at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return `website-${time}${beforeSchema === undefined ? '' : `-before-schema-${beforeSchema}`}.db`;
}

/** Removes an unfinished backup. Ignores faults. */
function removeUnfinished(file: string): void {
  try {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(file + ending, { force: true });
  } catch {
    // The next backup removes it, or says what is wrong.
  }
}

/** Removes files of killed processes. Another process may still write those younger than an hour. */
function removeLeftovers(directory: string): void {
  const before = Date.now() - 60 * 60_000;
  const names = new Set(namesIn(directory));
  for (const name of names) {
    const ofBackup = basename(basename(name, checksumEnding), erasedEnding);
    const isAlone = named.test(ofBackup) && !names.has(ofBackup);
    if (!name.includes(unfinishedEnding) && !isAlone) continue;
    const path = join(directory, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < before) rmSync(path, { force: true });
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return [];
    throw fault;
  }
}
