/** One step of a database's schema: forward only, in their order, never edited once released. */
export interface Migration {
  /**
   * The oldest schema whose code still runs on the result: it reads what it knew, and what it writes suits the newer code too. Where
   * that is this migration itself, the release before refuses to start on it, and the way back is a backup.
   */
  usableFrom: number;
  /** Its statements, each of which ends with a semicolon and its line. */
  sql: readonly ((words: SchemaWords) => string)[];
}

/** What the two databases have different words for. */
export interface SchemaWords {
  /** The type of what sorts by its bytes, whatever the language of the database. */
  id: string;
  time: string;
  flag: string;
  /** 64 bits. */
  whole: string;
  bytes: string;
  /** What ends the definition of a table. */
  end: string;
  /** The table `searched`, and its index. */
  searched: string;
  /** Statements for what only this database keeps. */
  own: string;
}

/** The schema that the first migration makes of an empty database. Databases of a lower number are refused. */
export const firstSchema = 9;

/** Each makes the next schema. */
export const migrations: readonly Migration[] = [
  {
    usableFrom: firstSchema,
    sql: [createEnquiries, createDeliveries, createReplies, createActivity, createPeople, createWords, createOthers],
  },
];

/** The schema that so many migrations make. */
export function schemaAfter(migrations: readonly Migration[]): number {
  return firstSchema + migrations.length - 1;
}

function createEnquiries({ id, time, end, searched }: SchemaWords): string {
  return `
    CREATE TABLE enquiries (
      id ${id} PRIMARY KEY,
      received_at ${time} NOT NULL,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      company TEXT NOT NULL,
      subject TEXT NOT NULL,
      message TEXT NOT NULL,
      submission_hash ${id},
      text_hash ${id},
      handling ${id} NOT NULL DEFAULT 'waiting' CHECK (handling IN ('waiting', 'answered', 'set aside')),
      answered_at ${time},
      assigned_to TEXT,
      version INTEGER NOT NULL DEFAULT 0,
      end_reason TEXT,
      waiting_since ${time},
      last_word_at ${time}
    ) ${end};
    CREATE INDEX enquiries_by_receipt ON enquiries (received_at);
    CREATE UNIQUE INDEX enquiries_by_submission ON enquiries (submission_hash);
    CREATE INDEX enquiries_by_text ON enquiries (text_hash, received_at);
    CREATE INDEX enquiries_by_handling ON enquiries (handling, id, received_at, waiting_since);
    CREATE INDEX enquiries_by_person ON enquiries (lower(email));
    CREATE INDEX enquiries_by_assignee ON enquiries (assigned_to, handling, id) WHERE assigned_to IS NOT NULL;
    ${searched}`;
}

function createDeliveries({ id, time, flag, end }: SchemaWords): string {
  // The condition of deliveries_awaited is in the words of sql-health.ts.
  return `
    CREATE TABLE deliveries (
      id ${id} PRIMARY KEY,
      channel ${id} NOT NULL
        CHECK (channel IN ('mail', 'acknowledgement', 'reply', 'handover', 'webhook', 'digest')),
      event TEXT NOT NULL,
      enquiry_id ${id} REFERENCES enquiries (id) ON DELETE CASCADE,
      message_id ${id} NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('due', 'delivered', 'failed', 'quarantined', 'unsure')),
      queued_at ${time} NOT NULL,
      attempts INTEGER NOT NULL,
      due_at ${time} NOT NULL,
      delivered_at ${time},
      last_reason TEXT,
      in_hand ${flag} NOT NULL DEFAULT 0,
      to_tell INTEGER NOT NULL DEFAULT 0
    ) ${end};
    CREATE INDEX deliveries_by_enquiry ON deliveries (enquiry_id, channel);
    CREATE INDEX deliveries_due ON deliveries (due_at, id, channel) WHERE state = 'due' AND in_hand = 0;
    CREATE INDEX deliveries_awaited ON deliveries (state, queued_at, attempts, channel)
      WHERE (channel = 'mail' AND state IN ('due', 'failed')) OR (channel = 'reply' AND state = 'due');
    CREATE INDEX deliveries_digests ON deliveries (queued_at) WHERE channel = 'digest';
    CREATE INDEX deliveries_acknowledged ON deliveries (queued_at) WHERE channel = 'acknowledgement';
    CREATE INDEX deliveries_refused ON deliveries (enquiry_id)
      WHERE channel = 'mail' AND (state = 'failed' OR (state = 'due' AND last_reason IS NOT NULL));
    CREATE INDEX deliveries_in_hand ON deliveries (id) WHERE in_hand = 1;
    CREATE INDEX deliveries_to_tell ON deliveries (enquiry_id) WHERE to_tell > 0;
    CREATE INDEX deliveries_replies ON deliveries (state, enquiry_id) WHERE channel = 'reply';`;
}

