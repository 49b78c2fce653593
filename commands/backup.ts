import { statSync } from 'node:fs';
import { getLatestTime } from '../process/clock.ts';
import { listBackups, makeBackup, pruneBackups, explainWriteError, type Backup } from '../database/backups.ts';
import { setMeta } from '../database/meta.ts';
import { site } from '../content/words.ts';
import { lockDirectory } from '../process/directory-lock.ts';
import { CommandFailure, type Call, type OperatorCommand } from './command.ts';
import { expectDatabase } from './context.ts';
import { pluralise, formatTable, formatTime } from './enquiry-text.ts';
import { releaseMailCommand } from './release-mail.ts';
import { backupArgument, findSoundBackup, restoreCommand } from './restore-backup.ts';

export const backupCommands: readonly OperatorCommand[] = [
  {
    name: 'make',
    isDefault: true,
    summary: 'Makes a backup, checks it, and removes those that are too old',
    json: 'a JSON object: "path", "bytes", "seconds", and the names that were "removed"',
    description: `It works while the server runs, and holds nobody up. A backup is one SQLite file, also of a PostgreSQL
database: it is a database of the site, of one moment. It is made in BACKUP_DIRECTORY, by default backups/ beside the database,
and counts only once SQLite has checked all of it. Its SHA-256 stands in a file beside it. Backups older than backupRetentionDays in
content/site.yaml are removed then, and never the newest seven.

Without "make", "backup" does the same. Call it once a day: website-backup.timer does.`,
    examples: ['backup'],
    run: make,
  },
  restoreCommand,
  releaseMailCommand,
  {
    name: 'check',
    summary: 'Says whether a backup can be restored',
    arguments: [backupArgument],
    json: 'a JSON object: "path", its "schema", and by which "release" it was made',
    description: `Its bytes are compared with the SHA-256 in the file beside it, where there is one, and SQLite checks all of it. The
file is only read.`,
    examples: ['backup check website-2026-11-22T08-00-00Z.db'],
    async run({ config, answer }, name = '') {
      const { path, schema, note } = await findSoundBackup(config(), name);
      const made = note === null ? 'made by other means' : `made by release ${note.release}`;
      answer({ path, schema, release: note?.release ?? null }, `${path} can be restored: schema ${schema}, ${made}.`);
    },
  },
  {
    name: 'list',
    summary: 'Lists the backups, the newest first',
    json: 'a JSON array: "path", "name", "at", "bytes", "sha256" and "beforeSchema"',
    description: `Those that were made before a change of the database's schema say so. Times are in this machine's time zone, in
names in UTC.`,
    examples: ['backup list'],
    async run({ config, answer }) {
      const { backupDirectory } = config();
      const backups = listBackups(backupDirectory);
      const none = `There is no backup in ${backupDirectory}. Make one: npm run admin -- backup`;
      const rows = backups.map((backup) => cells(backup, new Date()));
      answer(backups, formatTable(rows, none, ['MADE', 'AGE', 'SIZE', 'SHA-256', 'FILE']));
    },
  },
];

async function make({ config, opened, open, answer }: Call): Promise<void> {
  const { backupDirectory: directory, database: place, erasedList } = config();
  expectDatabase(place);
  opened.defer(lock(directory));
  const { database, copyTo } = (await open(config(), 'leave')).database;

  const at = new Date();
  const made = await makeBackup(directory, { at, erasedList }, copyTo);
  if (!made.ok) throw failure(made.reason);
  const days = site.backupRetentionDays;
  const removed = pruneBackups(directory, made.path, days, at);

  const seconds = (Date.now() - at.getTime()) / 1000;
  const { path } = made;
  const { size: bytes } = statSync(path);
  const pruned = removed.length === 0 ? '' : ` Removed ${removed.length} older than ${days} days.`;
  answer({ path, bytes, seconds, removed }, `Made ${path}: ${inSize(bytes)}, in ${seconds.toFixed(1)} s.${pruned}`);
  // For the doctor and /readyz. Where it fails, the backup is there all the same.
  await setMeta(database, 'backup', at.toISOString());
}

function cells({ at, bytes, sha256, name }: Backup, now: Date): string[] {
  const hours = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 3_600_000));
  const age = hours < 48 ? pluralise(hours, 'hour', 'hours') : pluralise(Math.floor(hours / 24), 'day', 'days');
  return [
    formatTime(at),
    at > getLatestTime(now) ? 'ahead' : age,
    inSize(bytes),
    sha256?.slice(0, 12) ?? 'unknown',
    name,
  ];
}

function inSize(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes < 1 ? `${Math.ceil(bytes / 1024)} KiB` : `${mebibytes.toFixed(1)} MiB`;
}

function lock(directory: string): () => void {
  try {
    const held = lockDirectory(directory, 'backup', `process ${process.pid}, since ${new Date().toISOString()}`);
    if (held.ok) return held.release;
    throw new CommandFailure(`Another backup is being made, by ${held.holder}. Nothing was done.`);
  } catch (fault) {
    const reason = explainWriteError(fault, directory);
    if (reason === null) throw fault;
    throw failure(reason);
  }
}

function failure(reason: string): CommandFailure {
  return new CommandFailure(`No backup was made: ${reason}. Those from before are as they were.`);
}
