import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Argument, Option } from 'commander';
import { listBackups } from '../enquiries/storage/backups.ts';
import { moveDatabase, occupied } from '../enquiries/storage/move-database.ts';
import { missingFrom, putInPlace, type Missing } from '../enquiries/storage/restore-backup.ts';
import type { Database } from '../enquiries/storage/sql-database.ts';
import { inWords } from '../enquiries/storage/sql-copy-rows.ts';
import { checkBackup, inScratch, type CheckedBackup } from '../enquiries/storage/sqlite-backup-check.ts';
import { lockDirectory } from '../process/directory-lock.ts';
import { release } from '../process/site-directory.ts';
import type { Config } from '../start/config.ts';
import { databaseAt, placeInWords } from '../start/open-database.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import type { Context } from './context.ts';
import { counted, shortTime } from './enquiry-text.ts';

export const backupArgument = new Argument('<backup>', 'its name in "backup list", or its path');

export const restoreCommand: OperatorCommand<{ yes?: true }> = {
  name: 'restore',
  summary: 'Puts a backup into the place of the database',
  arguments: [backupArgument],
  options: [new Option('--yes', 'restore; without it the command only says what would be missing')],
  json: 'a JSON object: "backup", "to", what it "contains", the "enquiries" that will be "missing" and "since" when, where the database before is "kept", and "restored"',
  description: `Stop the server and its sockets first: while one runs on the SQLite database, this command refuses. The backup is
checked as "backup check" does. A SQLite database that is there is kept beside the restored one, as
site.db.before-restore-<time>: it holds personal data, so erase it once all is well. A backup is put into PostgreSQL only where the
database of DATABASE_URL is empty, and no server runs on the SQLite database that it was made of: so a site moves there.

Mails that were due then are sent again. What was erased since comes back: erase it again.`,
  examples: ['backup restore website-2026-11-22T08-00-00Z.db'],
  async run({ options, answer, opened, ...context }, name = '') {
    const config = context.config();
    const { yes: restored = false } = options;
    const { database: to } = config;
    const { path: backup, contents: contains, made } = await soundBackup(config, name);
    // Whoever moves to PostgreSQL has a database on SQLite, whose server may still take enquiries.
    const present = to.kind === 'sqlite' ? to.path : whereItStands(made?.from);
    if (restored && present !== null) opened.defer(keepServersOut(dirname(present)));
    const lost = present === null ? null : missingFrom(backup, present);
    const kept = restored ? await restore(backup, config, context) : null;
    if (to.kind === 'postgres' && !restored) await expectEmpty(config, context);
    const where = `${placeInWords(to)}: ${inWords(contains)}.`;
    const words = [
      restored ? `Restored ${backup} to ${where}` : `${backup} would be restored to ${where}`,
      ...(present === null ? [] : [lossInWords(lost, kept ?? present)]),
      ...(kept === null ? [] : [`The database before is ${kept}. Erase it once all is well.`]),
    ];
    answer({ backup, to: placeInWords(to), contains, missing: lost, kept, restored }, words);
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

/** A backup by its name or path, once it was found whole. Rejects with a CommandFailure. */
export async function soundBackup(
  { backupDirectory }: Config,
  name: string,
): Promise<CheckedBackup & { path: string }> {
  const path = listBackups(backupDirectory).find((one) => one.name === name)?.path ?? resolve(name);
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new CommandFailure(
      `${path} is not there, or this user may not read it. "backup list" shows those in ${backupDirectory}.`,
    );
  }
  if (!statSync(path).isFile()) throw new CommandFailure(`${path} is no file.`);
  const outcome = await checkBackup(path, backupDirectory, release);
  if (!outcome.ok) throw new CommandFailure(`${path} cannot be restored: ${outcome.reason}.`);
  return { ...outcome, path };
}

/** Resolves to where the database before is kept; null where there was none. */
async function restore(backup: string, config: Config, { open }: Pick<Context, 'open'>): Promise<string | null> {
  const { database: to } = config;
  if (to.kind === 'sqlite') {
    const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
    const aside = `${to.path}.before-restore-${time}`;
    const outcome = putInPlace(backup, to.path, aside);
    if (!outcome.ok) throw new CommandFailure(`Nothing was restored: ${outcome.reason}.`);
    return outcome.kept ? aside : null;
  }
  const target = await expectEmpty(config, { open });
  const moved = await inScratch(backup, config.backupDirectory, async (path) => {
    const source = databaseAt({ kind: 'sqlite', path });
    try {
      return await moveDatabase(source.database, target);
    } finally {
      await source.close();
    }
  });
  if (!moved.ok) throw refusal(moved.reason);
  return null;
}

/** The database of the configuration, with tables and no rows. Rejects with a CommandFailure where it has any. */
async function expectEmpty(config: Config, { open }: Pick<Context, 'open'>): Promise<Database> {
  const { database } = (await open(config, 'begin')).database;
  const reason = await occupied(database);
  if (reason !== null) throw refusal(reason);
  return database;
}

function refusal(reason: string): CommandFailure {
  const advice = 'createdb --owner=website --encoding=UTF8 --template=template0 website_restored';
  return new CommandFailure([
    `Nothing was restored: ${reason}.`,
    `Make an empty one beside it (${advice}), name that in DATABASE_URL, and call this again.`,
  ]);
}

function lossInWords(lost: Missing | null, path: string): string {
  if (lost === null) return `What ${path} holds cannot be read: nobody can tell what is missing.`;
  const since = lost.since === null ? '' : `, from ${shortTime(new Date(lost.since))} on`;
  return `Not in it: ${counted(lost.enquiries)} of ${path}${since}.`;
}
