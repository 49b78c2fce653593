import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { Kysely, sql, SqliteDialect, type SqliteDatabase } from 'kysely';
import { DatabaseOpenError, type OpenDatabase, type Tables } from './sql-database.ts';
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

/** Shows a `node:sqlite` database as the better-sqlite3-like object that Kysely's SqliteDialect takes. */
function kyselyDriver(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, StatementSync>();

  /** Preparing took a twentieth of the time of storing an enquiry. What was not used for longest makes room. */
  function statementFor(sql: string): StatementSync {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.delete(sql);
    prepared.set(sql, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > 200 && oldest !== undefined) prepared.delete(oldest);
    return statement;
  }

  return {
    close: () => database.close(),
    prepare(sql) {
      // On a full disk SQLite has rolled back by itself: a second rollback would fail and hide the reason.
      if (sql === 'rollback' && !database.isTransaction) return nothingToDo;
      // The write lock is taken first: a transaction that reads before it writes could not wait for it any more.
      const statement = statementFor(sql === 'begin' ? 'begin immediate' : sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(toSqlite)),
        run: (parameters) => statement.run(...parameters.map(toSqlite)),
        iterate: (parameters) => statement.iterate(...parameters.map(toSqlite)),
      };
    },
  };
}

const nothingToDo: ReturnType<SqliteDatabase['prepare']> = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

function toSqlite(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  if (value instanceof Date) return value.toISOString();
  throw new TypeError(`SQLite cannot store a value of type ${typeof value}`);
}
