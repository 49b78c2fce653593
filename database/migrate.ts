import { sql, type RawBuilder } from 'kysely';
import { release } from '../process/site-directory.ts';
import { DatabaseOpenError, type Database, type OpeningSettings } from './database.ts';
import { migrations as allMigrations, type ColumnTypes } from './schema.ts';

/** The parts of a migration that depend on the database software. */
export interface SchemaDialect {
  types: ColumnTypes;
  /** Locks out other migrations until the end of the transaction, which may take long. */
  lock(transaction: Database): Promise<void>;
  /** Selects a row if the table `schema_history` exists. */
  history: RawBuilder<unknown>;
  /** Name and version of the software, in SQL. */
  software: RawBuilder<string>;
}

export interface MigrationSettings extends OpeningSettings {
  /** Location of the database, for error messages. */
  place: string;
  /** Copies the database, which has this schema, into a file. Without it no backup is made. */
  copyTo?: (file: string, schema: number) => Promise<void>;
}

/**
 * Migrates the database to the schema of this code in one transaction; a current database is not written to. Of several
 * processes that start at once, one migrates and the others wait. Rejects with a DatabaseOpenError if newer code has
 * changed the schema incompatibly, if the schema is older and must not be changed, or if the backup fails; otherwise
 * with the database's own error.
 */
export async function migrate(database: Database, dialect: SchemaDialect, settings: MigrationSettings): Promise<void> {
  // Nothing is changed, so no lock is needed.
  if (settings.older === 'refuse' || settings.older === 'leave')
    return void (await migrateLocked(database, dialect, settings));
  const reportEnd = await database.transaction().execute(async (transaction) => {
    await dialect.lock(transaction);
    return migrateLocked(transaction, dialect, settings);
  });
  reportEnd?.();
}

/** Resolves to a function that reports the end, if a database with content was migrated. */
async function migrateLocked(
  transaction: Database,
  dialect: SchemaDialect,
  { place, copyTo, backUp, older = 'migrate', onMigration, migrations = allMigrations }: MigrationSettings,
): Promise<(() => void) | undefined> {
  const { version, usable_from: usableFrom, release: writer } = await readSchema(transaction, dialect);
  const latest = migrations.length;
  if (version > latest) {
    if (usableFrom <= latest) return undefined;
    const reason = `it was written by release ${writer} (schema ${version}); this is release ${release}, which knows schema ${latest}`;
    throw new DatabaseOpenError(place, reason, { isLasting: true });
  }
  if (version === latest || (older === 'leave' && version > 0)) return undefined;
  if (older !== 'migrate' && !(older === 'begin' && version === 0)) {
    const reason =
      version === 0
        ? `it is empty; start the server of release ${release} once, which prepares it`
        : `it has schema ${version}, of release ${writer}; this is release ${release}, which needs schema ${latest}. Its server changes it at its start; until then call the command of the release that runs`;
    throw new DatabaseOpenError(place, reason);
  }
  const whyNotBackedUp = version === 0 || !copyTo ? null : await backUp?.(latest, (file) => copyTo(file, version));
  if (typeof whyNotBackedUp === 'string') {
    const reason = 'this release changes its schema, and the backup before that could not be made';
    throw new DatabaseOpenError(place, `${reason}: ${whyNotBackedUp}`);
  }
  const report = (state: 'begins' | 'has ended') => (version === 0 ? undefined : onMigration?.(state, version, latest));
  report('begins');
  const missing = [...(version === 0 ? [historyTable] : []), ...migrations.slice(version).map((each) => each.sql)];
  for (const statement of missing.flatMap((list) => list(dialect.types))) await sql.raw(statement).execute(transaction);
  const oldest = Math.max(...migrations.map((migration) => migration.usableFrom));
  await sql`INSERT INTO schema_history VALUES (${latest}, ${oldest}, ${release}, ${new Date()})`.execute(transaction);
  return () => report('has ended');
}

const historyTable = ({ time, end }: ColumnTypes) => [
  `CREATE TABLE schema_history (
    version INTEGER PRIMARY KEY, usable_from INTEGER NOT NULL, release TEXT NOT NULL, migrated_at ${time} NOT NULL
  ) ${end}`,
];

/** Resolves to the schema version of a database and the release that wrote it; version 0 if it is empty. */
export async function readSchema(database: Database, { history }: SchemaDialect) {
  const none = { version: 0, usable_from: 0, release: '' };
  if ((await history.execute(database)).rows.length === 0) return none;
  const { rows } = await sql<typeof none>`
    SELECT version, usable_from, release FROM schema_history ORDER BY version DESC LIMIT 1`.execute(database);
  return rows[0] ?? none;
}

/** Resolves to the versions of the database software and of the schema, as text: "SQLite 3.51.2, schema 2". */
export async function describeVersions(database: Database, dialect: SchemaDialect): Promise<string> {
  const { rows } = await sql<{ software: string }>`SELECT ${dialect.software} AS software`.execute(database);
  return `${rows[0]?.software}, schema ${(await readSchema(database, dialect)).version}`;
}
