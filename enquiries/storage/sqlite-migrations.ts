import type { DatabaseSync } from 'node:sqlite';
import { usableFrom, whyTooNew, type LatestMigration, type Migration } from './schema-history.ts';

/** A database's `user_version` counts those it has. */
const migrations: readonly Migration[] = [
  {
    usableFrom: 1,
    sql: `
  CREATE TABLE enquiries (
    id TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    company TEXT NOT NULL,
    subject TEXT NOT NULL,
    message TEXT NOT NULL
  ) STRICT;
  CREATE INDEX enquiries_by_receipt ON enquiries (received_at);

  CREATE TABLE deliveries (
    enquiry_id TEXT PRIMARY KEY REFERENCES enquiries (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('due', 'delivered', 'failed')),
    queued_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    delivered_at TEXT,
    last_reason TEXT
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'due';

  CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  `,
  },
  {
    usableFrom: 2,
    sql: `
  ALTER TABLE enquiries ADD COLUMN submission_hash TEXT;
  ALTER TABLE enquiries ADD COLUMN text_hash TEXT;
  CREATE UNIQUE INDEX enquiries_by_submission ON enquiries (submission_hash);
  CREATE INDEX enquiries_by_text ON enquiries (text_hash, received_at);

  CREATE TABLE deliveries_with_quarantine (
    enquiry_id TEXT PRIMARY KEY REFERENCES enquiries (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('due', 'delivered', 'failed', 'quarantined')),
    queued_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    delivered_at TEXT,
    last_reason TEXT
  ) STRICT;
  INSERT INTO deliveries_with_quarantine SELECT * FROM deliveries;
  DROP TABLE deliveries;
  ALTER TABLE deliveries_with_quarantine RENAME TO deliveries;
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'due';
  CREATE INDEX deliveries_undelivered ON deliveries (queued_at) WHERE state IN ('due', 'failed');
  `,
  },
  {
    usableFrom: 3,
    sql: `
  ALTER TABLE deliveries ADD COLUMN in_hand INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN to_tell INTEGER NOT NULL DEFAULT 0;
  UPDATE deliveries SET to_tell = 1 WHERE state = 'quarantined';
  DROP INDEX deliveries_due;
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'due' AND in_hand = 0;
  CREATE INDEX deliveries_in_hand ON deliveries (enquiry_id) WHERE in_hand = 1;
  CREATE INDEX deliveries_to_tell ON deliveries (enquiry_id) WHERE to_tell > 0;
  `,
  },
  // Nobody has said of an older enquiry whether it is answered: what was mailed more than a day ago is taken to be.
  {
    usableFrom: 4,
    sql: `
  ALTER TABLE enquiries ADD COLUMN handling TEXT NOT NULL DEFAULT 'waiting'
    CHECK (handling IN ('waiting', 'answered', 'set aside'));
  ALTER TABLE enquiries ADD COLUMN answered_at TEXT;
  ALTER TABLE enquiries ADD COLUMN assigned_to TEXT;
  ALTER TABLE enquiries ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
  UPDATE enquiries SET handling = 'set aside'
    WHERE id IN (SELECT enquiry_id FROM deliveries WHERE state = 'quarantined');
  UPDATE enquiries SET handling = 'answered'
    WHERE id IN (SELECT enquiry_id FROM deliveries WHERE state = 'delivered')
    AND received_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-1 day');
  CREATE INDEX enquiries_by_handling ON enquiries (handling, id, received_at);
  CREATE INDEX enquiries_by_person ON enquiries (lower(email));

  CREATE TABLE deliveries_by_channel (
    id TEXT PRIMARY KEY,
    channel TEXT NOT NULL CHECK (channel IN ('mail', 'acknowledgement', 'webhook', 'digest')),
    event TEXT NOT NULL,
    enquiry_id TEXT REFERENCES enquiries (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('due', 'delivered', 'failed', 'quarantined')),
    queued_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    delivered_at TEXT,
    last_reason TEXT,
    in_hand INTEGER NOT NULL DEFAULT 0,
    to_tell INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO deliveries_by_channel
    SELECT 'mail.' || enquiry_id, 'mail', '', enquiry_id, message_id, state, queued_at, attempts, due_at,
      delivered_at, last_reason, in_hand, to_tell FROM deliveries;
  DROP TABLE deliveries;
  ALTER TABLE deliveries_by_channel RENAME TO deliveries;
  CREATE INDEX deliveries_by_enquiry ON deliveries (enquiry_id, channel);
  CREATE INDEX deliveries_due ON deliveries (due_at, id, channel) WHERE state = 'due' AND in_hand = 0;
  CREATE INDEX deliveries_awaited ON deliveries (state, queued_at, attempts)
    WHERE channel = 'mail' AND state IN ('due', 'failed');
  CREATE INDEX deliveries_digests ON deliveries (queued_at) WHERE channel = 'digest';
  CREATE INDEX deliveries_acknowledged ON deliveries (queued_at) WHERE channel = 'acknowledgement';
  CREATE INDEX deliveries_refused ON deliveries (enquiry_id)
    WHERE channel = 'mail' AND (state = 'failed' OR (state = 'due' AND last_reason IS NOT NULL));
  CREATE INDEX deliveries_in_hand ON deliveries (id) WHERE in_hand = 1;
  CREATE INDEX deliveries_to_tell ON deliveries (enquiry_id) WHERE to_tell > 0;

  CREATE TABLE activity (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    by_whom TEXT NOT NULL,
    act TEXT NOT NULL,
    detail TEXT NOT NULL,
    enquiry_id TEXT REFERENCES enquiries (id) ON DELETE CASCADE
  ) STRICT;
  CREATE INDEX activity_by_enquiry ON activity (enquiry_id, id);
  DELETE FROM settings WHERE key = 'health.digest';
  ALTER TABLE settings ADD COLUMN set_at TEXT;
  ALTER TABLE settings ADD COLUMN set_by TEXT;

  CREATE TABLE people (
    email TEXT PRIMARY KEY,
    handle TEXT NOT NULL UNIQUE,
    added_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (email) ON DELETE CASCADE,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    added_at TEXT NOT NULL,
    last_used_at TEXT
  ) STRICT;
  CREATE INDEX passkeys_by_person ON passkeys (person);
  CREATE TABLE invitations (
    token_hash TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (email) ON DELETE CASCADE,
    made_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    used_at TEXT
  ) STRICT;
  CREATE TABLE sessions (
    token_hash TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES people (email) ON DELETE CASCADE,
    signed_in_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_person ON sessions (person);
  CREATE TABLE ceremonies (
    token_hash TEXT PRIMARY KEY,
    challenge TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;
  `,
  },
  {
    usableFrom: 5,
    sql: `
  CREATE TABLE schema_history (
    version INTEGER PRIMARY KEY,
    usable_from INTEGER NOT NULL,
    release TEXT NOT NULL,
    migrated_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE assets (
    address TEXT NOT NULL,
    encoding TEXT NOT NULL,
    body BLOB NOT NULL,
    last_current_at TEXT NOT NULL,
    PRIMARY KEY (address, encoding)
  ) STRICT;
  `,
  },
];

