import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type HoldOutcome =
  | { ok: true; release: () => void }
  /** `holder` is what the holder said of itself when it took hold. */
  | { ok: false; holder: string };

/**
 * Keeps a data directory for one server: two of them on one SQLite file would purge, deliver and answer for each other. The
 * lock is SQLite's own on a file of nothing else, so that the system frees it however the process ends. The operator's
 * command needs no hold.
 * @param about who holds it, for whoever comes second
 */
export function holdDataDirectory(directory: string, about: string): HoldOutcome {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const holderFile = join(directory, 'server.txt');
  const lock = new DatabaseSync(join(directory, 'server.lock'));
  try {
    // EXCLUSIVE keeps readers out as well; the journal in memory leaves no second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    if (!(fault instanceof Error && 'errcode' in fault && fault.errcode === busy)) throw fault;
    return { ok: false, holder: readHolder(holderFile) };
  }
  writeFileSync(holderFile, `${about}\n`, { mode: 0o600 });
  held.add(lock);
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

/** SQLITE_BUSY. */
const busy = 5;

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return 'another process';
  }
}
