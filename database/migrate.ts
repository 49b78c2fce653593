import { sql, type RawBuilder } from 'kysely';
import { firstSchema, migrations as allMigrations, schemaAfter, type SchemaWords } from './migrations.ts';
import { DatabaseOpenError, type Database, type OpeningSettings } from './database.ts';

/** Where a database keeps the number of its schema, and in which words it takes one. */
export interface SchemaKind {
  words: SchemaWords;
  /** Keeps out others who migrate, to the end of the transaction, which may take long. */
  lock(transaction: Database): Promise<void>;
  /** 0 of an empty database. */
  number(database: Database): Promise<number>;
  setNumber(transaction: Database, number: number): Promise<void>;
  /** The name and version of its software, in SQL. */
  software: RawBuilder<string>;
}

export interface MigrationSettings extends Pick<OpeningSettings, 'older' | 'onMigration' | 'migrations'> {
  /** Where the database is, for what is thrown. */
  place: string;
  /** The version of this software, for the database's own history. */
  release: string;
  /**
   * Called before one is changed that has stood. Where it tells why there is no backup, the database stays as it is.
   * @param number of the schema that the database will have
   * @param schema that it has
   */
  backUp?: ((number: number, schema: number) => Promise<string | null> | undefined) | undefined;
}

/**
 * Brings the database to the schema of this code, in one transaction; one that is up to date is not written to. Of several
 * processes that start at once, one does it and the others wait. Rejects with a DatabaseOpenError where newer code has
 * changed the database so that this code cannot use it, where it is from before the first schema, where it is older and not to be
 * changed, or where it could not be backed up; else with what the database throws.
 */
export async function migrate(database: Database, kind: SchemaKind, settings: MigrationSettings): Promise<void> {
  // Who only reads waits for no lock.
  if (settings.older === 'refuse' || settings.older === 'leave')
    return void (await migrateLocked(database, kind, settings));
  const transaction = await database.startTransaction().execute();
  try {
    await kind.lock(transaction);
    const tellEnd = await migrateLocked(transaction, kind, settings);
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
  { place, release, backUp, older = 'migrate', onMigration, migrations = allMigrations }: MigrationSettings,
): Promise<(() => void) | undefined> {
  const number = await kind.number(transaction);
  const latest = schemaAfter(migrations);
  if (number > latest) {
    const found = await latestMigration(transaction);
    if (found.usable_from <= latest) return undefined;
    const reason = `it was written by release ${found.release} (schema ${number}); this is release ${release}, which knows schema ${latest}`;
    throw new DatabaseOpenError(place, reason, { isLasting: true });
  }
  if (number > 0 && number < firstSchema) {
    const advice = 'Start with an empty data directory, or with the release that made it';
    const reason = `it has schema ${number}, and this release takes over none before ${firstSchema}. ${advice}`;
    throw new DatabaseOpenError(place, reason, { isLasting: true });
  }
  if (number === latest || (older === 'leave' && number > 0)) return undefined;
  if (older !== 'migrate' && !(older === 'begin' && number === 0))
    throw new DatabaseOpenError(place, await whyRefused(transaction, number, latest, release));
  const whyNotBackedUp = number === 0 ? null : await backUp?.(latest, number);
  if (typeof whyNotBackedUp === 'string') {
    const reason = 'this release changes its schema, and the backup before that could not be made';
    throw new DatabaseOpenError(place, `${reason}: ${whyNotBackedUp}`);
  }
  const tell = (state: 'begins' | 'has ended') => (number === 0 ? undefined : onMigration?.(state, number, latest));
  tell('begins');
  const missing = number === 0 ? migrations : migrations.slice(number - firstSchema + 1);
  for (const part of missing.flatMap((migration) => migration.sql))
    for (const statement of part(kind.words).trim().split(/;\s*$/m))
      if (statement !== '') await sql.raw(statement).execute(transaction);
  await kind.setNumber(transaction, latest);
  const usableFrom = Math.max(...migrations.map((migration) => migration.usableFrom));
  await sql`INSERT INTO schema_history VALUES (${latest}, ${usableFrom}, ${release}, ${new Date()})`.execute(
    transaction,
  );
  return () => tell('has ended');
}

/** It passes once a server of this release has started. */
async function whyRefused(database: Database, number: number, latest: number, release: string) {
  if (number === 0) return `it is empty; start the server of release ${release} once, which prepares it`;
  const { release: writer } = await latestMigration(database);
  return `it has schema ${number}, of release ${writer}; this is release ${release}, which needs schema ${latest}. Its server changes it at its start; until then call the command of the release that runs`;
}

async function latestMigration(database: Database): Promise<{ usable_from: number; release: string }> {
  const history = sql<{ usable_from: number; release: string }>`
    SELECT usable_from, release FROM schema_history ORDER BY version DESC LIMIT 1`;
  return (await history.execute(database)).rows[0] ?? { usable_from: Infinity, release: 'unknown' };
}

/** The versions of the database's software and of its schema, in words: "SQLite 3.51.2, schema 2". */
export async function databaseVersions(database: Database, kind: SchemaKind): Promise<string> {
  const { rows } = await sql<{ software: string }>`SELECT ${kind.software} AS software`.execute(database);
  return `${rows[0]?.software}, schema ${await kind.number(database)}`;
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
  // Its transactions begin with the lock on writing.
  lock: async () => {},
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
    searched: `
    CREATE TABLE searched (
      enquiry_id text COLLATE "C" PRIMARY KEY REFERENCES enquiries (id) ON DELETE CASCADE,
      words text NOT NULL
    );
    CREATE INDEX searched_by_words ON searched USING gin (array_to_tsvector(string_to_array(words, ' ')));`,
    // Counts of the last minute: losing them in a crash costs nothing, so writing one waits for no disk.
    own: `
    CREATE UNLOGGED TABLE submission_limits (
      key text COLLATE "C" PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );
    CREATE INDEX submission_limits_by_end ON submission_limits (expire);`,
  },
  async lock(transaction) {
    // Making an index on a long table takes longer than any query of the site may, and so does a backup beforehand.
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
    // Any number will do, as long as every version of this software takes the same.
    await sql`SELECT pg_advisory_xact_lock(20250103)`.execute(transaction);
  },
  async number(database) {
    const table = await sql`SELECT 1 WHERE to_regclass('schema_version') IS NOT NULL`.execute(database);
    if (table.rows.length === 0) return 0;
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
