import { accessSync, constants, statSync } from 'node:fs';
import type { Command } from 'commander';
import { listBackups, makeBackup, pruneBackups, whyNotWritten, type Backup } from '../enquiries/storage/backups.ts';
import { inWords } from '../enquiries/storage/sql-copy-rows.ts';
import { createSqlEnquiryStore } from '../enquiries/storage/sql-enquiry-store.ts';
import { checkBackup } from '../enquiries/storage/sqlite-backup-check.ts';
import { site } from '../content/words.ts';
import { readConfig } from '../start/config.ts';
import { holdDirectory, type HoldOutcome } from '../process/data-directory-lock.ts';
import { openDatabase } from '../start/open-database.ts';
import { release } from '../process/site-directory.ts';
import {
  CommandFailure,
  expectDatabase,
  explainFault,
  jsonText,
  line,
  tellBackup,
  type CommandContext,
} from './command.ts';
import { counted, shortTime, table } from './enquiry-text.ts';

type Options = { json?: boolean };

/** Adds `make`, `check` and `list`. */
export function addBackupCommands(backup: Command, context: CommandContext): void {
  backup
    .command('make', { isDefault: true })
    .summary('Makes a backup, checks it, and removes those that are too old')
    .option(
      '--json',
      'a JSON object: "path", "bytes", "seconds", what it "contains", and the names that were "removed"',
    )
    .description(`It works while the server runs, and holds nobody up. A backup is one SQLite file, also of a PostgreSQL
database: it is a database of the site, of one moment. It is made in BACKUP_DIRECTORY, by default backups/ beside the database,
and counts only once it was restored into a scratch database and found whole: so there has to be room for it twice. Backups older
than backupRetentionDays in content/site.yaml are removed then, and never the newest.

Without "make", "backup" does the same. Call it once a day: website-backup.timer does.

Example: npm run admin -- backup`)
    .action((options: Options) => make(options, context));

  backup
    .command('check')
    .summary('Restores a backup into a scratch database, and says what is in it')
    .argument('<file>', 'the backup')
    .option(
      '--json',
      'a JSON object: "path", the "schema", when and by which release it was "made", and what it "contains"',
    )
    .description(`The file is only read. Nothing stays of the scratch database, which needs room in BACKUP_DIRECTORY. Restored are
files of this release's schema and of older ones.

Example: npm run admin -- backup check /var/backups/website/website-2026-11-22T08-00-00Z.db`)
    .action((file: string, options: Options) => check(file, options, context));

  backup
    .command('list')
    .summary('Lists the backups, the newest first')
    .option('--json', 'a JSON array: "path", "name", "at", "bytes" and "beforeSchema"')
    .description(`Those that were made before a change of the database's schema say so. Times are in this machine's time zone, in
names in UTC.

Example: npm run admin -- backup list`)
    .action((options: Options) => list(options, context));
}

async function make({ json }: Options, context: CommandContext): Promise<void> {
  const { backupDirectory: directory, ...config } = readConfig(context.env, context.namesInFile);
  expectDatabase(config.database);
  await using stack = new AsyncDisposableStack();
  stack.defer(hold(directory));
  const { database, dialect, copyTo } = stack.adopt(
    await openDatabase(config.database, {
      connections: config.databaseConnections,
      backups: { directory, onMade: tellBackup(context) },
    }),
    ({ close }) => close(),
  );

  const at = new Date();
  const made = await makeBackup(directory, { at }, async (file) => {
    await copyTo(file);
    const checked = await checkBackup(file, directory, release);
    return checked.ok ? checked : { ok: false, reason: `it could not be restored: ${checked.reason}` };
  });
  if (!made.ok) throw failure(made.reason);
  const noted = createSqlEnquiryStore(database, dialect).remember('backup', at.toISOString());
  const whyNot = await noted.then(() => [], explained);
  const days = site.backupRetentionDays;
  const removed = pruneBackups(directory, made.path, days, at);

  const seconds = (Date.now() - at.getTime()) / 1000;
  const { path, contents } = made;
  const { size: bytes } = statSync(path);
  const pruned = removed.length === 0 ? '' : ` Removed ${removed.length} older than ${days} days.`;
  const what = counted(contents['enquiries'] ?? 0);
  context.write(
    json
      ? jsonText({ path, bytes, seconds, contains: contents, removed })
      : line(`Made and checked ${path}: ${what}, ${inSize(bytes)}, in ${seconds.toFixed(1)} s.${pruned}`),
  );
  if (whyNot.length > 0)
    throw new CommandFailure([
      'That it was made could not be noted: the doctor and /readyz do not know of it.',
      ...whyNot,
    ]);
}

function explained(fault: unknown): readonly string[] {
  const reasons = explainFault(fault);
  if (reasons === null) throw fault;
  return reasons;
}

async function check(file: string, { json }: Options, { env, namesInFile, write }: CommandContext): Promise<void> {
  expectReadable(file);
  const outcome = await checkBackup(file, readConfig(env, namesInFile).backupDirectory, release);
  if (!outcome.ok) throw new CommandFailure([`${file} cannot be restored: ${outcome.reason}.`]);
  const { schema, made, contents } = outcome;
  if (json) return write(jsonText({ path: file, schema, made, contains: contents }));
  const by = made === null ? 'by other means' : `${shortTime(new Date(made.at))}, by release ${made.release}`;
  write(line(`${file} can be restored.\nMade:    ${by}\nSchema:  ${schema}\nHolds:   ${inWords(contents)}`));
}

async function list({ json }: Options, { env, namesInFile, write }: CommandContext): Promise<void> {
  const { backupDirectory } = readConfig(env, namesInFile);
  const backups = listBackups(backupDirectory);
  if (json) return write(jsonText(backups));
  if (backups.length === 0)
    return write(line(`There is no backup in ${backupDirectory}. Make one: npm run admin -- backup`));
  const now = new Date();
  write(table([['MADE', 'AGE', 'SIZE', 'FILE'], ...backups.map((backup) => cells(backup, now))]));
}

function cells({ at, bytes, name }: Backup, now: Date): string[] {
  const hours = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 3_600_000));
  const age = hours < 48 ? counted(hours, 'hour', 'hours') : counted(Math.floor(hours / 24), 'day', 'days');
  return [shortTime(at), age, inSize(bytes), name];
}

function inSize(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes < 1 ? `${Math.ceil(bytes / 1024)} KiB` : `${mebibytes.toFixed(1)} MiB`;
}

function hold(directory: string): () => void {
  const held = tryToHold(directory);
  if (held.ok) return held.release;
  throw new CommandFailure([`Another backup is being made, by ${held.holder}. Nothing was done.`]);
}

function tryToHold(directory: string): HoldOutcome {
  try {
    return holdDirectory(directory, 'backup', `process ${process.pid}, since ${new Date().toISOString()}`);
  } catch (fault) {
    const reason = whyNotWritten(fault, directory);
    if (reason === null) throw fault;
    throw failure(reason);
  }
}

function failure(reason: string): CommandFailure {
  return new CommandFailure([`No backup was made: ${reason}. Those from before are as they were.`]);
}

function expectReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK);
    if (statSync(file).isFile()) return;
  } catch {
    throw new CommandFailure([`${file} is not there, or this user may not read it.`]);
  }
  throw new CommandFailure([`${file} is no file.`]);
}
