import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { migrate } from './postgres-migrations.ts';
import { DatabaseOpenError, type OpenDatabase, type Tables } from './sql-database.ts';

export interface OpenPostgresDatabase extends OpenDatabase {
  pool: pg.Pool;
}

/**
 * Connects to a PostgreSQL database by its URL and brings it to this code's version. Rejects with a DatabaseOpenError
 * when it cannot be reached, used or understood.
 */
export async function openPostgresDatabase(url: string): Promise<OpenPostgresDatabase> {
  const pool = createPool(url);
  try {
    const client = await pool.connect();
    const migrated = await migrate(client).finally(() => client.release());
    if (!migrated.ok) throw new DatabaseOpenError(placeOf(url), migrated.reason);
  } catch (fault) {
    await pool.end();
    if (fault instanceof DatabaseOpenError || !(fault instanceof Error)) throw fault;
    throw new DatabaseOpenError(placeOf(url), reasonFor(fault, url), { cause: fault });
  }
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    database,
    pool,
    // What is deleted is out of reach at once; PostgreSQL frees and overwrites its space by itself, in its own time.
    dialect: { locksRows: true, afterErasing: async () => {} },
    async close() {
      await database.destroy();
      // Kysely closes only what it has used.
      if (!pool.ending) await pool.end();
    },
  };
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'website',
    max: 10,
    connectionTimeoutMillis: 5000,
    // No query of ours takes a second. The server ends one that does; where the network has swallowed it, we do.
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // After a silent loss of the network, hanging connections leave the pool.
    maxLifetimeSeconds: 300,
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

/** The URL without its password and settings. */
export function placeOf(url: string): string {
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
  if (/client password must be a string/.test(fault.message)) return 'it wants a password, and the URL has none';
  return fault.message === '' ? (fault.code ?? fault.name) : fault.message.replaceAll(/\s+/g, ' ');
}
