import { sql, type RawBuilder } from 'kysely';
import { latestSchema, migrations, type SchemaWords } from './migrations.ts';
import { fillSearch } from './sql-search.ts';
import { DatabaseOpenError, type Database, type OpeningSettings } from './sql-database.ts';

/** Where a database keeps the number of its schema, and in which words it takes one. */
export interface SchemaKind {
  words: SchemaWords;
  /** How far its numbers are behind those of the migrations. */
  behind: number;
  /** Keeps out others who migrate, to the end of the transaction, which may take long. */
  lock(transaction: Database): Promise<void>;
  /** Finds a table by its name. */
  table(name: string): RawBuilder<unknown>;
  /** 0 of an empty database. */
  number(database: Database): Promise<number>;
  setNumber(transaction: Database, number: number): Promise<void>;
  /** The name and version of its software, in SQL. */
  software: RawBuilder<string>;
}

export interface MigrationSettings extends Pick<OpeningSettings, 'older' | 'onMigration'> {
  /** Where the database is, for what is thrown. */
  place: string;
  /** The version of this software, for the database's own history. */
  release: string;
  /**
   * Called before one is changed that has stood. Where it tells why there is no backup, the database stays as it is.
   * @param number of the schema that the database will have
   * @param schema that it has: so many migrations
   */
  backUp?: ((number: number, schema: number) => Promise<string | null> | undefined) | undefined;
  /** How many of the migrations there are: fewer make a database as an older version of this code did. */
  known?: number | undefined;
}

/**
 * Brings the database to the schema of this code, in one transaction; one that is up to date is not written to. Of several
 * processes that start at once, one does it and the others wait. Rejects with a DatabaseOpenError where newer code has
 * changed the database so that this code cannot use it, where it is older and not to be changed, or where it could not be backed up;
 * else with what the database throws.
 */
export async function migrate(database: Database, kind: SchemaKind, settings: MigrationSettings): Promise<void> {
  // Who only reads waits for no lock.
  if (settings.older === 'refuse' || settings.older === 'leave')
    return void (await migrateLocked(database, kind, settings));
  const transaction = await database.startTransaction().execute();
  try {
    await kind.lock(transaction);
    const tellEnd = await migrateLocked(transaction, kind, settings);
    if ((await kind.number(transaction)) === latestSchema - kind.behind) await fillSearch(transaction);
    await transaction.commit().execute();
    tellEnd?.();
  } catch (fault) {
    // The first fault is the one to tell; a lost connection cannot roll back, and need not.
    await transaction
      .rollback()
      .execute()
      .catch(() => undefined);
    throw fault;
  }
}

/** Resolves, where a database that has stood was changed, to what tells that this has ended. */
async function migrateLocked(
  transaction: Database,
  kind: SchemaKind,
  { place, release, backUp, older = 'migrate', onMigration, known = latestSchema }: MigrationSettings,
): Promise<(() => void) | undefined> {
  const number = await kind.number(transaction);
  const latest = known - kind.behind;
  if (number > latest) {
    const found = await latestMigration(transaction, kind);
    if (found !== null && found.usable_from <= latest) return undefined;
    const writer = found === null ? 'a newer version of this software' : `release ${found.release}`;
    const reason = `it was written by ${writer} (schema ${number}); this is release ${release}, which knows schema ${latest}`;
    throw new DatabaseOpenError(place, reason, { isLasting: true });
  }
  if (number === latest || (older === 'leave' && number > 0)) return undefined;
  if (older !== 'migrate' && !(older === 'begin' && number === 0))
    throw new DatabaseOpenError(place, await whyRefused(transaction, kind, number, latest, release));
  const schema = number === 0 ? 0 : number + kind.behind;
  const whyNotBackedUp = schema === 0 ? null : await backUp?.(latest, schema);
  if (typeof whyNotBackedUp === 'string') {
    const reason = 'this release changes its schema, and the backup before that could not be made';
    throw new DatabaseOpenError(place, `${reason}: ${whyNotBackedUp}`);
  }
  const tell = (state: 'begins' | 'has ended') => (schema === 0 ? undefined : onMigration?.(state, number, latest));
  tell('begins');
  for (const part of migrations.slice(schema, known).flatMap((migration) => migration.sql))
    for (const statement of part(kind.words).trim().split(/;\s*$/m))
      if (statement !== '') await sql.raw(statement).execute(transaction);
  await kind.setNumber(transaction, latest);
  const tellEnd = () => tell('has ended');
  if (!(await isThere(transaction, kind.table('schema_history')))) return tellEnd;
  const usableFrom = Math.max(...migrations.slice(0, known).map((migration) => migration.usableFrom)) - kind.behind;
  await sql`INSERT INTO schema_history VALUES (${latest}, ${usableFrom}, ${release}, ${new Date()})`.execute(
    transaction,
  );
  return tellEnd;
}

/** It passes once a server of this release has started. */
async function whyRefused(database: Database, kind: SchemaKind, number: number, latest: number, release: string) {
  if (number === 0) return `it is empty; start the server of release ${release} once, which prepares it`;
  const writer = (await latestMigration(database, kind))?.release ?? 'an older release';
  return `it has schema ${number}, of release ${writer}; this is release ${release}, which needs schema ${latest}. Its server changes it at its start; until then call the command of the release that runs`;
}