/** The schema of this code. PostgreSQL’s number is one less: its tables began as those of SQLite’s second. */
export const latestSchema = migrations.length;

export type MigrationOutcome = { ok: true } | { ok: false; reason: string };

/**
 * Brings the database to the version of this code, in one transaction, which is that of the caller where there is one and ends
 * with it; one that is up to date is not written to. Refuses a database that a newer version has changed so that this one cannot use it. Throws what SQLite throws.
 * @param release the version of this software, for the database's own history
 * @param known how many of the migrations there are: fewer make a database as an older version of this code did
 */
export function migrate(database: DatabaseSync, release: string, known = migrations.length): MigrationOutcome {
  // IMMEDIATE takes the write lock first: of two processes that start at once, one waits and finds the work done.
  if (!database.isTransaction) database.exec('BEGIN IMMEDIATE');
  try {
    const version = schemaVersion(database);
    if (version > known) {
      const reason = whyTooNew(version, latestMigration(database), { release, schema: known });
      database.exec('ROLLBACK');
      return reason === null ? { ok: true } : { ok: false, reason };
    }
    for (const { sql } of migrations.slice(version, known)) database.exec(sql);
    if (version < known) {
      database.exec(`PRAGMA user_version = ${known}`);
      if (hasHistory(database))
        database
          .prepare('INSERT INTO schema_history VALUES (?, ?, ?, ?)')
          .run(known, usableFrom(migrations.slice(0, known)), release, new Date().toISOString());
    }
    database.exec('COMMIT');
    return { ok: true };
  } catch (fault) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw fault;
  }
}

/** How many migrations the database has. */
export function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

function latestMigration(database: DatabaseSync): LatestMigration | null {
  if (!hasHistory(database)) return null;
  const found = database
    .prepare('SELECT version, usable_from AS usableFrom, release FROM schema_history ORDER BY version DESC LIMIT 1')
    .get();
  return found === undefined ? null : (found as unknown as LatestMigration);
}

function hasHistory(database: DatabaseSync): boolean {
  return database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_history'`).get() !== undefined;
}
