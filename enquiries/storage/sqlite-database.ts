import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { sqliteCode } from '../../process/sqlite-code.ts';
import { databaseVersions, migrate, sqliteSchema } from './migrate.ts';
import { DatabaseOpenError, type Database, type OpenDatabase, type OpeningSettings } from './sql-database.ts';
import { createOpening } from './sql-opening.ts';
import { copySqlite } from './sqlite-copy.ts';
import { createLockPatience, databaseOn, lockPatience, type LockPatience } from './sqlite-driver.ts';
import { markAsStanding, openedPlace, prepareFile, watch, type Place } from './sqlite-file.ts';

interface OpenFile {
  file: DatabaseSync;
  place: Place;
}

/** `beforehand` is called before the file is touched; what it throws keeps the database closed. */
export interface SqliteSettings extends OpeningSettings {
  beforehand?: (() => void) | undefined;
}

/**
 * The database file, made with its directory where none has been, and brought to this code's version when it is opened.
 */
export function openSqliteDatabase(path: string, settings: SqliteSettings = {}): OpenDatabase {
  const patiently = createLockPatience();
  const opening = createOpening(() => openFile(path, settings, patiently));
  const database = databaseOn(async () => (await opening.open()).file, patiently);
  return {
    database,
    dialect: {
      locksRows: false,
      contains: likeInSqlite,
      isAmong: amongInSqlite,
      afterErasing: emptyWriteAheadLog,
      assertInPlace: async () => (await opening.open()).place.assert(),
    },
    ready: async () => void (await opening.open()),
    async copyTo(file) {
      await opening.open();
      await copySqlite(path, file, settings.release ?? unknownRelease);
    },
    versions: () => databaseVersions(database, sqliteSchema),
    async close() {
      const opened = await opening.end();
      if (opened === undefined) return;
      await database.destroy();
      // Kysely closes only what it has used.
      if (opened.file.isOpen) opened.file.close();
      opened.place.setLostLogAside();
    },
  };
}

async function openFile(
  path: string,
  { beforehand, backUp, release = unknownRelease }: SqliteSettings,
  patiently: LockPatience,
): Promise<OpenFile> {
  let file: DatabaseSync | undefined;
  try {
    beforehand?.();
    prepareFile(path);
    const isInPlace = watch(path);
    const opened = (file = openWithoutWaiting(path));
    await patiently(() => opened.exec(pragmas));
    await migrate(
      databaseOn(async () => opened, patiently),
      sqliteSchema,
      {
        place: path,
        release,
        backUp: (schema) => backUp?.(schema, (copy) => copySqlite(path, copy, release)),
      },
    );
    const place = openedPlace(path, isInPlace);
    place.assert();
    markAsStanding(path);
    return { file, place };
  } catch (fault) {
    file?.close();
    if (fault instanceof DatabaseOpenError || !(fault instanceof Error)) throw fault;
    throw new DatabaseOpenError(path, ...explained(fault, path));
  }
}

const unknownRelease = 'unknown';

function openWithoutWaiting(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 0 });
  // SQLite's own knows A to Z alone: "Österreich" would not be found by "österreich".
  file.function('lower', { deterministic: true }, (text) => String(text).toLowerCase());
  return file;
}

/** SQLite's own LIKE knows A to Z alone, and is far quicker than a function of ours: that looks only at what may match. */
export function likeInSqlite(text: RawBuilder<unknown>, pattern: string): RawBuilder<boolean> {
  const roughly = pattern.replaceAll(/\P{ASCII}+/gu, '%');
  const like = sql<boolean>`${text} LIKE ${roughly} ESCAPE '\\'`;
  return roughly === pattern
    ? like
    : sql<boolean>`(${like} AND lower(${text}) LIKE ${pattern.toLowerCase()} ESCAPE '\\')`;
}

export function amongInSqlite(text: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${text} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`;
}

/** SQLite says "unable to open database file" for nearly everything; two common mistakes get better words. */
function explained(
  fault: Error & { code?: string },
  path: string,
): [reason: string, options: { cause: Error; isLasting: boolean }] {
  const lasting = { cause: fault, isLasting: true };
  if (fault.code === 'EEXIST' || fault.code === 'ENOTDIR') return [`${dirname(path)} is not a directory`, lasting];
  if (existsSync(`${path}/.`)) return ['it is a directory', lasting];
  return [fault.message, { cause: fault, isLasting: sqliteCode(fault) === 'notADatabase' }];
}

/**
 * Erased text would live on in the write-ahead log. While another process reads, that cannot be emptied: after a while it is
 * left to the next erasing, and to the daily purge.
 */
async function emptyWriteAheadLog(database: Database): Promise<void> {
  const giveUpAt = performance.now() + lockPatience;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
    if (rows[0]?.busy !== 1 || performance.now() >= giveUpAt) return;
    await setTimeout(50);
  }
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
