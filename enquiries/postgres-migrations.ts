import type pg from 'pg';
import { newerSchema } from './sql-database.ts';

/**
 * Forward only, in this order, never edited once released. The table `schema_version` counts those that a database has.
 * Ids sort by their bytes, whatever the language of the database, as they do in SQLite.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE enquiries (
    id text COLLATE "C" PRIMARY KEY,
    received_at timestamptz(3) NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    company text NOT NULL,
    subject text NOT NULL,
    message text NOT NULL,
    submission_hash text COLLATE "C" UNIQUE,
    text_hash text COLLATE "C"
  );
  CREATE INDEX enquiries_by_receipt ON enquiries (received_at);
  CREATE INDEX enquiries_by_text ON enquiries (text_hash, received_at);

  CREATE TABLE deliveries (
    enquiry_id text COLLATE "C" PRIMARY KEY REFERENCES enquiries (id) ON DELETE CASCADE,
    message_id text COLLATE "C" NOT NULL,
    state text NOT NULL CHECK (state IN ('due', 'delivered', 'failed', 'quarantined')),
    queued_at timestamptz(3) NOT NULL,
    attempts integer NOT NULL,
    due_at timestamptz(3) NOT NULL,
    delivered_at timestamptz(3),
    last_reason text
  );
  CREATE INDEX deliveries_due ON deliveries (due_at, enquiry_id) WHERE state = 'due';
  CREATE INDEX deliveries_undelivered ON deliveries (queued_at) WHERE state IN ('due', 'failed');

  CREATE TABLE settings (
    key text COLLATE "C" PRIMARY KEY,
    value text NOT NULL
  );

  -- Counts of the last minute: losing them in a crash costs nothing, so writing one waits for no disk.
  CREATE UNLOGGED TABLE submission_limits (
    key text COLLATE "C" PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  );
  CREATE INDEX submission_limits_by_end ON submission_limits (expire);
  `,
  `
  ALTER TABLE deliveries ADD COLUMN in_hand smallint NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN to_tell integer NOT NULL DEFAULT 0;
  UPDATE deliveries SET to_tell = 1 WHERE state = 'quarantined';
  DROP INDEX deliveries_due;
  CREATE INDEX deliveries_due ON deliveries (due_at, enquiry_id) WHERE state = 'due' AND in_hand = 0;
  CREATE INDEX deliveries_in_hand ON deliveries (enquiry_id) WHERE in_hand = 1;
  CREATE INDEX deliveries_to_tell ON deliveries (enquiry_id) WHERE to_tell > 0;
  `,
];

type MigrationOutcome = { ok: true } | { ok: false; reason: string };

/**
 * Brings the database to the version of this code, in one transaction; one that is up to date is not written to. Of
 * several processes that start at once, one does it and the others wait. Refuses a database that a newer version has
 * already changed. Rejects with what PostgreSQL answers.
 */
export async function migrate(client: pg.ClientBase): Promise<MigrationOutcome> {
  await client.query('BEGIN');
  try {
    const outcome = await migrateLocked(client);
    await client.query(outcome.ok ? 'COMMIT' : 'ROLLBACK');
    return outcome;
  } catch (fault) {
    // The first fault is the one to tell; a lost connection cannot roll back, and need not.
    await client.query('ROLLBACK').catch(() => undefined);
    throw fault;
  }
}

async function migrateLocked(client: pg.ClientBase): Promise<MigrationOutcome> {
  // Making an index on a long table takes longer than any query of the site may.
  await client.query('SET LOCAL statement_timeout = 0');
  await client.query(patient(`SELECT pg_advisory_xact_lock(${lockNumber})`));
  const version = await schemaVersion(client);
  if (version > migrations.length) return { ok: false, reason: newerSchema(version, migrations.length) };
  if (version === migrations.length) return { ok: true };
  for (const sql of migrations.slice(version)) await client.query(patient(sql));
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL);
    DELETE FROM schema_version;
    INSERT INTO schema_version VALUES (${migrations.length});
  `);
  return { ok: true };
}

// Any number will do, as long as every version of this software takes the same.
const lockNumber = 20_250_103;

/** An hour instead of the pool's limit. */
function patient(text: string): pg.QueryConfig {
  return { text, query_timeout: 3_600_000 } as pg.QueryConfig;
}

async function schemaVersion(client: pg.ClientBase): Promise<number> {
  const known = await client.query<{ known: boolean }>(`SELECT to_regclass('schema_version') IS NOT NULL AS known`);
  if (known.rows[0]?.known !== true) return 0;
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
  return rows[0]?.version ?? 0;
}
