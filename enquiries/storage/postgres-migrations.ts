import type pg from 'pg';
import { usableFrom, whyTooNew, type LatestMigration, type Migration } from './schema-history.ts';

/**
 * The table `schema_version` counts those that a database has.
 * Ids sort by their bytes, whatever the language of the database, as they do in SQLite.
 */
const migrations: readonly Migration[] = [
  {
    usableFrom: 1,
    sql: `
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
  },
  {
    usableFrom: 2,
    sql: `
  ALTER TABLE deliveries ADD COLUMN in_hand smallint NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN to_tell integer NOT NULL DEFAULT 0;
  UPDATE deliveries SET to_tell = 1 WHERE state = 'quarantined';
  DROP INDEX deliveries_due;
  CREATE INDEX deliveries_due ON deliveries (due_at, enquiry_id) WHERE state = 'due' AND in_hand = 0;
  CREATE INDEX deliveries_in_hand ON deliveries (enquiry_id) WHERE in_hand = 1;
  CREATE INDEX deliveries_to_tell ON deliveries (enquiry_id) WHERE to_tell > 0;
  `,
  },
  // Nobody has said of an older enquiry whether it is answered: what was mailed more than a day ago is taken to be.
  {
    usableFrom: 3,
    sql: `
  ALTER TABLE enquiries
    ADD COLUMN handling text COLLATE "C" NOT NULL DEFAULT 'waiting'
      CHECK (handling IN ('waiting', 'answered', 'set aside')),
    ADD COLUMN answered_at timestamptz(3),
    ADD COLUMN assigned_to text,
    ADD COLUMN version integer NOT NULL DEFAULT 0;
  UPDATE enquiries SET handling = 'set aside'
    WHERE id IN (SELECT enquiry_id FROM deliveries WHERE state = 'quarantined');
  UPDATE enquiries SET handling = 'answered'
    WHERE id IN (SELECT enquiry_id FROM deliveries WHERE state = 'delivered')
    AND received_at < now() - interval '1 day';
  CREATE INDEX enquiries_by_handling ON enquiries (handling, id, received_at);
  CREATE INDEX enquiries_by_person ON enquiries (lower(email));

  ALTER TABLE deliveries ADD COLUMN id text COLLATE "C";
  UPDATE deliveries SET id = 'mail.' || enquiry_id;
  ALTER TABLE deliveries DROP CONSTRAINT deliveries_pkey;
  ALTER TABLE deliveries
    ADD PRIMARY KEY (id),
    ALTER COLUMN enquiry_id DROP NOT NULL,
    ADD COLUMN event text NOT NULL DEFAULT '',
    ADD COLUMN channel text COLLATE "C" NOT NULL DEFAULT 'mail'
      CHECK (channel IN ('mail', 'acknowledgement', 'webhook', 'digest'));
  ALTER TABLE deliveries ALTER COLUMN event DROP DEFAULT, ALTER COLUMN channel DROP DEFAULT;
  DROP INDEX deliveries_due;
  DROP INDEX deliveries_in_hand;
  DROP INDEX deliveries_undelivered;
  CREATE INDEX deliveries_by_enquiry ON deliveries (enquiry_id, channel);
  CREATE INDEX deliveries_due ON deliveries (due_at, id, channel) WHERE state = 'due' AND in_hand = 0;
  CREATE INDEX deliveries_awaited ON deliveries (state, queued_at, attempts)
    WHERE channel = 'mail' AND state IN ('due', 'failed');
  CREATE INDEX deliveries_digests ON deliveries (queued_at) WHERE channel = 'digest';
  CREATE INDEX deliveries_acknowledged ON deliveries (queued_at) WHERE channel = 'acknowledgement';
  CREATE INDEX deliveries_refused ON deliveries (enquiry_id)
    WHERE channel = 'mail' AND (state = 'failed' OR (state = 'due' AND last_reason IS NOT NULL));
  CREATE INDEX deliveries_in_hand ON deliveries (id) WHERE in_hand = 1;

  CREATE TABLE activity (
    id text COLLATE "C" PRIMARY KEY,
    at timestamptz(3) NOT NULL,
    by_whom text NOT NULL,
    act text NOT NULL,
    detail text NOT NULL,
    enquiry_id text COLLATE "C" REFERENCES enquiries (id) ON DELETE CASCADE
  );
  CREATE INDEX activity_by_enquiry ON activity (enquiry_id, id);
  DELETE FROM settings WHERE key = 'health.digest';
  ALTER TABLE settings ADD COLUMN set_at timestamptz(3), ADD COLUMN set_by text;

  CREATE TABLE people (
    email text COLLATE "C" PRIMARY KEY,
    handle text COLLATE "C" NOT NULL UNIQUE,
    added_at timestamptz(3) NOT NULL
  );
  CREATE TABLE passkeys (
    id text COLLATE "C" PRIMARY KEY,
    person text COLLATE "C" NOT NULL REFERENCES people (email) ON DELETE CASCADE,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports text NOT NULL,
    added_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3)
  );
  CREATE INDEX passkeys_by_person ON passkeys (person);
  CREATE TABLE invitations (
    token_hash text COLLATE "C" PRIMARY KEY,
    person text COLLATE "C" NOT NULL REFERENCES people (email) ON DELETE CASCADE,
    made_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    used_at timestamptz(3)
  );
  CREATE TABLE sessions (
    token_hash text COLLATE "C" PRIMARY KEY,
    person text COLLATE "C" NOT NULL REFERENCES people (email) ON DELETE CASCADE,
    signed_in_at timestamptz(3) NOT NULL,
    last_seen_at timestamptz(3) NOT NULL
  );
  CREATE INDEX sessions_by_person ON sessions (person);
  CREATE TABLE ceremonies (
    token_hash text COLLATE "C" PRIMARY KEY,
    challenge text NOT NULL,
    expires_at timestamptz(3) NOT NULL
  );
  `,
  },
  {
    usableFrom: 4,
    sql: `
  CREATE TABLE schema_history (
    version integer PRIMARY KEY,
    usable_from integer NOT NULL,
    release text NOT NULL,
    migrated_at timestamptz(3) NOT NULL
  );

  CREATE TABLE assets (
    address text COLLATE "C" NOT NULL,
    encoding text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    last_current_at timestamptz(3) NOT NULL,
    PRIMARY KEY (address, encoding)
  );
  `,
  },
];

type MigrationOutcome = { ok: true } | { ok: false; reason: string };

export interface MigrationSettings {
  /** The version of this software, for the database's own history. */
  release: string;
  /** Called before one is changed that has stood; what it rejects with leaves that as it is. */
  beforehand?: (from: number, to: number) => Promise<void>;
  /** How many of the migrations there are: fewer make a database as an older version of this code did. */
  known?: number;
}

/**
 * Brings the database to the version of this code, in one transaction; one that is up to date is not written to. Of
 * several processes that start at once, one does it and the others wait. Refuses a database that a newer version has
 * changed so that this one cannot use it. Rejects with what PostgreSQL answers.
 */
export async function migrate(client: pg.ClientBase, settings: MigrationSettings): Promise<MigrationOutcome> {
  await client.query('BEGIN');
  try {
    const outcome = await migrateLocked(client, settings);
    await client.query(outcome.ok ? 'COMMIT' : 'ROLLBACK');
    return outcome;
  } catch (fault) {
    // The first fault is the one to tell; a lost connection cannot roll back, and need not.
    await client.query('ROLLBACK').catch(() => undefined);
    throw fault;
  }
}

async function migrateLocked(
  client: pg.ClientBase,
  { release, beforehand, known = migrations.length }: MigrationSettings,
): Promise<MigrationOutcome> {
  // Making an index on a long table takes longer than any query of the site may, and so does a backup beforehand.
  await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0');
  await client.query(patient(`SELECT pg_advisory_xact_lock(${lockNumber})`));
  const version = await schemaVersion(client);
  if (version > known) {
    const reason = whyTooNew(version, await latestMigration(client), { release, schema: known });
    return reason === null ? { ok: true } : { ok: false, reason };
  }
  if (version === known) return { ok: true };
  if (version > 0) await beforehand?.(version, known);
  for (const { sql } of migrations.slice(version, known)) await client.query(patient(sql));
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL);
    DELETE FROM schema_version;
    INSERT INTO schema_version VALUES (${known});
  `);
  if (await hasTable(client, 'schema_history'))
    await client.query('INSERT INTO schema_history VALUES ($1, $2, $3, now())', [
      known,
      usableFrom(migrations.slice(0, known)),
      release,
    ]);
  return { ok: true };
}

// Any number will do, as long as every version of this software takes the same.
const lockNumber = 20_250_103;

/** An hour instead of the pool's limit. */
function patient(text: string): pg.QueryConfig {
  return { text, query_timeout: 3_600_000 } as pg.QueryConfig;
}

/** How many migrations the database has. */
export async function schemaVersion(client: pg.ClientBase): Promise<number> {
  if (!(await hasTable(client, 'schema_version'))) return 0;
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version');
  return rows[0]?.version ?? 0;
}

async function latestMigration(client: pg.ClientBase): Promise<LatestMigration | null> {
  if (!(await hasTable(client, 'schema_history'))) return null;
  const { rows } = await client.query<LatestMigration>(
    'SELECT version, usable_from AS "usableFrom", release FROM schema_history ORDER BY version DESC LIMIT 1',
  );
  return rows[0] ?? null;
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('SELECT to_regclass($1) IS NOT NULL AS exists', [name]);
  return rows[0]?.exists === true;
}