function createReplies({ id, time, flag, end }: SchemaWords): string {
  return `
    CREATE TABLE replies (
      id ${id} PRIMARY KEY,
      enquiry_id ${id} NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
      at ${time} NOT NULL,
      by_whom TEXT NOT NULL,
      text TEXT NOT NULL,
      answers ${flag} NOT NULL DEFAULT 1
    ) ${end};
    CREATE INDEX replies_by_enquiry ON replies (enquiry_id, id);
    CREATE INDEX replies_by_person ON replies (by_whom, at);`;
}

function createActivity({ id, time, end }: SchemaWords): string {
  return `
    CREATE TABLE activity (
      id ${id} PRIMARY KEY,
      at ${time} NOT NULL,
      by_whom TEXT NOT NULL,
      act TEXT NOT NULL,
      detail TEXT NOT NULL,
      enquiry_id ${id} REFERENCES enquiries (id) ON DELETE CASCADE,
      note TEXT NOT NULL DEFAULT ''
    ) ${end};
    CREATE INDEX activity_by_enquiry ON activity (enquiry_id, id);
    CREATE TABLE reminders (
      id ${id} PRIMARY KEY,
      enquiry_id ${id} NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
      person ${id} NOT NULL,
      due_at ${time} NOT NULL
    ) ${end};
    CREATE INDEX reminders_by_enquiry ON reminders (enquiry_id);
    CREATE INDEX reminders_by_person ON reminders (person, due_at);`;
}

function createPeople({ id, time, whole, end }: SchemaWords): string {
  const person = `person ${id} NOT NULL REFERENCES people (email) ON DELETE CASCADE`;
  return `
    CREATE TABLE people (
      email ${id} PRIMARY KEY,
      handle ${id} NOT NULL UNIQUE,
      added_at ${time} NOT NULL,
      roles TEXT NOT NULL DEFAULT 'enquiries words'
    ) ${end};
    CREATE TABLE passkeys (
      id ${id} PRIMARY KEY,
      ${person},
      public_key TEXT NOT NULL,
      counter ${whole} NOT NULL,
      transports TEXT NOT NULL,
      added_at ${time} NOT NULL,
      last_used_at ${time},
      name TEXT NOT NULL DEFAULT ''
    ) ${end};
    CREATE INDEX passkeys_by_person ON passkeys (person);
    CREATE TABLE invitations (
      token_hash ${id} PRIMARY KEY,
      ${person},
      made_at ${time} NOT NULL,
      expires_at ${time} NOT NULL,
      used_at ${time}
    ) ${end};
    CREATE TABLE sessions (
      token_hash ${id} PRIMARY KEY,
      ${person},
      signed_in_at ${time} NOT NULL,
      last_seen_at ${time} NOT NULL
    ) ${end};
    CREATE INDEX sessions_by_person ON sessions (person);
    CREATE TABLE ceremonies (token_hash ${id} PRIMARY KEY, challenge TEXT NOT NULL, expires_at ${time} NOT NULL) ${end};`;
}

function createWords({ id, time, bytes, end }: SchemaWords): string {
  return `
    CREATE TABLE word_versions (
      number INTEGER PRIMARY KEY,
      made_at ${time} NOT NULL,
      made_by TEXT NOT NULL,
      reason TEXT NOT NULL,
      words ${bytes} NOT NULL
    ) ${end};
    CREATE TABLE word_drafts (
      id ${id} PRIMARY KEY,
      file TEXT NOT NULL,
      made_by TEXT NOT NULL,
      base TEXT NOT NULL,
      value TEXT NOT NULL,
      saved_at ${time} NOT NULL
    ) ${end};`;
}

function createOthers({ id, time, bytes, end, own }: SchemaWords): string {
  return `
    CREATE TABLE settings (key ${id} PRIMARY KEY, value TEXT NOT NULL, set_at ${time}, set_by TEXT) ${end};
    CREATE TABLE schema_history (
      version INTEGER PRIMARY KEY,
      usable_from INTEGER NOT NULL,
      release TEXT NOT NULL,
      migrated_at ${time} NOT NULL
    ) ${end};
    CREATE TABLE assets (
      address ${id} NOT NULL,
      encoding ${id} NOT NULL,
      body ${bytes} NOT NULL,
      last_current_at ${time} NOT NULL,
      PRIMARY KEY (address, encoding)
    ) ${end};
    ${own}`;
}
