import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import { kyselyDriver } from './sqlite-driver.ts';
import { migrate } from './sqlite-migrations.ts';

/** Times are ISO 8601 text in UTC, which sorts as it reads. */
export interface Tables {
  enquiries: {
    id: string;
    received_at: string;
    name: string;
    email: string;
    company: string;
    subject: string;
    message: string;
  };
  deliveries: {
    enquiry_id: string;
    message_id: string;
    state: 'due' | 'delivered' | 'failed';
    queued_at: string;
    attempts: number;
    due_at: string;
    delivered_at: string | null;
    last_reason: string | null;
  };
  settings: { key: string; value: string };
}

export type Database = Kysely<Tables>;

export interface OpenDatabase {
  database: Database;
  close(): Promise<void>;
}

/** The database file cannot be used: its path, and why, in words for the operator. */
export class DatabaseOpenError extends Error {
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`The database ${path} cannot be opened: ${reason}`, options);
    this.name = 'DatabaseOpenError';
    this.path = path;
    this.reason = reason;
  }
}

/**
 * Opens the database file, made with its directory where missing, and brings it to this code's version. Throws a DatabaseOpenError when it cannot be created, read or written.
 */
export function openSqliteDatabase(path: string): OpenDatabase {
  const file = openFile(path);
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: kyselyDriver(file) }) });
  return {
    database,
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
const pragmas = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
`;
