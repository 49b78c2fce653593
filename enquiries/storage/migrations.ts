/** One step of a database's schema: forward only, in their order, never edited once released. */
interface Migration {
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
  /** The moment 24 hours ago. */
  yesterday: string;
  /** The statement that lets each submission be stored once. */
  uniqueSubmissions: string;
  /** The table `searched`, and its index. */
  searched: string;
  /** Statements for what only this database keeps. */
  own: string;
}

/** The first makes schema 1 of an empty database, and so on. */
export const migrations: readonly Migration[] = [
  { usableFrom: 1, sql: [beginning] },
  { usableFrom: 2, sql: [repetitions] },
  { usableFrom: 3, sql: [claims] },
  { usableFrom: 4, sql: [handling, channels, activity, people] },
  { usableFrom: 5, sql: [history] },
  // Older code shows the words of its own release meanwhile, and invites to what everybody could do.
  { usableFrom: 5, sql: [words] },
  { usableFrom: 5, sql: [search] },
  { usableFrom: 5, sql: [reminders] },
  // Older code would send again a reply that another process has perhaps sent.
  { usableFrom: 9, sql: [replies] },
];

/** The schema of this code. */
export const latestSchema = migrations.length;

function beginning({ id, time, end, own }: SchemaWords): string {
  // The deliveries are made anew by schema 4, which brings their indexes.
  return `
    CREATE TABLE enquiries (
      id ${id} PRIMARY KEY,
      received_at ${time} NOT NULL,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      company TEXT NOT NULL,
      subject TEXT NOT NULL,
      message TEXT NOT NULL
    ) ${end};
    CREATE INDEX enquiries_by_receipt ON enquiries (received_at);
    CREATE TABLE deliveries (
      enquiry_id ${id} PRIMARY KEY REFERENCES enquiries (id) ON DELETE CASCADE,
      message_id ${id} NOT NULL,
      state TEXT NOT NULL,
      queued_at ${time} NOT NULL,
      attempts INTEGER NOT NULL,
      due_at ${time} NOT NULL,
      delivered_at ${time},
      last_reason TEXT
    ) ${end};
    CREATE TABLE settings (key ${id} PRIMARY KEY, value TEXT NOT NULL) ${end};
    ${own}`;
}

function repetitions({ id, uniqueSubmissions }: SchemaWords): string {
  return `
    ALTER TABLE enquiries ADD COLUMN submission_hash ${id};
    ALTER TABLE enquiries ADD COLUMN text_hash ${id};
    ${uniqueSubmissions};
    CREATE INDEX enquiries_by_text ON enquiries (text_hash, received_at);`;
}

function claims({ flag }: SchemaWords): string {
  return `
    ALTER TABLE deliveries ADD COLUMN in_hand ${flag} NOT NULL DEFAULT 0;
    ALTER TABLE deliveries ADD COLUMN to_tell INTEGER NOT NULL DEFAULT 0;
    UPDATE deliveries SET to_tell = 1 WHERE state = 'quarantined';`;
}

/** Nobody has said of an older enquiry whether it is answered: what was mailed more than a day ago is taken to be. */
function handling({ id, time, yesterday }: SchemaWords): string {
  return `
    ALTER TABLE enquiries ADD COLUMN handling ${id} NOT NULL DEFAULT 'waiting'
      CHECK (handling IN ('waiting', 'answered', 'set aside'));
    ALTER TABLE enquiries ADD COLUMN answered_at ${time};
    ALTER TABLE enquiries ADD COLUMN assigned_to TEXT;
    ALTER TABLE enquiries ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
    UPDATE enquiries SET handling = 'set aside'
      WHERE id IN (SELECT enquiry_id FROM deliveries WHERE state = 'quarantined');
    UPDATE enquiries SET handling = 'answered'
      WHERE id IN (SELECT enquiry_id FROM deliveries WHERE state = 'delivered') AND received_at < ${yesterday};
    CREATE INDEX enquiries_by_handling ON enquiries (handling, id, received_at);
    CREATE INDEX enquiries_by_person ON enquiries (lower(email));`;
}

/** The table is made anew: SQLite changes neither the key nor a check of one that is there. */
function channels(words: SchemaWords): string {
  return deliveriesAnew(words, {
    channels: `'mail', 'acknowledgement', 'webhook', 'digest'`,
    states: `'due', 'delivered', 'failed', 'quarantined'`,
    awaited: `channel = 'mail' AND state IN ('due', 'failed')`,
    from: `'mail.' || enquiry_id, 'mail', '', enquiry_id, message_id, state, queued_at, attempts, due_at, delivered_at,
      last_reason, in_hand, to_tell`,
  });
}

