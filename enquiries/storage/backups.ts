import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { keepPrivate } from '../../process/private-file.ts';
import { isOutOfRoom, sqliteCode } from '../../process/sqlite-code.ts';

/** A backup that is whole, as its name tells. */
export interface Backup {
  path: string;
  name: string;
  at: Date;
  bytes: number;
  /** Made before a database was brought to this schema; null of any other. */
  beforeSchema: number | null;
}

/** Why something could not be done, in words for the operator. */
type Refusal = { ok: false; reason: string };

/**
 * Makes a backup: first under a name by which nobody takes it for one, then, once it is whole and on the disk, under its own. A
 * full disk and a directory that may not be written are refusals; rejects with any other fault.
 * @param write writes the file, and may check it
 */
export async function makeBackup<Written extends object>(
  directory: string,
  { at, beforeSchema }: { at: Date; beforeSchema?: number },
  write: (file: string) => Promise<({ ok: true } & Written) | Refusal>,
): Promise<({ ok: true; path: string } & Written) | Refusal> {
  const path = join(directory, nameOf(at, beforeSchema));
  const unfinished = path + unfinishedEnding;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    removeLeftovers(directory);
    keepPrivate(unfinished);
    const written = await write(unfinished);
    if (!written.ok) return written;
    onDisk(unfinished);
    renameSync(unfinished, path);
    onDisk(directory);
    return { ...written, path };
  } catch (fault) {
    const reason = whyNotWritten(fault, directory);
    if (reason === null) throw fault;
    return { ok: false, reason };
  } finally {
    removeUnfinished(unfinished);
  }
}

/** The backups in a directory, the newest first; none where there is no directory. */
export function listBackups(directory: string): readonly Backup[] {
  const found = namesIn(directory).flatMap((name): Backup[] => {
    const [, day, hours, minutes, seconds, schema] = named.exec(name) ?? [];
    if (day === undefined) return [];
    const path = join(directory, name);
    const at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`);
    return [{ path, name, at, bytes: statSync(path).size, beforeSchema: schema === undefined ? null : Number(schema) }];
  });
  return found.sort((a, b) => b.at.getTime() - a.at.getTime());
}

/**
 * Removes what is older than so many days. The newest stays, and so does the one that has just been made, whatever the clock says.
 * @returns their names
 */
export function pruneBackups(directory: string, made: string, days: number, now: Date): readonly string[] {
  const before = now.getTime() - days * 24 * 60 * 60_000;
  const old = listBackups(directory)
    .slice(1)
    .filter(({ path, at }) => path !== made && at.getTime() < before);
  for (const { path } of old) rmSync(path, { force: true });
  return old.map(({ name }) => name);
}

/** Why a file could not be written into a directory, in words for the operator; null where that is not the reason. */
export function whyNotWritten(fault: unknown, directory: string): string | null {
  if (!(fault instanceof Error)) return null;
  const { code } = fault as NodeJS.ErrnoException;
  if (isOutOfRoom(fault, directory)) return `the disk of ${directory} is full; make room on it`;
  if (code === 'EEXIST' || code === 'ENOTDIR') return `${directory} is no directory`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') || ['readOnly', 'cannotOpen'].includes(sqliteCode(fault) ?? ''))
    return `this user may not write to ${directory}`;
  return null;
}

const unfinishedEnding = '.unfinished';
/** Where a backup is restored for a look, in the directory of the backups. */
export const scratchPrefix = '.restored-';

const named = /^website-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-before-schema-(\d+))?\.db$/;

function nameOf(at: Date, beforeSchema?: number): string {
  const time = at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  return `website-${time}${beforeSchema === undefined ? '' : `-before-schema-${beforeSchema}`}.db`;
}

/** Where the directory itself is out of reach, so is the file. */
function removeUnfinished(file: string): void {
  try {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(file + ending, { force: true });
  } catch {
    // The next backup removes it, or says what is wrong.
  }
}

/** What a killed process has left. What is younger than an hour may be in another's hands. */
function removeLeftovers(directory: string): void {
  const before = Date.now() - 60 * 60_000;
  for (const name of namesIn(directory)) {
    if (!name.includes(unfinishedEnding) && !name.startsWith(scratchPrefix)) continue;
    const path = join(directory, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < before) rmSync(path, { recursive: true, force: true });
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

/** What was written, or renamed in a directory, outlives a loss of power from here on. */
function onDisk(path: string): void {
  // Windows gives no handle on a directory.
  if (process.platform === 'win32') return;
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
