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
 * Puts a backup into the place of a database file, whose directory is there. The present one stays beside it. A process that is killed
 * meanwhile leaves the one or the other, or none: no server begins with an empty one then.
 * @param aside the path under which the present one is kept
 * @param hold what it says of its mail before anybody can open it
 * @param patience for how long others may have it open, in milliseconds
 * @returns whether there was one; or why nothing was done, in words for the operator
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
    // The log of a damaged file goes with it, and is not applied to another; nor is what was said of that file true of this one.
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
 * Makes one file of a database and its log, and keeps everybody else out: who closes it last would remove the log of the next by its
 * name. Undefined of a damaged one. Throws where another process has it open.
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
