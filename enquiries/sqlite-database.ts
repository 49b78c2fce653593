import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { DatabaseOpenError, type OpenDatabase, type Tables } from './sql-database.ts';
import { kyselyDriver } from './sqlite-driver.ts';
import { migrate } from './sqlite-migrations.ts';

/**
 * Opens the database file, made with its directory where missing, and brings it to this code's version. Throws a
 * DatabaseOpenError when it cannot be created or read.
 */
export function openSqliteDatabase(path: string): OpenDatabase {
  const file = openFile(path);
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: kyselyDriver(file) }) });
  return {
    database,
    dialect: {
      locksRows: false,
      // Without a checkpoint the erased text would live on in the write-ahead log.
      afterErasing: async () => void (await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database)),
    },
    async close() {
      await database.destroy();
      // Kysely closes only what it has used.
      if (file.isOpen) file.close();
    },
  };
}

function openFile(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    // The file holds personal data: its directory is made for the owner alone.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: 5000 });
    // SQLite's own knows A to Z alone: "Österreich" would not be found by "österreich".
    database.function('lower', { deterministic: true }, (text) => String(text).toLowerCase());
    database.exec(pragmas);
    const migrated = migrate(database);
    if (!migrated.ok) throw new DatabaseOpenError(path, migrated.reason);
    return database;
  } catch (fault) {
    database?.close();
    if (fault instanceof DatabaseOpenError || !(fault instanceof Error)) throw fault;
    throw new DatabaseOpenError(path, reasonFor(fault, path), { cause: fault });
  }
}

/** SQLite says "unable to open database file" for nearly everything; two common mistakes get better words. */
function reasonFor(fault: Error & { code?: string }, path: string): string {
  if (fault.code === 'EEXIST' || fault.code === 'ENOTDIR') return `${dirname(path)} is not a directory`;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return 'it is a directory';
  return fault.message;
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
