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

/** Queries for a file of `node:sqlite`. `open` is called at the first use, and again where it rejected. */
export function createSqliteDatabase(open: () => Promise<DatabaseSync>, patiently = createBusyRetry()): Database {
  return createSqliteQueries(() => new PatientDriver(open, patiently));
}

/** Queries in SQLite's language, which a driver carries out. */
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

/** Kysely's own driver, but for what it does when another process has locked the database. */
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
    // Within a transaction nothing waits any more: its beginning has taken the lock.
    executeQuery: (query) =>
      database.isTransaction
        ? connection.executeQuery(query)
        : patiently(() => connection.executeQuery(query), !SelectQueryNode.is(query.query)),
    streamQuery: (query, size) => connection.streamQuery(query, size),
  };
}

/** Shows a `node:sqlite` database as the better-sqlite3-like object that Kysely's SqliteDialect takes. */
export function adaptToKysely(database: DatabaseSync): SqliteDatabase {
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
      const isDone = sql === 'rollback' && !database.isTransaction;
      // The write lock is taken first: a transaction that reads before it writes could not wait for it any more.
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
 * Carries out what may meet the lock of another process, and waits for that without holding up this process.
 * @param proves whether success shows that the lock is gone: a read goes on beside a lock on writing
 */
export type BusyRetry = <Result>(act: () => Result | Promise<Result>, proves?: boolean) => Promise<Result>;

/** Longest wait for a lock, in milliseconds. */
export const busyTimeout = 5000;

/**
 * The patience of one database: it ends 5 seconds after the lock was first met, whoever met it. What comes later, or
 * has queued meanwhile, tries once and fails at once, until something succeeds. SQLite's own waiting (its busy timeout)
 * would hold up the whole process, and each caller anew.
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

/** The schema of SQLite. */
export const sqliteSchema: SchemaDialect = {
  types: {
    id: 'TEXT',
    time: 'TEXT',
    whole: 'INTEGER',
    bytes: 'BLOB',
    end: 'STRICT',
    // Of the index's own kind: one that erases at once, and whose rows keep their numbers when the file is copied.
    own: `
    CREATE TABLE search_entries (
      id INTEGER PRIMARY KEY,
      enquiry_id TEXT NOT NULL UNIQUE REFERENCES enquiries (id) ON DELETE CASCADE,
      words TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE search_index USING fts5 (
      words, content = 'search_entries', content_rowid = 'id', detail = none);
    INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1);
    CREATE TRIGGER search_added AFTER INSERT ON search_entries BEGIN
      INSERT INTO search_index (rowid, words) VALUES (new.id, new.words); END;
    CREATE TRIGGER search_removed AFTER DELETE ON search_entries BEGIN
      INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', old.id, old.words); END;
    CREATE TRIGGER search_changed AFTER UPDATE ON search_entries BEGIN
      INSERT INTO search_index (search_index, rowid, words)
        VALUES ('delete', old.id, old.words), (NULL, new.id, new.words); END;`,
  },
  // Its transactions begin with the lock on writing.
  lock: async () => {},
  history: sql`SELECT 1 FROM sqlite_schema WHERE name = 'schema_history'`,
  software: sql`'SQLite ' || sqlite_version()`,
};

/** SQLite's part of the dialect that needs no file. */
export const sqliteQueries: Omit<SqlDialect, 'commitMarks' | 'afterErasing'> = {
  locksRows: false,
  search(sought, newest) {
    const words = formatSearchQuery(sought, '"', '"*', ' AND ', ' OR ');
    // Rows are numbered as they came, in the order of their ids; an end that is no enquiry's is behind them all.
    const among =
      newest &&
      // The one before may have been erased: the next one that is left stands in its place.
      sql`AND rowid < ifnull((SELECT id FROM search_entries WHERE enquiry_id >= ${newest.before}
        ORDER BY enquiry_id LIMIT 1), 9e18)
      ORDER BY rowid DESC LIMIT ${newest.limit}`;
    return sql<boolean>`enquiries.id IN (SELECT enquiry_id FROM search_entries WHERE id IN (
      SELECT rowid FROM search_index WHERE search_index MATCH ${words} ${among ?? sql``}))`;
  },
  isAmong: (text, texts) => sql<boolean>`${text} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`,
};

/**
 * Erased text would live on in the write-ahead log. While another process reads, that cannot be emptied: after a while
 * it is left to the next erasing, and to the daily purge.
 */
export async function truncateWriteAheadLog(database: Database): Promise<void> {
  const giveUpAt = performance.now() + busyTimeout;
  for (;;) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(database);
    if (rows[0]?.busy !== 1 || performance.now() >= giveUpAt) return;
    await setTimeout(50);
  }
}