/** Null where the database tells no more than its number. */
async function latestMigration(database: Database, kind: SchemaKind) {
  if (!(await isThere(database, kind.table('schema_history')))) return null;
  type Row = { usable_from: number; release: string };
  const history = sql<Row>`SELECT * FROM schema_history ORDER BY version DESC LIMIT 1`;
  return (await history.execute(database)).rows[0] ?? null;
}

/** The versions of the database's software and of its schema, in words: "SQLite 3.51.2, schema 2". */
export async function databaseVersions(database: Database, kind: SchemaKind): Promise<string> {
  const { rows } = await sql<{ software: string }>`SELECT ${kind.software} AS software`.execute(database);
  return `${rows[0]?.software}, schema ${await kind.number(database)}`;
}

async function isThere(database: Database, found: RawBuilder<unknown>): Promise<boolean> {
  return (await found.execute(database)).rows.length > 0;
}

/** The schema of SQLite, whose number stands in the file's head. */
export const sqliteSchema: SchemaKind = {
  words: {
    id: 'TEXT',
    time: 'TEXT',
    flag: 'INTEGER',
    whole: 'INTEGER',
    bytes: 'BLOB',
    end: 'STRICT',
    yesterday: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day')`,
    uniqueSubmissions: 'CREATE UNIQUE INDEX enquiries_by_submission ON enquiries (submission_hash)',
    // Of the index's own kind: one that erases at once, and whose rows keep their numbers when the file is copied.
    searched: `
    CREATE TABLE searched (
      id INTEGER PRIMARY KEY,
      enquiry_id TEXT NOT NULL UNIQUE REFERENCES enquiries (id) ON DELETE CASCADE,
      words TEXT NOT NULL
    ) STRICT;
    CREATE VIRTUAL TABLE searched_index USING fts5 (words, content = 'searched', content_rowid = 'id', detail = none);
    INSERT INTO searched_index (searched_index, rank) VALUES ('secure-delete', 1);
    CREATE TRIGGER searched_added AFTER INSERT ON searched BEGIN
      INSERT INTO searched_index (rowid, words) VALUES (new.id, new.words); END;
    CREATE TRIGGER searched_removed AFTER DELETE ON searched BEGIN
      INSERT INTO searched_index (searched_index, rowid, words) VALUES ('delete', old.id, old.words); END;
    CREATE TRIGGER searched_changed AFTER UPDATE ON searched BEGIN
      INSERT INTO searched_index (searched_index, rowid, words) VALUES ('delete', old.id, old.words), (NULL, new.id, new.words); END;`,
    own: '',
  },
  behind: 0,
  // Its transactions begin with the lock on writing.
  lock: async () => {},
  table: (name) => sql`SELECT 1 FROM sqlite_schema WHERE name = ${name}`,
  async number(database) {
    const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(database);
    return rows[0]?.user_version ?? 0;
  },
  async setNumber(transaction, number) {
    await sql`PRAGMA user_version = ${sql.lit(number)}`.execute(transaction);
  },
  software: sql`'SQLite ' || sqlite_version()`,
};

/** The schema of PostgreSQL, whose number is in a table. */
export const postgresSchema: SchemaKind = {
  words: {
    id: 'text COLLATE "C"',
    time: 'timestamptz(3)',
    flag: 'smallint',
    whole: 'bigint',
    bytes: 'bytea',
    end: '',
    yesterday: `now() - interval '1 day'`,
    uniqueSubmissions: 'ALTER TABLE enquiries ADD UNIQUE (submission_hash)',
    // Counts of the last minute: losing them in a crash costs nothing, so writing one waits for no disk.
    searched: `
    CREATE TABLE searched (
      enquiry_id text COLLATE "C" PRIMARY KEY REFERENCES enquiries (id) ON DELETE CASCADE,
      words text NOT NULL
    );
    CREATE INDEX searched_by_words ON searched USING gin (array_to_tsvector(string_to_array(words, ' ')));`,
    own: `
    CREATE UNLOGGED TABLE submission_limits (
      key text COLLATE "C" PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );
    CREATE INDEX submission_limits_by_end ON submission_limits (expire);`,
  },
  // Its tables began as those of the second migration.
  behind: 1,
  async lock(transaction) {
    // Making an index on a long table takes longer than any query of the site may, and so does a backup beforehand.
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
    // Any number will do, as long as every version of this software takes the same.
    await sql`SELECT pg_advisory_xact_lock(20250103)`.execute(transaction);
  },
  table: (name) => sql`SELECT 1 WHERE to_regclass(${name}) IS NOT NULL`,
  async number(database) {
    if (!(await isThere(database, this.table('schema_version')))) return 0;
    const { rows } = await sql<{ version: number }>`SELECT version FROM schema_version`.execute(database);
    return rows[0]?.version ?? 0;
  },
  async setNumber(transaction, number) {
    await sql`CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)`.execute(transaction);
    await sql`DELETE FROM schema_version`.execute(transaction);
    await sql`INSERT INTO schema_version VALUES (${number})`.execute(transaction);
  },
  // What stands behind the number names the package that it came in.
  software: sql`'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)`,
};
