import type { DatabaseSync } from 'node:sqlite';
import { newerSchema } from './sql-database.ts';

/** Forward only, in this order, never edited once released. A database's `user_version` counts those it has. */
const migrations: readonly string[] = [
  `
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
  `
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
  `
  ALTER TABLE deliveries ADD COLUMN in_hand INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN to_tell INTEGER NOT NULL DEFAULT 0;
  UPDATE deliveries SET to_tell = 1 WHERE state = 'quarantined';
  DROP INDEX deliveries_due;
  CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state = 'due' AND in_hand = 0;
  CREATE INDEX deliveries_in_hand ON deliveries (enquiry_id) WHERE in_hand = 1;
  CREATE INDEX deliveries_to_tell ON deliveries (enquiry_id) WHERE to_tell > 0;
  `,
];

export type MigrationOutcome = { ok: true } | { ok: false; reason: string };

/**
 * Brings the database to the version of this code, in one transaction; one that is up to date is not written to. Refuses
 * a database that a newer version has already changed. Throws what SQLite throws.
 */
export function migrate(database: DatabaseSync): MigrationOutcome {
  // IMMEDIATE takes the write lock first: of two processes that start at once, one waits and finds the work done.
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    if (version > migrations.length) {
      database.exec('ROLLBACK');
      return { ok: false, reason: newerSchema(version, migrations.length) };
    }
    for (const sql of migrations.slice(version)) database.exec(sql);
    if (version < migrations.length) database.exec(`PRAGMA user_version = ${migrations.length}`);
    database.exec('COMMIT');
    return { ok: true };
  } catch (fault) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw fault;
  }
}
