/** One step of a database's schema: forward only, in their order, never edited once released. */
export interface Migration {
  /**
   * The oldest schema whose code can still read and write the result. If it is this migration's own, the release before
   * refuses to start on it, and the way back is a backup.
   */
  usableFrom: number;
  /** Returns its statements. */
  sql: (types: ColumnTypes) => readonly string[];
}

/** The parts of a table definition that differ between the databases. */
export interface ColumnTypes {
  /** Text that sorts by its bytes, whatever the locale of the database. */
  id: string;
  time: string;
  /** 64 bits. */
  whole: string;
  bytes: string;
  /** Suffix of a table definition. */
  end: string;
  /** Statements for this database alone, such as its search index. */
  own: readonly string[];
}

/** The n-th makes schema n. */
export const migrations: readonly Migration[] = [{ usableFrom: 1, sql: createBaseline }];

function createBaseline(types: ColumnTypes): string[] {
  const creators = [createEnquiries, createMessages, createDeliveries, createAccounts, createContent];
  return [...creators.flatMap((create) => create(types)), ...types.own];
}

function createEnquiries({ id, time, end }: ColumnTypes): string[] {
  return [
    `CREATE TABLE enquiries (
      id ${id} PRIMARY KEY,
      received_at ${time} NOT NULL,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      company TEXT NOT NULL,
      subject TEXT NOT NULL,
      submission_hash ${id},
      text_hash ${id} NOT NULL,
      status ${id} NOT NULL CHECK (status IN ('open', 'closed', 'spam')),
      assignee ${id},
      waiting_since ${time} NOT NULL,
      due_at ${time},
      closed_at ${time},
      closed_reason TEXT,
      spam_reason TEXT,
      digest_pending INTEGER NOT NULL,
      last_message_at ${time} NOT NULL,
      version INTEGER NOT NULL,
      CHECK ((status = 'open') = (due_at IS NOT NULL))
    ) ${end}`,
    `CREATE UNIQUE INDEX enquiries_by_submission ON enquiries (submission_hash)`,
    `CREATE INDEX enquiries_by_text ON enquiries (text_hash, received_at)`,
    `CREATE INDEX enquiries_by_receipt ON enquiries (received_at)`,
    `CREATE INDEX enquiries_by_status ON enquiries (status, id)`,
    `CREATE INDEX enquiries_by_due ON enquiries (status, due_at, id)`,
    `CREATE INDEX enquiries_by_last_message ON enquiries (last_message_at)`,
    `CREATE INDEX enquiries_by_sender ON enquiries (lower(email))`,
    `CREATE INDEX enquiries_by_assignee ON enquiries (assignee, status, due_at, id) WHERE assignee IS NOT NULL`,
    `CREATE INDEX enquiries_digest_pending ON enquiries (id) WHERE digest_pending > 0`,
  ];
}

function createMessages({ id, time, end }: ColumnTypes): string[] {
  const enquiry = `enquiry_id ${id} NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE`;
  return [
    `CREATE TABLE messages (
      id ${id} PRIMARY KEY,
      ${enquiry},
      direction ${id} NOT NULL CHECK (direction IN ('in', 'out')),
      author TEXT NOT NULL,
      text TEXT NOT NULL,
      sent_at ${time} NOT NULL,
      message_id ${id} NOT NULL,
      superseded INTEGER NOT NULL
    ) ${end}`,
    `CREATE INDEX messages_by_enquiry ON messages (enquiry_id, id)`,
    `CREATE INDEX messages_by_author ON messages (author, sent_at) WHERE direction = 'out'`,
    `CREATE TABLE events (
      id ${id} PRIMARY KEY,
      at ${time} NOT NULL,
      actor TEXT NOT NULL,
      action TEXT NOT NULL,
      detail TEXT NOT NULL,
      note TEXT NOT NULL,
      enquiry_id ${id} REFERENCES enquiries (id) ON DELETE CASCADE,
      version INTEGER
    ) ${end}`,
    `CREATE INDEX events_by_enquiry ON events (enquiry_id, id)`,
    `CREATE TABLE reminders (id ${id} PRIMARY KEY, ${enquiry}, person ${id} NOT NULL, due_at ${time} NOT NULL) ${end}`,
    `CREATE INDEX reminders_by_enquiry ON reminders (enquiry_id)`,
    `CREATE INDEX reminders_by_person ON reminders (person, due_at)`,
  ];
}

