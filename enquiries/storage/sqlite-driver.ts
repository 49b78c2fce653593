import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  SelectQueryNode,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
} from 'kysely';
import type { LockPatience } from './sqlite-lock.ts';

/** Kysely on `node:sqlite`. `open` is called at the first use, and again where it rejected. */
export function sqliteDialect(open: () => Promise<DatabaseSync>, patiently: LockPatience): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new PatientDriver(open, patiently),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely's own driver, but for what it does when another process has locked the database. */
class PatientDriver extends SqliteDriver {
  readonly #open: () => Promise<DatabaseSync>;
  readonly #patiently: LockPatience;
  #connection: DatabaseConnection | undefined;

  constructor(open: () => Promise<DatabaseSync>, patiently: LockPatience) {
    super({ database: async () => kyselyDriver(await open()) });
    this.#open = open;
    this.#patiently = patiently;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#connection ??= patient(await super.acquireConnection(), await this.#open(), this.#patiently));
  }
}

function patient(connection: DatabaseConnection, database: DatabaseSync, patiently: LockPatience): DatabaseConnection {
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
export function kyselyDriver(database: DatabaseSync): SqliteDatabase {
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
