import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ensurePrivateFile } from './private-file.ts';
import { getSqliteErrorCode } from './sqlite-error-code.ts';

/** Result of locking. `holder` is the description that the holder gave when it took the lock. */
export type LockOutcome = { ok: true; release: () => void } | { ok: false; holder: string };

/**
 * Locks a directory for one process: two servers on one SQLite file would both purge and deliver. The lock is
 * SQLite's, on a separate file: the system releases it however the process ends. `lockName`: prefix of the lock files.
 */
export function lockDirectory(directory: string, lockName: string, holderDescription: string): LockOutcome {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const holderFile = join(directory, `${lockName}.txt`);
  const lockFile = join(directory, `${lockName}.lock`);
  ensurePrivateFile(lockFile);
  const lock = new DatabaseSync(lockFile);
  try {
    // EXCLUSIVE keeps readers out as well; the journal in memory leaves no second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (getSqliteErrorCode(error) !== 'busy') throw error;
    return { ok: false, holder: readHolder(holderFile) };
  }
  openLocks.add(lock);
  writeHolder(holderFile, holderDescription);
  return {
    ok: true,
    release() {
      openLocks.delete(lock);
      lock.close();
    },
  };
}

/** Keeps references to the held locks: garbage collection would close their databases and so release them. */
const openLocks = new Set<DatabaseSync>();

function writeHolder(file: string, holderDescription: string): void {
  try {
    ensurePrivateFile(file);
    writeFileSync(file, `${holderDescription}\n`);
  } catch {
    // On a full disk, the lock holds without a description.
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || unknownHolder;
  } catch {
    return unknownHolder;
  }
}

const unknownHolder = 'another process';
