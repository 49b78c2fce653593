import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getSqliteErrorCode } from '../process/sqlite-error-code.ts';
import { fsyncFile } from '../process/fsync-file.ts';
import { explainWriteError } from './backups.ts';
import type { MailHold } from './meta.ts';
import { setMetaSync } from './sqlite-copy.ts';
import { busyTimeoutMs } from './sqlite-driver.ts';
import { companionSuffixes } from './sqlite-file-watch.ts';

/**
 * Replaces a database file by a copy of a backup with a mail hold, and moves the present file to `previousPath`. If the
 * process is killed meanwhile, either file or none is in place; a server refuses to start without one.
 */
export function replaceDatabaseFile(
  backupPath: string,
  databasePath: string,
  { previousPath, hold, lockTimeout = busyTimeoutMs }: { previousPath: string; hold: MailHold; lockTimeout?: number },
): { ok: true; hadPrevious: boolean } | { ok: false; reason: string } {
  const hadPrevious = existsSync(databasePath);
  const unfinished = `${databasePath}.restoring`;
  try {
    using _exclusive = hadPrevious ? lockExclusively(databasePath, lockTimeout) : undefined;
    copyFileSync(backupPath, unfinished, constants.COPYFILE_FICLONE);
    chmodSync(unfinished, 0o600);
    holdMail(unfinished, hold);
    fsyncFile(unfinished);
    // The companions move with the file: its log must not be applied to another.
    for (const ending of ['', ...companionSuffixes])
      if (existsSync(databasePath + ending)) renameSync(databasePath + ending, previousPath + ending);
    renameSync(unfinished, databasePath);
    fsyncFile(dirname(databasePath));
    return { ok: true, hadPrevious };
  } catch (error) {
    rmSync(unfinished, { force: true });
    if (getSqliteErrorCode(error) === 'busy')
      return { ok: false, reason: `another process has ${databasePath} open, which "fuser -v" names. End it first` };
    const reason = explainWriteError(error, dirname(databasePath));
    if (reason === null) throw error;
    return { ok: false, reason };
  }
}

function holdMail(path: string, hold: MailHold): void {
  using file = new DatabaseSync(path);
  setMetaSync(file, 'hold', JSON.stringify(hold));
}

/**
 * Merges the log into the database file, and locks it: the last process to close the file would delete the log of the
 * next. Returns undefined if the file is damaged. Throws if another process has it open.
 */
function lockExclusively(path: string, timeout: number): DatabaseSync | undefined {
  const file = new DatabaseSync(path, { timeout });
  try {
    file.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file.close();
    if (getSqliteErrorCode(error) === 'busy') throw error;
    return undefined;
  }
}