function replies(words: SchemaWords): string {
  const { id, time, flag, end } = words;
  return `
    ALTER TABLE enquiries ADD COLUMN waiting_since ${time};
    ALTER TABLE enquiries ADD COLUMN last_word_at ${time};
    DROP INDEX enquiries_by_handling;
    CREATE INDEX enquiries_by_handling ON enquiries (handling, id, received_at, waiting_since);
    ${deliveriesAnew(words, {
      channels: `'mail', 'acknowledgement', 'reply', 'handover', 'webhook', 'digest'`,
      states: `'due', 'delivered', 'failed', 'quarantined', 'unsure'`,
      awaited: `(channel = 'mail' AND state IN ('due', 'failed')) OR (channel = 'reply' AND state = 'due')`,
      from: '*',
    })}
    CREATE INDEX deliveries_replies ON deliveries (state, enquiry_id) WHERE channel = 'reply';
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

/** @param kinds `awaited`: in the words of sql-health.ts; `from`: the columns as those of the table before are called */
function deliveriesAnew(
  { id, time, flag, end }: SchemaWords,
  kinds: { channels: string; states: string; awaited: string; from: string },
): string {
  return `
    CREATE TABLE deliveries_before AS SELECT * FROM deliveries;
    DROP TABLE deliveries;
    CREATE TABLE deliveries (
      id ${id} PRIMARY KEY,
      channel ${id} NOT NULL CHECK (channel IN (${kinds.channels})),
      event TEXT NOT NULL,
      enquiry_id ${id} REFERENCES enquiries (id) ON DELETE CASCADE,
      message_id ${id} NOT NULL,
      state TEXT NOT NULL CHECK (state IN (${kinds.states})),
      queued_at ${time} NOT NULL,
      attempts INTEGER NOT NULL,
      due_at ${time} NOT NULL,
      delivered_at ${time},
      last_reason TEXT,
      in_hand ${flag} NOT NULL DEFAULT 0,
      to_tell INTEGER NOT NULL DEFAULT 0
    ) ${end};
    INSERT INTO deliveries SELECT ${kinds.from} FROM deliveries_before;
    DROP TABLE deliveries_before;
    CREATE INDEX deliveries_by_enquiry ON deliveries (enquiry_id, channel);
    CREATE INDEX deliveries_due ON deliveries (due_at, id, channel) WHERE state = 'due' AND in_hand = 0;
    CREATE INDEX deliveries_awaited ON deliveries (state, queued_at, attempts, channel) WHERE ${kinds.awaited};
    CREATE INDEX deliveries_digests ON deliveries (queued_at) WHERE channel = 'digest';
    CREATE INDEX deliveries_acknowledged ON deliveries (queued_at) WHERE channel = 'acknowledgement';
    CREATE INDEX deliveries_refused ON deliveries (enquiry_id)
      WHERE channel = 'mail' AND (state = 'failed' OR (state = 'due' AND last_reason IS NOT NULL));
    CREATE INDEX deliveries_in_hand ON deliveries (id) WHERE in_hand = 1;
    CREATE INDEX deliveries_to_tell ON deliveries (enquiry_id) WHERE to_tell > 0;`;
}

function activity({ id, time, end }: SchemaWords): string {
  return `
    CREATE TABLE activity (
      id ${id} PRIMARY KEY,
      at ${time} NOT NULL,
      by_whom TEXT NOT NULL,
      act TEXT NOT NULL,
      detail TEXT NOT NULL,
      enquiry_id ${id} REFERENCES enquiries (id) ON DELETE CASCADE
    ) ${end};
    CREATE INDEX activity_by_enquiry ON activity (enquiry_id, id);
    DELETE FROM settings WHERE key = 'health.digest';
    ALTER TABLE settings ADD COLUMN set_at ${time};
    ALTER TABLE settings ADD COLUMN set_by TEXT;`;
}

function people({ id, time, whole, end }: SchemaWords): string {
  const person = `person ${id} NOT NULL REFERENCES people (email) ON DELETE CASCADE`;
  return `
    CREATE TABLE people (email ${id} PRIMARY KEY, handle ${id} NOT NULL UNIQUE, added_at ${time} NOT NULL) ${end};
    CREATE TABLE passkeys (
      id ${id} PRIMARY KEY,
      ${person},
      public_key TEXT NOT NULL,
      counter ${whole} NOT NULL,
      transports TEXT NOT NULL,
      added_at ${time} NOT NULL,
      last_used_at ${time}
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

function history({ id, time, bytes, end }: SchemaWords): string {
  return `
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
    ) ${end};`;
}

/** Who is there already may do what there was to do, and write the words. */
function words({ id, time, bytes, end }: SchemaWords): string {
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
    ) ${end};
    ALTER TABLE people ADD COLUMN roles TEXT NOT NULL DEFAULT 'enquiries words';`;
}

/** What stands in it is made in code: see fillSearch. */
function search({ searched }: SchemaWords): string {
  return searched;
}

function reminders({ id, time, end }: SchemaWords): string {
  return `
    ALTER TABLE enquiries ADD COLUMN end_reason TEXT;
    ALTER TABLE activity ADD COLUMN note TEXT NOT NULL DEFAULT '';
    ALTER TABLE passkeys ADD COLUMN name TEXT NOT NULL DEFAULT '';
    CREATE INDEX enquiries_by_assignee ON enquiries (assigned_to, handling, id) WHERE assigned_to IS NOT NULL;
    CREATE TABLE reminders (
      id ${id} PRIMARY KEY,
      enquiry_id ${id} NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
      person ${id} NOT NULL,
      due_at ${time} NOT NULL
    ) ${end};
    CREATE INDEX reminders_by_enquiry ON reminders (enquiry_id);
    CREATE INDEX reminders_by_person ON reminders (person, due_at);`;
}
