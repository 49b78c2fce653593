import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { keepPrivate } from './private-file.ts';
import { getSqliteCode } from './sqlite-code.ts';

export type LockOutcome =
  | { ok: true; release: () => void }
  /** `holder` is what the holder said of itself when it took the lock. */
  | { ok: false; holder: string };

/**
 * Locks a directory for one process: two servers on one SQLite file would purge and deliver for each other. It is
 * SQLite's lock on a separate file, so that the system frees it however the process ends.
 * @param purpose prefix of the lock files: `server` in the data directory, where the operator's command needs no lock
 * @param about describes the holder for the next process
 */
export function lockDirectory(directory: string, purpose: string, about: string): LockOutcome {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const holderFile = join(directory, `${purpose}.txt`);
  const lockFile = join(directory, `${purpose}.lock`);
  keepPrivate(lockFile);
  const lock = new DatabaseSync(lockFile);
  try {
    // EXCLUSIVE keeps readers out as well; the journal in memory leaves no second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    if (getSqliteCode(fault) !== 'busy') throw fault;
    return { ok: false, holder: readHolder(holderFile) };
  }
  held.add(lock);
  leaveWord(holderFile, about);
  return {
    ok: true,
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}

/** A database that nothing refers to is closed with the next garbage collection, and its lock with it. */
const held = new Set<DatabaseSync>();

function leaveWord(file: string, about: string): void {
  try {
    keepPrivate(file);
    writeFileSync(file, `${about}\n`);
  } catch {
    // On a full disk, the lock holds without a word.
  }
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim() || anybody;
  } catch {
    return anybody;
  }
}

const anybody = 'another process';
