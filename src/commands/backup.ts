import { statSync } from 'node:fs';
import { getLatestPlausibleTime } from '../process/clock.ts';
import { listBackups, makeBackup, pruneBackups, addErasedIdsToBackup } from '../database/backups.ts';
import { explainWriteError, type Backup } from '../database/backups.ts';
import { findNewestRestorableBackup } from '../database/check-backup.ts';
import { storeMeta } from '../database/meta.ts';
import { site } from '../content/release-content.ts';
import { lockDirectory } from '../process/directory-lock.ts';
import { tryProgram } from '../process/try-program.ts';
import { formatFileSize } from '../text/format-file-size.ts';
import { CommandFailure, type CommandCall, type OperatorCommand } from './command.ts';
import { pluralise } from '../text/format-text.ts';
import { formatTable, formatLocalTime } from './format-text.ts';
import { releaseMailCommand } from './release-mail.ts';
import { backupNameArgument, requireRestorableBackup, restoreCommand } from './restore-backup.ts';

/** Commands `backup make`, `copy`, `restore`, `release-mail`, `check` and `list`. */
export const backupCommands: readonly OperatorCommand[] = [
  {
    name: 'make',
    isDefault: true,
    summary: 'Makes a backup, checks it, and removes those that are too old',
    json: 'a JSON object: "path", "bytes", "seconds", and the names that were "removed"',
    description: `It works while the server runs, without delaying it. A backup is one SQLite file, also of a PostgreSQL
database: a consistent snapshot. It is made in BACKUP_DIRECTORY, by default backups/ beside the database, and counts only
once SQLite has checked all of it. A file beside it has its SHA-256. Then backups older than backupRetentionDays in
content/site.yaml are removed, but never the newest seven.

Without "make", "backup" does the same. Run it once a day: website-backup.timer does.`,
    examples: ['backup'],
    run: makeAndPrune,
  },
  {
    name: 'copy',
    summary: 'Hands the newest good backup to BACKUP_COPY, for another place',
    json: 'a JSON object: "backup", its path, or null if BACKUP_COPY is not set, and the "files" that were copied',
    description: `BACKUP_COPY is called for each file, whose path takes the place of {} or comes last: what was erased until
now, the SHA-256, the backup. A call has an hour. website-backup.service does this after each backup.`,
    examples: ['backup copy'],
    run: copyNewest,
  },
  restoreCommand,
  releaseMailCommand,
  {
    name: 'check',
    summary: 'Says whether a backup can be restored',
    arguments: [backupNameArgument],
    json: 'a JSON object: "path", its "schema", and by which "release" it was made',
    description: `It is compared with the SHA-256 in the file beside it, if there is one, and SQLite checks all of it. The file is
only read.`,
    examples: ['backup check website-2026-11-22T08-00-00Z.db'],
    async run({ loadConfig, writeResult }, name = '') {
      const { path, schema, source } = await requireRestorableBackup(loadConfig(), name);
      const made = source === null ? 'made by other means' : `made by release ${source.release}`;
      writeResult(
        { path, schema, release: source?.release ?? null },
        `${path} can be restored: schema ${schema}, ${made}.`,
      );
    },
  },
  {
    name: 'list',
    summary: 'Lists the backups, the newest first',
    json: 'a JSON array: "path", "name", "at", "bytes", "sha256" and "beforeSchema"',
    description: `The names of those made before a migration say so. Times are in this machine's time zone, in names in UTC.`,
    examples: ['backup list'],
    async run({ loadConfig, writeResult }) {
      const { backupDirectory } = loadConfig();
      const backups = listBackups(backupDirectory);
      const none = `There is no backup in ${backupDirectory}. Make one: npm run admin -- backup`;
      const rows = backups.map((backup) => formatBackupCells(backup, new Date()));
      writeResult(backups, formatTable(rows, none, ['MADE', 'AGE', 'SIZE', 'SHA-256', 'FILE']));
    },
  },
];

async function makeAndPrune({ loadConfig, cleanup, openCore, writeResult }: CommandCall): Promise<void> {
  const config = loadConfig();
  const { backupDirectory: directory, erasedListPath } = config;
  const { database, copyToFile } = (await openCore(config, 'leave')).database;
  cleanup.defer(lockBackupDirectory(directory));

  const at = new Date();
  const backup = await makeBackup(directory, { at, erasedListPath }, copyToFile);
  if (!backup.ok) throw createBackupFailure(backup.reason);
  const days = site.backupRetentionDays;
  const removed = pruneBackups(directory, backup.path, days, at);

  const seconds = (Date.now() - at.getTime()) / 1000;
  const { path } = backup;
  const { size: bytes } = statSync(path);
  const pruned = removed.length === 0 ? '' : ` Removed ${removed.length} older than ${days} days.`;
  writeResult(
    { path, bytes, seconds, removed },
    `Made ${path}: ${formatFileSize(bytes)}, in ${seconds.toFixed(1)} s.${pruned}`,
  );
  // For the doctor and /readyz. If it fails, the backup exists all the same.
  await storeMeta(database, 'backup', at.toISOString());
}

async function copyNewest({ loadConfig, openCore, writeResult }: CommandCall): Promise<void> {
  const { backupCopyCommand: command, backupDirectory, erasedListPath } = loadConfig();
  if (command === undefined)
    return writeResult({ backup: null, files: [] }, 'Nothing was copied: BACKUP_COPY is not set.');
  const newest = await findNewestRestorableBackup(backupDirectory);
  if (newest === null) throw new CommandFailure(`There is no good backup in ${backupDirectory}. "backup" makes one.`);
  const files = addErasedIdsToBackup(newest.path, erasedListPath);
  const words = command.some((word) => word.includes('{}')) ? command : [...command, '{}'];
  for (const file of files) {
    const call = words.map((word) => word.replaceAll('{}', () => file));
    const reason = await tryProgram(call, 60 * 60_000);
    if (reason !== null) throw new CommandFailure(`${file} was not copied: ${reason}.`);
  }
  const { database } = await openCore(undefined, 'leave');
  await storeMeta(database.database, 'off-site', newest.at.toISOString());
  writeResult({ backup: newest.path, files }, `Copied ${newest.path}, and what belongs to it.`);
}

function formatBackupCells({ at, bytes, sha256, name }: Backup, now: Date): string[] {
  const hours = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 3_600_000));
  const age = hours < 48 ? pluralise(hours, 'hour', 'hours') : pluralise(Math.floor(hours / 24), 'day', 'days');
  return [
    formatLocalTime(at),
    at > getLatestPlausibleTime(now) ? 'ahead' : age,
    formatFileSize(bytes),
    sha256?.slice(0, 12) ?? 'unknown',
    name,
  ];
}

function lockBackupDirectory(directory: string): () => void {
  try {
    const held = lockDirectory(directory, 'backup', `process ${process.pid}, since ${new Date().toISOString()}`);
    if (held.ok) return held.release;
    throw new CommandFailure(`Another backup is being made, by ${held.holder}. Nothing was done.`);
  } catch (error) {
    const reason = explainWriteError(error, directory);
    if (reason === null) throw error;
    throw createBackupFailure(reason);
  }
}

function createBackupFailure(reason: string): CommandFailure {
  return new CommandFailure(`No backup was made: ${reason}. Those from before are as they were.`);
}
