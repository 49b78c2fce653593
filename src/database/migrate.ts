import { sql, type RawBuilder } from 'kysely';
import { packageVersion } from '../process/package-info.ts';
import { DatabaseOpenError, type Database, type OpenDatabaseOptions } from './database.ts';
import { migrations as allMigrations, type SchemaFragments } from './schema.ts';

export interface SchemaDialect {
  fragments: SchemaFragments;
  /** Locks out other migrations until the end of the transaction, which may take long. */
  lockMigrations(transaction: Database): Promise<void>;
  /** Selects a row if the table `schema_history` exists. */
  historyTableQuery: RawBuilder<unknown>;
  softwareVersion: RawBuilder<string>;
}

export interface MigrationOptions extends OpenDatabaseOptions {
  location: string;
  /** Copies the database, of this schema, into a file. Without it no backup is made. */
  copyToFile?: (path: string, schema: number) => Promise<void>;
}

/**
 * Migrates the database to the schema of this release in one transaction. Of several processes that start at once, one
 * migrates and the others wait. Rejects with a DatabaseOpenError if it cannot be migrated, may not be, or has no
 * backup.
 */
export async function migrateSchema(
  database: Database,
  dialect: SchemaDialect,
  settings: MigrationOptions,
): Promise<void> {
  // Nothing is changed, so no lock is needed.
  if (settings.olderSchemaPolicy === 'refuse' || settings.olderSchemaPolicy === 'leave')
    return void (await migrateOrRefuse(database, dialect, settings));
  const reportEnd = await database.transaction().execute(async (transaction) => {
    await dialect.lockMigrations(transaction);
    return migrateOrRefuse(transaction, dialect, settings);
  });
  reportEnd?.();
}

/** Resolves to a function that reports the end, if a database with content was migrated. */
async function migrateOrRefuse(
  transaction: Database,
  dialect: SchemaDialect,
  {
    location,
    copyToFile,
    backUpBeforeMigration,
    olderSchemaPolicy = 'migrate',
    onMigration,
    migrations = allMigrations,
  }: MigrationOptions,
): Promise<(() => void) | undefined> {
  const { version, usable_from: usableFrom, release } = await readSchemaVersion(transaction, dialect);
  const [{ schema: oldest } = { schema: 0 }, { schema: latest } = { schema: 0 }] = [migrations[0], migrations.at(-1)];
  if (version > latest) {
    if (usableFrom <= latest) return undefined;
    const reason = `it was written by release ${release} (schema ${version}); this is release ${packageVersion}, which knows schema ${latest}`;
    throw new DatabaseOpenError(location, reason, { isPermanent: true });
  }
  if (version > 0 && version < oldest) {
    const reason = `it has schema ${version}, of release ${release}; this is release ${packageVersion}, which migrates from schema ${oldest} on. First update to a release in between: CHANGELOG.md names the schema of each`;
    throw new DatabaseOpenError(location, reason, { isPermanent: true });
  }
  if (version === latest || (olderSchemaPolicy === 'leave' && version > 0)) return undefined;
  if (olderSchemaPolicy !== 'migrate' && !(olderSchemaPolicy === 'begin' && version === 0)) {
    const reason =
      version === 0
        ? `it is empty; start the server of release ${packageVersion} once, which prepares it`
        : `it has schema ${version}, of release ${release}; this is release ${packageVersion}, which needs schema ${latest}. Its server migrates it at its start; until then use the command of the running release`;
    throw new DatabaseOpenError(location, reason);
  }
  const backupRefusal =
    version === 0 || !copyToFile ? null : await backUpBeforeMigration?.(latest, (file) => copyToFile(file, version));
  if (typeof backupRefusal === 'string') {
    const reason = 'this release changes its schema, and the backup before that could not be made';
    throw new DatabaseOpenError(location, `${reason}: ${backupRefusal}`);
  }
  const report = (state: 'begins' | 'has ended') => (version === 0 ? undefined : onMigration?.(state, version, latest));
  report('begins');
  const missingStatements = [
    ...(version === 0 ? [formatHistoryTable] : []),
    ...migrations.filter(({ schema }) => schema > version).map((each) => each.sql),
  ];
  for (const statement of missingStatements.flatMap((list) => list(dialect.fragments)))
    await sql.raw(statement).execute(transaction);
  const oldestCompatible = Math.max(...migrations.map((migration) => migration.oldestCompatibleSchema));
  await sql`INSERT INTO schema_history VALUES (${latest}, ${oldestCompatible}, ${packageVersion}, ${new Date()})`.execute(
    transaction,
  );
  return () => report('has ended');
}

const formatHistoryTable = ({ time, tableSuffix }: SchemaFragments) => [
  `CREATE TABLE schema_history (
    version INTEGER PRIMARY KEY, usable_from INTEGER NOT NULL, release TEXT NOT NULL, migrated_at ${time} NOT NULL
  ) ${tableSuffix}`,
];

/** `usable_from`: the oldest schema whose release can still use it. */
interface SchemaVersion {
  version: number;
  usable_from: number;
  release: string;
}

/** Resolves to the schema version of a database and the release that wrote it; version 0 if it is empty. */
export async function readSchemaVersion(
  database: Database,
  { historyTableQuery }: SchemaDialect,
): Promise<SchemaVersion> {
  const emptySchema: SchemaVersion = { version: 0, usable_from: 0, release: '' };
  if ((await historyTableQuery.execute(database)).rows.length === 0) return emptySchema;
  const { rows } = await sql<SchemaVersion>`
    SELECT version, usable_from, release FROM schema_history ORDER BY version DESC LIMIT 1`.execute(database);
  return rows[0] ?? emptySchema;
}

/** Resolves to the versions of the database software and of the schema: `SQLite 3.51.2, schema 2`. */
export async function describeVersions(database: Database, dialect: SchemaDialect): Promise<string> {
  const { rows } = await sql<{ software: string }>`SELECT ${dialect.softwareVersion} AS software`.execute(database);
  return `${rows[0]?.software}, schema ${(await readSchemaVersion(database, dialect)).version}`;
}
