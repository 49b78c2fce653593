import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Argument, Option } from 'commander';
import type { Hold } from '../database/meta.ts';
import { listBackups } from '../database/backups.ts';
import { checkBackup, type SoundBackup } from '../database/check-backup.ts';
import { appendErased, erasedEnding, listErasedFiles, readErased } from '../database/erased-list.ts';
import { migrations } from '../database/schema.ts';
import { moveBackup, explainOccupied } from '../database/move-database.ts';
import { putInPlace } from '../database/restore-backup.ts';
import { readHeld } from '../database/sqlite-copy.ts';
import { lockDirectory } from '../process/directory-lock.ts';
import type { Config, DatabasePlace } from '../start/config.ts';
import { createDatabase, describeDatabase } from '../start/open-database.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { pluralise } from './enquiry-text.ts';

export const backupArgument = new Argument('<backup>', 'its name in "backup list", or its path');

export const restoreCommand: OperatorCommand<{ yes?: true }> = {
  name: 'restore',
  summary: 'Puts a backup into the place of the database',
  arguments: [backupArgument],
  options: [new Option('--yes', 'restore; without it the command only checks the backup')],
  json: 'a JSON object: "backup", "to", where the database before is "kept", how many deliveries are "held", "erased" ids that come back, and "restored"',
  description: `Stop the server and its sockets first: while one runs on the SQLite database, this command refuses. The backup is
checked as "backup check" does. A SQLite database that is there is kept beside the restored one, as
site.db.before-restore-<time>: it holds personal data, so erase it once all is well. A backup is put into PostgreSQL only where the
database of DATABASE_URL is empty, and no server runs on the SQLite database that it was made of: so a site moves there.

Nothing is sent from a restored database until "backup release-mail", which erases first what was erased since.`,
  examples: ['backup restore website-2026-11-22T08-00-00Z.db'],
  async run({ options, answer, opened, config }, name = '') {
    const { yes: restored = false } = options;
    const { database: to, erasedList, backupDirectory } = config();
    const { path: backup, schema, note } = await findSoundBackup({ backupDirectory }, name);
    // Whoever moves to PostgreSQL has a database on SQLite, whose server may still take enquiries.
    const present = to.kind === 'sqlite' ? to.path : whereItStands(note?.from);
    if (restored && present !== null) opened.defer(keepServersOut(dirname(present)));
    const beside = present === null ? [] : [present + erasedEnding];
    const lists = [erasedList, ...beside, ...listErasedFiles(dirname(backup)), ...listErasedFiles(backupDirectory)];
    const known = [...new Set(lists.flatMap(readErased))];
    const { due: held, erased } = readHeld(backup, known);
    const hold = { since: new Date(), erased };
    // Ids of the other lists, which are removed with their backups.
    if (restored) appendErased(erasedList, known.slice(new Set(readErased(erasedList)).size));
    let kept: string | null = null;
    if (to.kind === 'postgres') await fillPostgres(to, { backup, schema, hold: restored ? hold : null });
    else if (restored) kept = replaceFile(backup, to.path, hold);
    const words = [
      restored
        ? `Restored ${backup} to ${describeDatabase(to)}.`
        : `${backup} can be restored to ${describeDatabase(to)}.`,
      ...(restored ? [] : ['What came since it was made is not in it.']),
      ...(kept === null ? [] : [`The database before is ${kept}. Erase it once all is well.`]),
      `Due then: ${pluralise(held, 'delivery', 'deliveries')}. Erased since: ${pluralise(erased.length)}. Nothing is sent until "backup release-mail", which erases first.`,
    ];
    answer({ backup, to: describeDatabase(to), kept, held, erased, restored }, words);
    if (!restored) throw new CommandFailure('Nothing is restored yet. Stop the server, then add --yes.', 2);
  },
};

/** The path of a database file that is on this machine; null of none. */
function whereItStands(path: string | undefined): string | null {
  return path !== undefined && existsSync(path) ? path : null;
}

/** @returns what ends it */
function keepServersOut(dataDirectory: string): () => void {
  const held = lockDirectory(dataDirectory, 'server', `the restoring of a backup (process ${process.pid})`);
  if (held.ok) return held.release;
  throw new CommandFailure(`The data directory ${dataDirectory} is in use by ${held.holder}. Stop that first.`);
}

/** Finds a backup by its name or path. Rejects with a CommandFailure where there is none, or where it cannot be restored. */
export async function findSoundBackup(
  { backupDirectory }: Pick<Config, 'backupDirectory'>,
  name: string,
): Promise<SoundBackup & { path: string }> {
  const path = listBackups(backupDirectory).find((one) => one.name === name)?.path ?? resolve(name);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new CommandFailure(
      `${path} is not there, or this user may not read it. "backup list" shows those in ${backupDirectory}.`,
    );
  }
  if (!statSync(path).isFile()) throw new CommandFailure(`${path} is no file.`);
  const outcome = await checkBackup(path);
  if (!outcome.ok) throw new CommandFailure(`${path} cannot be restored: ${outcome.reason}.`);
  return { ...outcome, path };
}

/** Returns where the database before is kept; null where there was none. */
function replaceFile(backup: string, path: string, hold: Hold): string | null {
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const aside = `${path}.before-restore-${time}`;
  const outcome = putInPlace(backup, path, { aside, hold });
  if (!outcome.ok) throw new CommandFailure(`Nothing was restored: ${outcome.reason}.`);
  return outcome.kept ? aside : null;
}

/** Gives an empty database the tables of the backup's schema, which the next server migrates, and its rows where they are wanted. */
async function fillPostgres(
  place: DatabasePlace,
  { backup, schema, hold }: { backup: string; schema: number; hold: Hold | null },
): Promise<void> {
  const known = migrations.slice(0, schema);
  const { database, ready, close } = createDatabase(place, { older: 'begin', migrations: known });
  try {
    await ready();
    const reason = hold === null ? await explainOccupied(database) : await moveBackup(backup, database, hold);
    if (reason !== null) throw refusal(reason);
  } finally {
    await close();
  }
}

function refusal(reason: string): CommandFailure {
  const advice = 'createdb --owner=website --encoding=UTF8 --template=template0 website_restored';
  return new CommandFailure([
    `Nothing was restored: ${reason}.`,
    `Make an empty one beside it (${advice}), name that in DATABASE_URL, and call this again.`,
  ]);
}
