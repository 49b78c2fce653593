import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { describeVersions, migrateSchema, readSchemaVersion, type SchemaDialect } from './migrate.ts';
import {
  createLazyResource,
  DatabaseOpenError,
  formatSearchQuery,
  type DatabaseHandle,
  type OpenDatabaseOptions,
} from './database.ts';
import { copyPostgresToSqlite } from './sqlite-copy.ts';
import type { Tables } from './tables.ts';

// Counts have 64 bits, which the driver would return as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface PostgresDatabaseHandle extends DatabaseHandle {
  pool: pg.Pool;
}

/** Returns a PostgreSQL database that opens on first use, and migrates the schema unless the options say otherwise. */
export function openPostgresDatabase(url: string, settings: OpenDatabaseOptions = {}): PostgresDatabaseHandle {
  const pool = createPool(url, { max: settings.maxConnections ?? 10 });
  const lazyPool = createLazyResource(async () => {
    await connectAndMigrate(pool, url, settings);
    return pool;
  });
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lazyPool.open }) });
  return {
    database,
    pool,
    dialect: {
      supportsRowLocks: true,
      isOneOf: (text, texts) => sql<boolean>`${text} = ANY(${texts}::text[])`,
      // Materialized, to use the index: the planner takes a rare word for a common one, and would scan all rows.
      matchesSearch(terms, newestOnly) {
        const tsquery = formatSearchQuery(terms, "'", "':*", ' & ', ' | ');
        const newestClause =
          newestOnly &&
          sql`WHERE enquiry_id < ${newestOnly.beforeId} ORDER BY enquiry_id DESC LIMIT ${newestOnly.limit}`;
        return sql<boolean>`enquiries.id IN (WITH found AS MATERIALIZED (SELECT enquiry_id FROM search_entries
          WHERE array_to_tsvector(string_to_array(words, ' ')) @@ ${tsquery}::tsquery)
          SELECT enquiry_id FROM found ${newestClause ?? sql``})`;
      },
      // Deleted rows are unreadable at once; vacuuming overwrites them later.
      scrubDeletedText: async () => {},
      getCommitVerifier: async () => undefined,
    },
    ensureOpen: async () => void (await lazyPool.open()),
    async copyToFile(file) {
      const sourcePool = await lazyPool.open();
      await copyPostgresToSqlite(sourcePool, file, (await readSchemaVersion(database, postgresSchemaDialect)).version);
    },
    findDataLoss: () => null,
    findDamage: async () => null,
    describeVersions: () => describeVersions(database, postgresSchemaDialect),
    async close() {
      if ((await lazyPool.stopOpening()) !== undefined) await database.destroy();
      // Kysely closes only a pool that it has used.
      if (!pool.ending) await pool.end();
    },
  };
}

const postgresSchemaDialect: SchemaDialect = {
  fragments: {
    bytewiseText: 'text COLLATE "C"',
    time: 'timestamptz(3)',
    bigInteger: 'bigint',
    bytes: 'bytea',
    tableSuffix: '',
    // UNLOGGED: counts of the last minute may be lost in a crash, so writes need not wait for the disk.
    dialectStatements: [
      `CREATE TABLE search_entries (
      enquiry_id text COLLATE "C" PRIMARY KEY REFERENCES enquiries (id) ON DELETE CASCADE,
      words text NOT NULL
    )`,
      `CREATE INDEX search_by_words ON search_entries USING gin (array_to_tsvector(string_to_array(words, ' ')))`,
      `CREATE UNLOGGED TABLE submission_limits (
      key text COLLATE "C" PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    )`,
      `CREATE INDEX submission_limits_by_end ON submission_limits (expire)`,
    ],
  },
  async lockMigrations(transaction) {
    // A backup and a new index take longer than any query of the site may.
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
    // Any number will do, if every release uses the same.
    await sql`SELECT pg_advisory_xact_lock(20250103)`.execute(transaction);
  },
  historyTableQuery: sql`SELECT 1 WHERE to_regclass('schema_history') IS NOT NULL`,
  // The rest of the version names the distribution's package.
  softwareVersion: sql`'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)`,
};

async function connectAndMigrate(pool: pg.Pool, url: string, settings: OpenDatabaseOptions): Promise<void> {
  // Its queries may take an hour.
  const migrationDatabase = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createPool(url, { max: 1, query_timeout: 3_600_000 }) }),
  });
  try {
    await migrateSchema(migrationDatabase, postgresSchemaDialect, {
      ...settings,
      location: redactDatabaseUrl(url),
      // By another connection: this one holds the migration lock.
      copyToFile: (file, schema) => copyPostgresToSqlite(pool, file, schema),
    });
  } catch (error) {
    if (error instanceof DatabaseOpenError || !(error instanceof Error)) throw error;
    const options = { cause: error, isPermanent: isPermanentError(error) };
    throw new DatabaseOpenError(redactDatabaseUrl(url), explainConnectError(error, url), options);
  } finally {
    await migrationDatabase.destroy();
  }
}

function createPool(url: string, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'website',
    connectionTimeoutMillis: 5000,
    // No query takes a second. The server ends one that hangs; if the network fails, the driver does.
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // Connections that hang after a silent loss of the network leave the pool.
    maxLifetimeSeconds: 300,
    ...settings,
    async onConnect(client) {
      // An accepted enquiry must be on the disk, whatever the server's own setting.
      await client.query(`SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off'`);
    },
  });
  // The server may end any connection: the next query reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Returns the URL without its password and settings. */
export function redactDatabaseUrl(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/** Returns the reason in one line, for the operator. Messages of PostgreSQL are clear; those of the network are not. */
function explainConnectError(error: Error & { code?: string }, url: string): string {
  const { host, hostname } = new URL(url);
  switch (error.code) {
    case 'ECONNREFUSED':
      return `nothing answers at ${host}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host named ${hostname}`;
  }
  if (/connection timeout/.test(error.message)) return `${host} does not answer within 5 seconds`;
  if (missingPasswordPattern.test(error.message)) return 'it wants a password, and the URL has none';
  return error.message === '' ? (error.code ?? error.name) : error.message.replaceAll(/\s+/g, ' ');
}

const missingPasswordPattern = /client password must be a string/;

/** Returns true if the URL is wrong: invalid_password, invalid_authorization_specification, invalid_catalog_name. */
function isPermanentError({ code, message }: Error & { code?: string }): boolean {
  return ['28P01', '28000', '3D000'].includes(code ?? '') || missingPasswordPattern.test(message);
}
