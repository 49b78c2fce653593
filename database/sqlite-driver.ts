import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  Kysely,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
} from 'kysely';
import { getSqliteCode } from '../process/sqlite-code.ts';
import { formatSearchQuery, type Database, type SqlDialect } from './database.ts';
import type { SchemaDialect } from './migrate.ts';
import type { Tables } from './tables.ts';

/** Returns queries for a file of `node:sqlite`. `open` is called on first use, and again after it rejected. */
export function createSqliteDatabase(open: () => Promise<DatabaseSync>, patiently = createBusyRetry()): Database {
  return createSqliteQueries(() => new PatientDriver(open, patiently));
}

/** Returns queries in SQLite's dialect for a driver. */
export function createSqliteQueries(createDriver: () => Driver): Database {
  return new Kysely<Tables>({
    dialect: {
      createDriver,
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Kysely's own driver, which also waits for the locks of other processes. */
class PatientDriver extends SqliteDriver {
  readonly #open: () => Promise<DatabaseSync>;
  readonly #patiently: BusyRetry;
  #connection: DatabaseConnection | undefined;

  constructor(open: () => Promise<DatabaseSync>, patiently: BusyRetry) {
    super({ database: async () => adaptToKysely(await open()) });
    this.#open = open;
    this.#patiently = patiently;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#connection ??= patient(await super.acquireConnection(), await this.#open(), this.#patiently));
  }
}

function patient(connection: DatabaseConnection, database: DatabaseSync, patiently: BusyRetry): DatabaseConnection {
  return {
    // No waiting within a transaction: its start has taken the lock.
    executeQuery: (query) =>
      database.isTransaction
        ? connection.executeQuery(query)
        : patiently(() => connection.executeQuery(query), !SelectQueryNode.is(query.query)),
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}

/** Adapts a `node:sqlite` database to the better-sqlite3 interface of Kysely's SqliteDialect. */
export function adaptToKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, StatementSync>();

  /** An LRU cache of statements: preparing took a twentieth of the time of storing an enquiry. */
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
      // On a full disk SQLite rolls back by itself: a second rollback would fail and hide the reason.
      const isDone = sql === 'rollback' && !database.isTransaction;
      // `begin immediate` takes the write lock: a transaction that reads before it writes could not wait for it.
      const statement = statementFor(isDone ? 'select 1' : sql === 'begin' ? 'begin immediate' : sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(toSqlite)),
        run: (parameters) => statement.run(...parameters.map(toSqlite)),
        iterate: (parameters) => statement.iterate(...parameters.map(toSqlite)),
      };
    },
  };
}

function toSqlite(value: unknown): SQLInputValue {
  return value instanceof Date ? value.toISOString() : (value as SQLInputValue);
}

/**
 * Runs an action, and retries without blocking this process while another one has locked the database.
 * @param proves false if success does not show that the lock is gone: reads succeed during a write lock
 */
export type BusyRetry = <Result>(act: () => Result | Promise<Result>, proves?: boolean) => Promise<Result>;

/** Longest wait for a lock, in milliseconds. */
export const busyTimeout = 5000;

/**
 * Creates the shared retry of one database. It ends 5 seconds after the lock was first met, by any caller. Later and
 * queued callers try once and fail at once, until something succeeds. SQLite's own busy timeout would block the whole
 * process, for each caller anew.
 */
export function createBusyRetry(): BusyRetry {
  let metAt: number | undefined;
  return async (act, proves = true) => {
    for (let pause = 10; ; pause = Math.min(pause + 10, 50)) {
      try {
        const result = await act();
        const hasWaited = pause > 10;
        if (proves || hasWaited) metAt = undefined;
        return result;
      } catch (fault) {
        if (getSqliteCode(fault) !== 'busy') throw fault;
        metAt ??= performance.now();
        if (performance.now() - metAt >= busyTimeout) throw fault;
      }
      await setTimeout(pause);
    }
  };
}

/** Schema dialect of SQLite. */
export const sqliteSchema: SchemaDialect = {
  types: {
    id: 'TEXT',
    time: 'TEXT',
    whole: 'INTEGER',
    bytes: 'BLOB',
    end: 'STRICT',
    // FTS5 with secure-delete. INTEGER PRIMARY KEY keeps the row numbers when the file is copied.
    own: [
      `CREATE TABLE search_entries (
      id INTEGER PRIMARY KEY,
      enquiry_id TEXT NOT NULL UNIQUE REFERENCES enquiries (id) ON DELETE CASCADE,
      words TEXT NOT NULL
    ) STRICT`,
      `CREATE VIRTUAL TABLE search_index USING fts5 (
      words, content = 'search_entries', content_rowid = 'id', detail = none)`,
      `INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1)`,
      `CREATE TRIGGER search_added AFTER INSERT ON search_entries BEGIN
      INSERT INTO search_index (rowid, words) VALUES (new.id, new.words); END`,
      `CREATE TRIGGER search_removed AFTER DELETE ON search_entries BEGIN
      INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', old.id, old.words); END`,
      `CREATE TRIGGER search_changed AFTER UPDATE ON search_entries BEGIN
      INSERT INTO search_index (search_index, rowid, words)
        VALUES ('delete', old.id, old.words), (NULL, new.id, new.words); END`,
    ],
  },
  // Its transactions begin with the write lock.
  lock: async () => {},
  history: sql`SELECT 1 FROM sqlite_schema WHERE name = 'schema_history'`,
  software: sql`'SQLite ' || sqlite_version()`,
};

/** The part of SQLite's dialect that needs no file. */
export const sqliteQueries: Omit<SqlDialect, 'commitMarks' | 'afterErasing'> = {
  locksRows: false,
  search(sought, newest) {
    const words = formatSearchQuery(sought, '"', '"*', ' AND ', ' OR ');
    // Rows are numbered in the order of their ids. An id that is no enquiry's counts as after them all.
    const among =
      newest &&
      // The enquiry may have been erased: the next remaining one takes its place.
      sql`AND rowid < ifnull((SELECT id FROM search_entries WHERE enquiry_id >= ${newest.before}
        ORDER BY enquiry_id LIMIT 1), 9e18)
      ORDER BY rowid DESC LIMIT ${newest.limit}`;
    return sql<boolean>`enquiries.id IN (SELECT enquiry_id FROM search_entries WHERE id IN (
      SELECT rowid FROM search_index WHERE search_index MATCH ${words} ${among ?? sql``}))`;
  },
  isAmong: (text, texts) => sql<boolean>`${text} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`,
};

/**
 * Empties the write-ahead log, in which erased text would remain. That is impossible while another process reads: after
 * a while it is left to the next erasure, and to the daily purge.
 */
export async function truncateWriteAheadLog(database: Database): Promise<void> {
  const giveUpAt = performance.now() + busyTimeout;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
    if (rows[0]?.busy !== 1 || performance.now() >= giveUpAt) return;
    await setTimeout(50);
  }
}
