import { chmodSync, constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { getSqliteCode } from '../process/sqlite-code.ts';
import { fsyncFile } from '../process/fsync-file.ts';
import { explainWriteError } from './backups.ts';
import type { Hold } from './meta.ts';
import { writeMeta } from './sqlite-copy.ts';
import { busyTimeout } from './sqlite-driver.ts';
import { companionEndings } from './sqlite-files.ts';

/**
 * Replaces a database file by a backup, and keeps the present file beside it. A process killed meanwhile leaves the
 * one, the other, or none: no server starts with an empty one then.
 * @param aside path for the present file
 * @param hold the hold on outgoing mail, written before anything can open the file
 * @param patience milliseconds to wait for other processes that have the file open
 * @returns `kept`: there was a file; or why nothing was done, as a sentence for the operator
 */
export function putInPlace(
  backup: string,
  path: string,
  { aside, hold, patience = busyTimeout }: { aside: string; hold: Hold; patience?: number },
): { ok: true; kept: boolean } | { ok: false; reason: string } {
  const kept = existsSync(path);
  const unfinished = `${path}.restoring`;
  try {
    using _alone = kept ? takeAlone(path, patience) : undefined;
    copyFileSync(backup, unfinished, constants.COPYFILE_FICLONE);
    chmodSync(unfinished, 0o600);
    holdMail(unfinished, hold);
    fsyncFile(unfinished);
    // A damaged file's log goes with it, not to be applied to another; its companions describe only that file.
    for (const ending of ['', ...companionEndings])
      if (existsSync(path + ending)) renameSync(path + ending, aside + ending);
    renameSync(unfinished, path);
    fsyncFile(dirname(path));
    return { ok: true, kept };
  } catch (fault) {
    rmSync(unfinished, { force: true });
    if (getSqliteCode(fault) === 'busy')
      return { ok: false, reason: `another process has ${path} open, which "fuser -v" names. End it first` };
    const reason = explainWriteError(fault, dirname(path));
    if (reason === null) throw fault;
    return { ok: false, reason };
  }
}

function holdMail(path: string, hold: Hold): void {
  using file = new DatabaseSync(path);
  writeMeta(file, 'hold', JSON.stringify(hold));
}

/**
 * Merges the log into the database file, and locks it exclusively: the last to close it would delete the next file's
 * log by its name. Returns undefined if it is damaged. Throws if another process has it open.
 */
function takeAlone(path: string, patience: number): DatabaseSync | undefined {
  const file = new DatabaseSync(path, { timeout: patience });
  try {
    file.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return file;
  } catch (fault) {
    file.close();
    if (getSqliteCode(fault) === 'busy') throw fault;
    return undefined;
  }
}
