import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { describeVersions, migrate, readSchema, type SchemaDialect } from './migrate.ts';
import {
  createOpening,
  DatabaseOpenError,
  formatSearchQuery,
  type OpenDatabase,
  type OpeningSettings,
} from './database.ts';
import { copyPostgres } from './sqlite-copy.ts';
import type { Tables } from './tables.ts';

// It counts in 64 bits, which the driver would hand over as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export interface OpenPostgresDatabase extends OpenDatabase {
  pool: pg.Pool;
}

/**
 * Returns a PostgreSQL database by its URL. Opening migrates its schema, unless the settings say otherwise.
 */
export function openPostgresDatabase(url: string, settings: OpeningSettings = {}): OpenPostgresDatabase {
  const pool = createPool(url, { max: settings.connections ?? 10 });
  const opening = createOpening(async () => {
    await connectAndMigrate(pool, url, settings);
    return pool;
  });
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: opening.open }) });
  return {
    database,
    pool,
    dialect: {
      locksRows: true,
      isAmong: (text, texts) => sql<boolean>`${text} = ANY(${texts}::text[])`,
      // By the index in any case: the planner takes a rare word for a common one, and would look for it in each row.
      search(sought, newest) {
        const words = formatSearchQuery(sought, "'", "':*", ' & ', ' | ');
        const among = newest && sql`WHERE enquiry_id < ${newest.before} ORDER BY enquiry_id DESC LIMIT ${newest.limit}`;
        return sql<boolean>`enquiries.id IN (WITH found AS MATERIALIZED (SELECT enquiry_id FROM search_entries
          WHERE array_to_tsvector(string_to_array(words, ' ')) @@ ${words}::tsquery)
          SELECT enquiry_id FROM found ${among ?? sql``})`;
      },
      // Deleted rows are unreadable at once; vacuuming frees and overwrites their space later.
      afterErasing: async () => {},
      commitMarks: async () => undefined,
    },
    ready: async () => void (await opening.open()),
    async copyTo(file) {
      const from = await opening.open();
      await copyPostgres(from, file, (await readSchema(database, postgresSchema)).version);
    },
    findLoss: () => null,
    findDamage: async () => null,
    versions: () => describeVersions(database, postgresSchema),
    async close() {
      if ((await opening.end()) !== undefined) await database.destroy();
      // Kysely closes only what it has used.
      if (!pool.ending) await pool.end();
    },
  };
}

/** The schema of PostgreSQL. */
const postgresSchema: SchemaDialect = {
  types: {
    id: 'text COLLATE "C"',
    time: 'timestamptz(3)',
    whole: 'bigint',
    bytes: 'bytea',
    end: '',
    // Counts of the last minute: losing them in a crash costs nothing, so writing one waits for no disk.
    own: [
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
  async lock(transaction) {
    // Making an index on a long table takes longer than any query of the site may, and so does a backup beforehand.
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(transaction);
    // Any number will do, as long as every version of this software takes the same.
    await sql`SELECT pg_advisory_xact_lock(20250103)`.execute(transaction);
  },
  history: sql`SELECT 1 WHERE to_regclass('schema_history') IS NOT NULL`,
  // The text after the version number names the distribution's package.
  software: sql`'PostgreSQL ' || split_part(current_setting('server_version'), ' ', 1)`,
};

async function connectAndMigrate(pool: pg.Pool, url: string, settings: OpeningSettings): Promise<void> {
  // Its queries may take an hour instead of the pool's limit.
  const migrating = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: createPool(url, { max: 1, query_timeout: 3_600_000 }) }),
  });
  try {
    await migrate(migrating, postgresSchema, {
      ...settings,
      place: redactDatabaseUrl(url),
      // By another connection: that one holds the lock that keeps other servers from migrating.
      copyTo: (file, schema) => copyPostgres(pool, file, schema),
    });
  } catch (fault) {
    if (fault instanceof DatabaseOpenError || !(fault instanceof Error)) throw fault;
    throw new DatabaseOpenError(redactDatabaseUrl(url), reasonFor(fault, url), {
      cause: fault,
      isLasting: isLasting(fault),
    });
  } finally {
    await migrating.destroy();
  }
}

function createPool(url: string, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'website',
    connectionTimeoutMillis: 5000,
    // No query of ours takes a second. The server ends one that does; where the network has swallowed it, we do.
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // After a silent loss of the network, hanging connections leave the pool.
    maxLifetimeSeconds: 300,
    ...settings,
    async onConnect(client) {
      // An accepted enquiry is on the disk, also where the server's own setting would only promise to write it soon.
      await client.query(`SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') = 'off'`);
    },
  });
  // The server may end any connection, at rest or between two queries: the next query says so, nothing else has to.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Returns the URL without its password and settings. */
export function redactDatabaseUrl(url: string): string {
  const { username, host, pathname } = new URL(url);
  return `postgres://${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/** One line for the operator; what PostgreSQL says is clear enough, what the network says is not. */
function reasonFor(fault: Error & { code?: string }, url: string): string {
  const { host, hostname } = new URL(url);
  switch (fault.code) {
    case 'ECONNREFUSED':
      return `nothing answers at ${host}`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no host named ${hostname}`;
  }
  if (/connection timeout/.test(fault.message)) return `${host} does not answer within 5 seconds`;
  if (wantsPassword.test(fault.message)) return 'it wants a password, and the URL has none';
  return fault.message === '' ? (fault.code ?? fault.name) : fault.message.replaceAll(/\s+/g, ' ');
}

const wantsPassword = /client password must be a string/;

/** Returns true if the URL is wrong: invalid_password, invalid_authorization_specification, invalid_catalog_name. */
function isLasting({ code, message }: Error & { code?: string }): boolean {
  return ['28P01', '28000', '3D000'].includes(code ?? '') || wantsPassword.test(message);
}
