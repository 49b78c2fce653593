import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { keepPrivate, restrictPermissions } from '../process/private-file.ts';
import { getSqliteCode } from '../process/sqlite-code.ts';
import { describeVersions, migrate } from './migrate.ts';
import { createOpening, DatabaseOpenError, type OpenDatabase, type OpeningSettings } from './database.ts';
import { copySqlite } from './sqlite-copy.ts';
import {
  createBusyRetry,
  createSqliteDatabase,
  truncateWriteAheadLog,
  sqliteQueries,
  sqliteSchema,
  type BusyRetry,
} from './sqlite-driver.ts';
import { findLoss, watchFiles, type DatabaseFiles } from './sqlite-files.ts';

interface OpenFile {
  file: DatabaseSync;
  /** Undefined of one that is opened to be copied: it may be of any schema. */
  files?: DatabaseFiles | undefined;
}

/**
 * The database file, made with its directory where none has been, and brought to this code's version when it is opened,
 * unless the settings say otherwise.
 */
export function openSqliteDatabase(path: string, settings: OpeningSettings = {}): OpenDatabase {
  const patiently = createBusyRetry();
  const opening = createOpening(() => openFile(path, settings, patiently));
  const database = createSqliteDatabase(async () => (await opening.open()).file, patiently);
  return {
    database,
    dialect: {
      ...sqliteQueries,
      commitMarks: async () => (await opening.open()).files,
      async afterErasing() {
        const { files } = await opening.open();
        await truncateWriteAheadLog(database);
        files?.acceptShorterLog();
      },
    },
    findLoss: () => findLoss(path),
    async findDamage() {
      const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check(1)`.execute(database);
      const found = rows[0]?.quick_check ?? '';
      return found === 'ok' ? null : `SQLite finds damage in ${path}: ${found}. Stop the server and restore a backup`;
    },
    ready: async () => void (await opening.open()),
    async copyTo(file) {
      await opening.open();
      await copySqlite(path, file);
    },
    versions: () => describeVersions(database, sqliteSchema),
    async close() {
      const opened = await opening.end();
      if (opened === undefined) return;
      const closeWriter = async (): Promise<void> => {
        await database.destroy();
        // Kysely closes only what it has used.
        if (opened.file.isOpen) opened.file.close();
      };
      await (opened.files ? opened.files.close(closeWriter) : closeWriter());
    },
  };
}

async function openFile(
  path: string,
  { beforehand, ...settings }: OpeningSettings,
  patiently: BusyRetry,
): Promise<OpenFile> {
  let file: DatabaseSync | undefined;
  try {
    beforehand?.();
    prepareFile(path);
    const opened = (file = openWithoutWaiting(path));
    await patiently(() => opened.exec(pragmas));
    await migrate(
      createSqliteDatabase(async () => opened, patiently),
      sqliteSchema,
      { ...settings, place: path, copyTo: (copy) => copySqlite(path, copy) },
    );
    const { older = 'migrate' } = settings;
    const files = older === 'leave' ? undefined : watchFiles(path, opened, older === 'migrate');
    keepPrivate(getMarkerPath(path));
    return { file, files };
  } catch (fault) {
    file?.close();
    if (fault instanceof DatabaseOpenError || !(fault instanceof Error)) throw fault;
    throw new DatabaseOpenError(path, ...explained(fault, path));
  }
}

function openWithoutWaiting(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 0 });
  // SQLite's own knows A to Z alone: "Österreich" would not be found by "österreich".
  file.function('lower', { deterministic: true }, (text) => String(text).toLowerCase());
  return file;
}

/** SQLite says "unable to open database file" for nearly everything; two common mistakes get better words. */
function explained(
  fault: Error & { code?: string },
  path: string,
): [reason: string, options: { cause: Error; isLasting: boolean }] {
  const lasting = { cause: fault, isLasting: true };
  if (fault.code === 'EEXIST' || fault.code === 'ENOTDIR') return [`${dirname(path)} is not a directory`, lasting];
  if (existsSync(`${path}/.`)) return ['it is a directory', lasting];
  return [fault.message, { cause: fault, isLasting: getSqliteCode(fault) === 'notADatabase' }];
}

// FULL: each commit reaches the disk before it returns. secure_delete: erased enquiries are overwritten, not only freed.
// The hashes come in no order, so that each enquiry changes two pages of their own: with small pages (of a new file; others
// keep theirs) and a write-ahead log of up to 8 MB a quarter more enquiries are taken in a second.
const pragmas = `
  PRAGMA page_size = 1024;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = 8000;
`;

/**
 * Makes the file where none has been, with its directory: both for the owner alone, for it holds personal data. Throws
 * a DatabaseOpenError where a database has stood and is gone: an empty one in its place would hide that.
 */
function prepareFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // In this order: a process that makes the database at this moment writes the file first.
  if (existsSync(getMarkerPath(path)) && isEmpty(path))
    throw new DatabaseOpenError(
      path,
      `the file is missing or empty, and a database has stood there. Restore it from a backup, or delete ${getMarkerPath(path)} to begin with an empty one`,
    );
  keepPrivate(path);
  // SQLite gives new ones the rights of the file.
  for (const companion of ['-wal', '-shm']) restrictPermissions(path + companion);
}

/** Returns the path of an empty marker file beside the database, which remains if the database is lost. */
export function getMarkerPath(path: string): string {
  return `${path}.stands`;
}

function isEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}
