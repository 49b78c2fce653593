import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Argument, Option } from 'commander';
import type { MailHold } from '../database/meta.ts';
import { listBackups } from '../database/backups.ts';
import { checkBackup, type RestorableBackup } from '../database/check-backup.ts';
import {
  appendErasedIds,
  erasedListSuffix,
  listErasedListFiles,
  isMailHash,
  readErasedIds,
} from '../database/erased-list.ts';
import { listMigrationsTo } from '../database/schema.ts';
import { copyBackupToPostgres, explainNonEmptyDatabase } from '../database/copy-backup-to-postgres.ts';
import { replaceDatabaseFile } from '../database/restore-backup.ts';
import { inspectBackupContents } from '../database/sqlite-copy.ts';
import { lockDirectory } from '../process/directory-lock.ts';
import type { Config } from '../start/config.ts';
import type { DatabaseLocation } from '../start/setting-definitions.ts';
import { createSiteDatabase, describeDatabaseLocation } from '../start/site-database.ts';
import { CommandFailure, type OperatorCommand } from './command.ts';
import { pluralise } from '../text/format-text.ts';

/** Argument that `requireRestorableBackup` takes. */
export const backupNameArgument = new Argument('<backup>', 'its name in "backup list", or its path');

/** Command `backup restore`. */
export const restoreCommand: OperatorCommand<{ yes?: true }> = {
  name: 'restore',
  summary: 'Replaces the database by a backup',
  arguments: [backupNameArgument],
  options: [new Option('--yes', 'restore; without it the command only checks the backup')],
  json: 'a JSON object: "backup", "to", where the database before is "kept", how many deliveries are "held", "erased" ids that come back, and "restored"',
  description: `While a server runs on the SQLite database, this command refuses: stop it and its sockets first. website-admin does
that by itself. The backup is checked as "backup check" does. The present SQLite database is kept beside the restored one, as
site.db.before-restore-<time>: it holds personal data, so erase it once all is well. A backup is restored to PostgreSQL only if
the database of DATABASE_URL is empty, and no server runs on the SQLite database of the backup: so a site moves there.

Nothing is sent from a restored database until "backup release-mail", which first erases what was erased since.`,
  examples: ['backup restore website-2026-11-22T08-00-00Z.db'],
  async run({ options, writeResult, cleanup, loadConfig }, name = '') {
    const { yes: restored = false } = options;
    const { database: to, erasedListPath, backupDirectory } = loadConfig();
    const { path: backup, schema, source } = await requireRestorableBackup({ backupDirectory }, name);
    // On a move to PostgreSQL, the server of the SQLite database may still accept enquiries.
    const from = to.kind === 'sqlite' ? to.path : source?.from;
    const presentPath = from !== undefined && (to.kind === 'sqlite' || existsSync(from)) ? from : null;
    if (restored && presentPath !== null) cleanup.defer(lockOutServers(dirname(presentPath)));
    const beside = presentPath === null ? [] : [presentPath + erasedListSuffix];
    const directories = [dirname(backup), backupDirectory];
    const lists = [erasedListPath, ...beside, ...directories.flatMap(listErasedListFiles)];
    const knownErasedIds = [...new Set(lists.flatMap(readErasedIds))];
    const { dueDeliveries: held, presentErasedIds: erased } = inspectBackupContents(backup, knownErasedIds);
    const hold = { since: new Date(), erased, mails: knownErasedIds.filter(isMailHash) };
    // The other lists are removed with their backups.
    if (restored) appendErasedIds(erasedListPath, knownErasedIds);
    let kept: string | null = null;
    if (to.kind === 'postgres') await restoreToPostgres(to, { backup, schema, hold: restored ? hold : null });
    else if (restored) kept = restoreToSqlite(backup, to.path, hold);
    const lines = [
      restored
        ? `Restored ${backup} to ${describeDatabaseLocation(to)}.`
        : `${backup} can be restored to ${describeDatabaseLocation(to)}.`,
      ...(restored ? [] : ['What came since it was made is not in it.']),
      ...(kept === null ? [] : [`The database before is ${kept}. Erase it once all is well.`]),
      `Due then: ${pluralise(held, 'delivery', 'deliveries')}. Erased since: ${pluralise(erased.length)}. Nothing is sent until "backup release-mail", which erases first.`,
    ];
    writeResult({ backup, to: describeDatabaseLocation(to), kept, held, erased, restored }, lines);
    if (!restored) throw new CommandFailure('Nothing is restored yet: add --yes.', 2);
  },
};

/** Locks the data directory against servers. Returns a function that releases it. */
function lockOutServers(dataDirectory: string): () => void {
  const held = lockDirectory(dataDirectory, 'server', `the restoring of a backup (process ${process.pid})`);
  if (held.ok) return held.release;
  throw new CommandFailure(`The data directory ${dataDirectory} is in use by ${held.holder}. Stop that first.`);
}

/** Resolves to a backup by its name or path. Rejects with a CommandFailure if it is missing or cannot be restored. */
export async function requireRestorableBackup(
  { backupDirectory }: Pick<Config, 'backupDirectory'>,
  nameOrPath: string,
): Promise<RestorableBackup & { path: string }> {
  const path = listBackups(backupDirectory).find((backup) => backup.name === nameOrPath)?.path ?? resolve(nameOrPath);
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

/** Replaces the database file. Returns the path of the one before; null if there was none. */
function restoreToSqlite(backup: string, databasePath: string, hold: MailHold): string | null {
  const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
  const previousPath = `${databasePath}.before-restore-${time}`;
  const outcome = replaceDatabaseFile(backup, databasePath, { previousPath, hold });
  if (!outcome.ok) throw new CommandFailure(`Nothing was restored: ${outcome.reason}.`);
  return outcome.hadPrevious ? previousPath : null;
}

/** Creates the tables of the backup's schema in an empty database and, unless `hold` is null, copies the rows. */
async function restoreToPostgres(
  location: DatabaseLocation,
  { backup, schema, hold }: { backup: string; schema: number; hold: MailHold | null },
): Promise<void> {
  const { database, ensureOpen, close } = createSiteDatabase(location, {
    olderSchemaPolicy: 'begin',
    migrations: listMigrationsTo(schema),
  });
  try {
    await ensureOpen();
    const reason =
      hold === null ? await explainNonEmptyDatabase(database) : await copyBackupToPostgres(backup, database, hold);
    const advice = 'createdb --owner=website --encoding=UTF8 --template=template0 website_restored';
    const nextStep = `Make an empty one beside it (${advice}), set DATABASE_URL to it, and run this again.`;
    if (reason !== null) throw new CommandFailure([`Nothing was restored: ${reason}.`, nextStep]);
  } finally {
    await close();
  }
}