/** Condition for deliveries not known to be settled. Queries must use this text: the partial index has it. */
export const unsettled = `state IN ('due', 'failed', 'unconfirmed')`;

/** Condition for deliveries refused, for now, for good, or by one of several receivers; for a partial index as well. */
export const refused = `(last_reason IS NOT NULL AND state <> 'suppressed')`;

function createDeliveries({ id, time, end }: ColumnTypes): string[] {
  return [
    `CREATE TABLE deliveries (
      id ${id} PRIMARY KEY,
      kind ${id} NOT NULL,
      about_id ${id},
      payload TEXT NOT NULL,
      state ${id} NOT NULL CHECK (state IN ('due', 'delivered', 'failed', 'suppressed', 'unconfirmed')),
      receivers TEXT NOT NULL,
      queued_at ${time} NOT NULL,
      attempts INTEGER NOT NULL,
      due_at ${time} NOT NULL,
      delivered_at ${time},
      last_reason TEXT,
      leased INTEGER NOT NULL
    ) ${end}`,
    `CREATE INDEX deliveries_by_subject ON deliveries (about_id, kind)`,
    `CREATE INDEX deliveries_due ON deliveries (due_at, id, kind) WHERE state = 'due' AND leased = 0`,
    `CREATE INDEX deliveries_leased ON deliveries (id) WHERE leased = 1`,
    `CREATE INDEX deliveries_unsettled ON deliveries (kind, state, queued_at) WHERE ${unsettled}`,
    `CREATE INDEX deliveries_refused ON deliveries (kind, state, about_id) WHERE ${refused}`,
    `CREATE INDEX deliveries_digests ON deliveries (queued_at) WHERE kind = 'digest'`,
    `CREATE INDEX deliveries_acknowledged ON deliveries (queued_at) WHERE kind = 'acknowledgement'`,
  ];
}

function createAccounts({ id, time, whole, end }: ColumnTypes): string[] {
  const person = `person ${id} NOT NULL REFERENCES people (email) ON DELETE CASCADE`;
  return [
    `CREATE TABLE people (
      email ${id} PRIMARY KEY,
      handle ${id} NOT NULL UNIQUE,
      added_at ${time} NOT NULL,
      roles TEXT NOT NULL
    ) ${end}`,
    `CREATE TABLE passkeys (
      id ${id} PRIMARY KEY,
      ${person},
      public_key TEXT NOT NULL,
      counter ${whole} NOT NULL,
      added_at ${time} NOT NULL,
      last_used_at ${time},
      name TEXT NOT NULL
    ) ${end}`,
    `CREATE INDEX passkeys_by_person ON passkeys (person)`,
    `CREATE TABLE invitations (
      token_hash ${id} PRIMARY KEY,
      ${person},
      made_at ${time} NOT NULL,
      expires_at ${time} NOT NULL,
      used_at ${time}
    ) ${end}`,
    `CREATE TABLE sessions (
      token_hash ${id} PRIMARY KEY,
      ${person},
      signed_in_at ${time} NOT NULL,
      last_seen_at ${time} NOT NULL
    ) ${end}`,
    `CREATE INDEX sessions_by_person ON sessions (person)`,
    `CREATE TABLE used_challenges (hash ${id} PRIMARY KEY, expires_at ${time} NOT NULL) ${end}`,
  ];
}

function createContent({ id, time, bytes, end }: ColumnTypes): string[] {
  return [
    `CREATE TABLE revisions (
      number INTEGER PRIMARY KEY,
      made_at ${time} NOT NULL,
      made_by TEXT NOT NULL,
      reason TEXT NOT NULL,
      files ${bytes} NOT NULL
    ) ${end}`,
    `CREATE TABLE drafts (
      id ${id} PRIMARY KEY,
      file TEXT NOT NULL,
      made_by TEXT NOT NULL,
      base TEXT NOT NULL,
      value TEXT NOT NULL,
      saved_at ${time} NOT NULL
    ) ${end}`,
    `CREATE TABLE blobs (
      address ${id} NOT NULL,
      encoding ${id} NOT NULL,
      body ${bytes} NOT NULL,
      last_current_at ${time} NOT NULL,
      PRIMARY KEY (address, encoding)
    ) ${end}`,
    `CREATE TABLE meta (key ${id} PRIMARY KEY, value TEXT NOT NULL) ${end}`,
  ];
}
