import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { ensurePrivateFile, restrictPermissions } from '../process/private-file.ts';
import { getSqliteErrorCode } from '../process/sqlite-error-code.ts';
import { describeVersions, migrateSchema } from './migrate.ts';
import { createLazyResource, DatabaseOpenError, type DatabaseHandle, type OpenDatabaseOptions } from './database.ts';
import { copySqliteFile } from './sqlite-copy.ts';
import {
  createBusyRetry,
  createSqliteDatabase,
  truncateWriteAheadLog,
  baseSqliteDialect,
  sqliteSchemaDialect,
  type BusyRetry,
} from './sqlite-driver.ts';
import { readRecordedDataLoss, watchDatabaseFiles, type DatabaseFileWatch } from './sqlite-file-watch.ts';

interface OpenedFile {
  connection: DatabaseSync;
  /** Undefined if the file was opened to be copied: it may have any schema. */
  watch?: DatabaseFileWatch | undefined;
}

/** Returns a SQLite database that opens on first use: it creates missing files, and migrates unless told otherwise. */
export function openSqliteDatabase(path: string, settings: OpenDatabaseOptions = {}): DatabaseHandle {
  const retryWhileBusy = createBusyRetry();
  const lazyFiles = createLazyResource(() => openFile(path, settings, retryWhileBusy));
  const database = createSqliteDatabase(async () => (await lazyFiles.open()).connection, retryWhileBusy);
  return {
    database,
    dialect: {
      ...baseSqliteDialect,
      getCommitVerifier: async () => (await lazyFiles.open()).watch,
      async scrubDeletedText() {
        const { watch } = await lazyFiles.open();
        await truncateWriteAheadLog(database);
        watch?.acceptTruncatedLog();
      },
    },
    findDataLoss: () => readRecordedDataLoss(path),
    async findDamage() {
      const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check(1)`.execute(database);
      const found = rows[0]?.quick_check ?? '';
      return found === 'ok' ? null : `SQLite finds damage in ${path}: ${found}. Stop the server and restore a backup`;
    },
    ensureOpen: async () => void (await lazyFiles.open()),
    async copyToFile(file) {
      await lazyFiles.open();
      await copySqliteFile(path, file);
    },
    describeVersions: () => describeVersions(database, sqliteSchemaDialect),
    async close() {
      const opened = await lazyFiles.stopOpening();
      if (opened === undefined) return;
      const closeWriter = async (): Promise<void> => {
        await database.destroy();
        // Kysely closes only a connection that it has used.
        if (opened.connection.isOpen) opened.connection.close();
      };
      await (opened.watch ? opened.watch.close(closeWriter) : closeWriter());
    },
  };
}

async function openFile(
  path: string,
  { beforeOpen, ...settings }: OpenDatabaseOptions,
  retryWhileBusy: BusyRetry,
): Promise<OpenedFile> {
  let connection: DatabaseSync | undefined;
  try {
    beforeOpen?.();
    ensureDatabaseFile(path);
    const opened = (connection = openConnection(path));
    await retryWhileBusy(() => opened.exec(pragmas));
    await migrateSchema(
      createSqliteDatabase(async () => opened, retryWhileBusy),
      sqliteSchemaDialect,
      { ...settings, location: path, copyToFile: (copy) => copySqliteFile(path, copy) },
    );
    const { olderSchemaPolicy = 'migrate' } = settings;
    const watch =
      olderSchemaPolicy === 'leave'
        ? undefined
        : await watchDatabaseFiles(path, opened, olderSchemaPolicy === 'migrate');
    ensurePrivateFile(getExistenceMarkerPath(path));
    return { connection, watch };
  } catch (error) {
    connection?.close();
    if (error instanceof DatabaseOpenError || !(error instanceof Error)) throw error;
    throw new DatabaseOpenError(path, ...explainOpenError(error, path));
  }
}

function openConnection(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 0 });
  // SQLite's own handles only A to Z: "österreich" would not find "Österreich".
  file.function('lower', { deterministic: true }, (text) => String(text).toLowerCase());
  return file;
}

/** Returns the reason for the operator. SQLite's "unable to open database file" covers two common causes. */
function explainOpenError(
  error: Error & { code?: string },
  path: string,
): [reason: string, options: { cause: Error; isPermanent: boolean }] {
  const permanent = { cause: error, isPermanent: true };
  if (error.code === 'EEXIST' || error.code === 'ENOTDIR') return [`${dirname(path)} is not a directory`, permanent];
  if (existsSync(`${path}/.`)) return ['it is a directory', permanent];
  return [error.message, { cause: error, isPermanent: getSqliteErrorCode(error) === 'notADatabase' }];
}

// FULL: each commit reaches the disk before it returns. secure_delete: erased enquiries are overwritten.
// Hashes are in no order, so that each enquiry changes two pages: small pages (of a new file; others keep theirs) and a
// write-ahead log of up to 8 MB store a quarter more enquiries a second.
const pragmas = `
  PRAGMA page_size = 1024;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = 8000;
`;

/**
 * Creates an empty database file with its directory, readable by the owner only. Throws a DatabaseOpenError if a
 * database existed there and is gone: an empty one would hide that.
 */
function ensureDatabaseFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // In this order: a process that creates the database meanwhile writes the file first.
  if (existsSync(getExistenceMarkerPath(path)) && isEmpty(path))
    throw new DatabaseOpenError(
      path,
      `the file is missing or empty, and a database has stood there. Restore it from a backup, or delete ${getExistenceMarkerPath(path)} to begin with an empty one`,
    );
  ensurePrivateFile(path);
  // SQLite gives new ones the permissions of the file.
  for (const companion of ['-wal', '-shm']) restrictPermissions(path + companion);
}

/** Returns the path of the empty marker file beside a database, which remains if the database is lost. */
export function getExistenceMarkerPath(databasePath: string): string {
  return `${databasePath}.stands`;
}

function isEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || (found.isFile() && found.size === 0);
}
