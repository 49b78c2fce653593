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
import { getSqliteErrorCode } from '../process/sqlite-error-code.ts';
import { formatSearchQuery, type Database, type SqlDialect } from './database.ts';
import type { SchemaDialect } from './migrate.ts';
import type { Tables } from './tables.ts';

/** Returns a database for a file of `node:sqlite`. `open` is called on first use, and again after it rejected. */
export function createSqliteDatabase(open: () => Promise<DatabaseSync>, retryWhileBusy = createBusyRetry()): Database {
  return createSqliteDatabaseByDriver(() => new BusyRetryDriver(open, retryWhileBusy));
}

/** Returns a database with SQLite's dialect and this driver. */
export function createSqliteDatabaseByDriver(createDriver: () => Driver): Database {
  return new Kysely<Tables>({
    dialect: {
      createDriver,
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

/** Kysely's SQLite driver, which also waits for locks of other processes. */
class BusyRetryDriver extends SqliteDriver {
  readonly #open: () => Promise<DatabaseSync>;
  readonly #retryWhileBusy: BusyRetry;
  #connection: DatabaseConnection | undefined;

  constructor(open: () => Promise<DatabaseSync>, retryWhileBusy: BusyRetry) {
    super({ database: async () => adaptToKysely(await open()) });
    this.#open = open;
    this.#retryWhileBusy = retryWhileBusy;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return (this.#connection ??= wrapConnection(connection, await this.#open(), this.#retryWhileBusy));
  }
}

function wrapConnection(
  connection: DatabaseConnection,
  database: DatabaseSync,
  retryWhileBusy: BusyRetry,
): DatabaseConnection {
  return {
    // Without retry in a transaction: it has the lock since its start.
    executeQuery: (query) =>
      database.isTransaction
        ? connection.executeQuery(query)
        : retryWhileBusy(() => connection.executeQuery(query), !SelectQueryNode.is(query.query)),
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}

/** Adapts a `node:sqlite` database to the better-sqlite3 interface of Kysely's SqliteDialect. */
export function adaptToKysely(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, StatementSync>();

  /** Returns a statement from an LRU cache: preparing took a twentieth of the time of storing an enquiry. */
  function getStatement(sql: string): StatementSync {
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
      // On a full disk SQLite rolls back by itself: another rollback would fail and hide the reason.
      const isDone = sql === 'rollback' && !database.isTransaction;
      // `begin immediate` takes the write lock: a transaction that reads first could not wait for it.
      const statement = getStatement(isDone ? 'select 1' : sql === 'begin' ? 'begin immediate' : sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(toSqliteValue)),
        run: (parameters) => statement.run(...parameters.map(toSqliteValue)),
        iterate: (parameters) => statement.iterate(...parameters.map(toSqliteValue)),
      };
    },
  };
}

function toSqliteValue(value: unknown): SQLInputValue {
  return value instanceof Date ? value.toISOString() : (value as SQLInputValue);
}

/** Retries while another process locks the database. `provesUnlocked` is false for reads: a write lock permits them. */
export type BusyRetry = <Result>(action: () => Result | Promise<Result>, provesUnlocked?: boolean) => Promise<Result>;

/** Longest wait for a lock, in milliseconds. */
export const busyTimeoutMs = 5000;

/**
 * Returns the shared retry of one database. It ends 5 seconds after any caller first met the lock; others then try only
 * once, until one succeeds. SQLite's own busy timeout would block the process, for each caller anew.
 */
export function createBusyRetry(): BusyRetry {
  let lockMetAt: number | undefined;
  return async (action, provesUnlocked = true) => {
    for (let pause = 10; ; pause = Math.min(pause + 10, 50)) {
      try {
        const result = await action();
        const hasWaited = pause > 10;
        if (provesUnlocked || hasWaited) lockMetAt = undefined;
        return result;
      } catch (error) {
        if (getSqliteErrorCode(error) !== 'busy') throw error;
        lockMetAt ??= performance.now();
        if (performance.now() - lockMetAt >= busyTimeoutMs) throw error;
      }
      await setTimeout(pause);
    }
  };
}

export const sqliteSchemaDialect: SchemaDialect = {
  fragments: {
    bytewiseText: 'TEXT',
    time: 'TEXT',
    bigInteger: 'INTEGER',
    bytes: 'BLOB',
    tableSuffix: 'STRICT',
    // FTS5 with secure-delete. INTEGER PRIMARY KEY keeps the row numbers when the file is copied.
    dialectStatements: [
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
  // Transactions begin with the write lock.
  lockMigrations: async () => {},
  historyTableQuery: sql`SELECT 1 FROM sqlite_schema WHERE name = 'schema_history'`,
  softwareVersion: sql`'SQLite ' || sqlite_version()`,
};

/** The part of SQLite's dialect that is the same for every file. */
export const baseSqliteDialect: Omit<SqlDialect, 'getCommitVerifier' | 'scrubDeletedText'> = {
  supportsRowLocks: false,
  matchesSearch(terms, newestOnly) {
    const matchExpression = formatSearchQuery(terms, '"', '"*', ' AND ', ' OR ');
    // Row numbers have the order of the ids. An unknown id counts as after all.
    const newestClause =
      newestOnly &&
      // If the enquiry was erased, the next remaining one takes its place.
      sql`AND rowid < ifnull((SELECT id FROM search_entries WHERE enquiry_id >= ${newestOnly.beforeId}
        ORDER BY enquiry_id LIMIT 1), 9e18)
      ORDER BY rowid DESC LIMIT ${newestOnly.limit}`;
    return sql<boolean>`enquiries.id IN (SELECT enquiry_id FROM search_entries WHERE id IN (
      SELECT rowid FROM search_index WHERE search_index MATCH ${matchExpression} ${newestClause ?? sql``}))`;
  },
  isOneOf: (text, texts) => sql<boolean>`${text} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`,
};

/**
 * Empties the write-ahead log, in which erased text would remain. That is impossible while another process reads: after
 * 5 seconds it is left to the next erasure or daily purge.
 */
export async function truncateWriteAheadLog(database: Database): Promise<void> {
  const giveUpAt = performance.now() + busyTimeoutMs;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
    if (rows[0]?.busy !== 1 || performance.now() >= giveUpAt) return;
    await setTimeout(50);
  }
}
