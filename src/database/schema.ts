/** A migration of the schema: forward only, in order, never edited once released. */
export interface Migration {
  schema: number;
  /** The oldest schema whose release can still use the result. An older release refuses to start on it. */
  oldestCompatibleSchema: number;
  sql: (fragments: SchemaFragments) => readonly string[];
}

export interface SchemaFragments {
  /** Type of text that sorts by its bytes, whatever the locale of the database. */
  bytewiseText: string;
  time: string;
  bigInteger: string;
  bytes: string;
  tableSuffix: string;
  /** Statements for this database software only, such as its search index. */
  dialectStatements: readonly string[];
}

/** In the order of their schemas. The first creates the tables in an empty database. */
export const migrations: readonly Migration[] = [
  { schema: 5, oldestCompatibleSchema: 5, sql: formatBaseline },
  {
    schema: 6,
    oldestCompatibleSchema: 5,
    sql: (fragments) => [...formatOpenPageCountKinds(fragments), ...formatRenaming()],
  },
  { schema: 7, oldestCompatibleSchema: 5, sql: formatConversationColumns },
];

/** Adds what the office needs of long conversations. Servers of the releases before write rows with the defaults. */
function formatConversationColumns({ bytewiseText, time, bytes, tableSuffix }: SchemaFragments): string[] {
  const addColumns = (table: string, columns: readonly string[]) =>
    columns.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`);
  return [
    ...addColumns('messages', [
      `recipients TEXT NOT NULL DEFAULT '[]'`,
      `reply_to TEXT NOT NULL DEFAULT ''`,
      `sent_by_program INTEGER NOT NULL DEFAULT 0`,
      `delivery_report ${bytewiseText}`,
    ]),
    ...addColumns('enquiries', [
      `unread INTEGER NOT NULL DEFAULT 0`,
      `promised_at ${time}`,
      `privacy_request ${bytewiseText}`,
      `privacy_request_due_at ${time}`,
    ]),
    `CREATE INDEX enquiries_privacy_requests ON enquiries (privacy_request_due_at)
      WHERE privacy_request_due_at IS NOT NULL`,
    ...addColumns('reminders', [`unless_written INTEGER NOT NULL DEFAULT 0`]),
    ...addColumns('people', [`uses_keys INTEGER NOT NULL DEFAULT 0`]),
    `CREATE TABLE unsent_files (
      id ${bytewiseText} PRIMARY KEY,
      enquiry_id ${bytewiseText} NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
      person ${bytewiseText} NOT NULL,
      stored_at ${time} NOT NULL,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      size INTEGER NOT NULL,
      body ${bytes} NOT NULL
    ) ${tableSuffix}`,
    `CREATE INDEX unsent_files_by_enquiry ON unsent_files (enquiry_id, person)`,
  ];
}

/** Names of actions, before and now. A release that does not know a name shows it as it is. */
const renamedActions = [
  ['set aside', 'mark as spam'],
  ['release', 'not spam'],
  ['answer by mail', 'record reply'],
  ['written again', 'record message'],
  ['came back', 'record bounce'],
  ['was sent', 'confirm sent'],
  ['confirm answer', 'confirm reply'],
  ['reply received', 'message received'],
] as const;

function formatRenaming(): string[] {
  return [
    // Actions and statuses.
    ...renamedActions.map(([from, to]) => `UPDATE events SET action = '${to}' WHERE action = '${from}'`),
    `UPDATE deliveries SET payload = replace(payload, '"about":"reply received"', '"about":"message received"')
      WHERE kind = 'handover'`,
    `UPDATE deliveries SET last_reason = replace(last_reason, 'It was set aside', 'It was marked as spam')
      WHERE last_reason LIKE 'It was set aside%'`,
    // Roles and content. Servers of the release before read `words`.
    `UPDATE people SET roles = replace(roles, 'words', 'content words')`,
    `UPDATE events SET detail = replace(replace(detail, ', words', ', content'), ' and words', ' and content')
      WHERE action = 'roles'`,
    `UPDATE meta SET value = replace(value, '"problem":"words: ', '"problem":"content: ') WHERE key = 'alerts'`,
    `UPDATE deliveries SET payload = replace(payload, '"problem":"words: ', '"problem":"content: ')
      WHERE kind = 'alert'`,
  ];
}

/** Returns the migrations by which an empty database gets this schema. */
export function listMigrationsTo(schemaVersion: number): readonly Migration[] {
  return migrations.filter(({ schema }) => schema <= schemaVersion);
}

/** Makes `page_counts` anew: SQLite removes no CHECK from a table, and schema 5 had one that named the kinds. */
function formatOpenPageCountKinds(fragments: SchemaFragments): string[] {
  return [
    `DROP INDEX page_counts_by_day`,
    `ALTER TABLE page_counts RENAME TO earlier_page_counts`,
    ...formatPageCountTable(fragments),
    `INSERT INTO page_counts SELECT * FROM earlier_page_counts`,
    `DROP TABLE earlier_page_counts`,
  ];
}

function formatBaseline(fragments: SchemaFragments): string[] {
  const creators = [
    formatEnquiryTable,
    formatMessageTables,
    formatDeliveryTable,
    formatAccountTables,
    formatContentTables,
    formatPageCountTable,
    formatAnswerCountTable,
  ];
  return [...creators.flatMap((formatTables) => formatTables(fragments)), ...fragments.dialectStatements];
}

function formatEnquiryTable({ bytewiseText, time, tableSuffix }: SchemaFragments): string[] {
  return [
    `CREATE TABLE enquiries (
      id ${bytewiseText} PRIMARY KEY,
      received_at ${time} NOT NULL,
      name TEXT NOT NULL,
      email TEXT NOT NULL,
      company TEXT NOT NULL,
      subject TEXT NOT NULL,
      submission_hash ${bytewiseText},
      text_hash ${bytewiseText} NOT NULL,
      status ${bytewiseText} NOT NULL CHECK (status IN ('open', 'closed', 'spam')),
      assignee ${bytewiseText},
      waiting_since ${time} NOT NULL,
      due_at ${time},
      closed_at ${time},
      closed_reason TEXT,
      spam_reason TEXT,
      digest_pending INTEGER NOT NULL,
      last_message_at ${time} NOT NULL,
      version INTEGER NOT NULL,
      email_problem TEXT,
      merged_into ${bytewiseText} REFERENCES enquiries (id) ON DELETE CASCADE,
      origin TEXT,
      answer_counted INTEGER NOT NULL DEFAULT 0,
      CHECK ((status = 'open') = (due_at IS NOT NULL))
    ) ${tableSuffix}`,
    `CREATE UNIQUE INDEX enquiries_by_submission ON enquiries (submission_hash)`,
    `CREATE INDEX enquiries_by_text ON enquiries (text_hash, received_at)`,
    `CREATE INDEX enquiries_by_receipt ON enquiries (received_at)`,
    `CREATE INDEX enquiries_by_status ON enquiries (status, id)`,
    `CREATE INDEX enquiries_by_due ON enquiries (status, due_at, id)`,
    `CREATE INDEX enquiries_by_last_message ON enquiries (last_message_at)`,
    `CREATE INDEX enquiries_by_sender ON enquiries (lower(email))`,
    `CREATE INDEX enquiries_by_assignee ON enquiries (assignee, status, due_at, id) WHERE assignee IS NOT NULL`,
    `CREATE INDEX enquiries_digest_pending ON enquiries (id) WHERE digest_pending > 0`,
    `CREATE INDEX enquiries_merged ON enquiries (merged_into) WHERE merged_into IS NOT NULL`,
    `CREATE INDEX enquiries_uncounted ON enquiries (id) WHERE answer_counted = 0 AND status <> 'spam'`,
  ];
}

function formatMessageTables({ bytewiseText, time, bytes, tableSuffix }: SchemaFragments): string[] {
  return [
    `CREATE TABLE messages (
      id ${bytewiseText} PRIMARY KEY,
      enquiry_id ${bytewiseText} REFERENCES enquiries (id) ON DELETE CASCADE,
      direction ${bytewiseText} NOT NULL CHECK (direction IN ('in', 'out')),
      kind ${bytewiseText} NOT NULL DEFAULT 'message' CHECK (kind IN ('message', 'automatic', 'bounce', 'dismissed')),
      author TEXT NOT NULL,
      author_name TEXT NOT NULL DEFAULT '',
      subject TEXT NOT NULL DEFAULT '',
      text TEXT NOT NULL,
      sent_at ${time} NOT NULL,
      message_id ${bytewiseText} NOT NULL,
      superseded INTEGER NOT NULL,
      hash ${bytewiseText} UNIQUE,
      bounce_reason TEXT,
      claims_office INTEGER NOT NULL DEFAULT 0,
      unverified INTEGER NOT NULL DEFAULT 0
    ) ${tableSuffix}`,
    `CREATE INDEX messages_by_enquiry ON messages (enquiry_id, id)`,
    `CREATE INDEX messages_by_author ON messages (author, sent_at) WHERE direction = 'out'`,
    `CREATE INDEX messages_by_message_id ON messages (message_id)`,
    `CREATE INDEX messages_by_sender ON messages (lower(author)) WHERE direction = 'in'`,
    `CREATE INDEX messages_without_enquiry ON messages (id) WHERE enquiry_id IS NULL`,
    `CREATE TABLE files (
      id ${bytewiseText} PRIMARY KEY,
      message_id ${bytewiseText} NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      size INTEGER NOT NULL,
      body ${bytes}
    ) ${tableSuffix}`,
    `CREATE INDEX files_by_message ON files (message_id)`,
    // The hashes of mails that were erased, which are not read again.
    `CREATE TABLE erased_mails (hash ${bytewiseText} PRIMARY KEY) ${tableSuffix}`,
    `CREATE TABLE events (
      id ${bytewiseText} PRIMARY KEY,
      at ${time} NOT NULL,
      actor TEXT NOT NULL,
      action TEXT NOT NULL,
      detail TEXT NOT NULL,
      note TEXT NOT NULL,
      enquiry_id ${bytewiseText} REFERENCES enquiries (id) ON DELETE CASCADE,
      version INTEGER
    ) ${tableSuffix}`,
    `CREATE INDEX events_by_enquiry ON events (enquiry_id, id)`,
    `CREATE TABLE reminders (
      id ${bytewiseText} PRIMARY KEY,
      enquiry_id ${bytewiseText} NOT NULL REFERENCES enquiries (id) ON DELETE CASCADE,
      person ${bytewiseText} NOT NULL,
      due_at ${time} NOT NULL
    ) ${tableSuffix}`,
    `CREATE INDEX reminders_by_enquiry ON reminders (enquiry_id)`,
    `CREATE INDEX reminders_by_person ON reminders (person, due_at)`,
  ];
}

/** SQL condition: the delivery is not known to be settled. Queries must use this text: the partial index has it. */
export const unsettledDeliveryCondition = `state IN ('due', 'failed', 'unconfirmed')`;

/** SQL condition: a receiver refused the delivery, for now or for good. A partial index has it as well. */
export const refusedDeliveryCondition = `(last_reason IS NOT NULL AND state <> 'suppressed')`;

function formatDeliveryTable({ bytewiseText, time, tableSuffix }: SchemaFragments): string[] {
  return [
    `CREATE TABLE deliveries (
      id ${bytewiseText} PRIMARY KEY,
      kind ${bytewiseText} NOT NULL,
      record_id ${bytewiseText},
      payload TEXT NOT NULL,
      state ${bytewiseText} NOT NULL CHECK (state IN ('due', 'delivered', 'failed', 'suppressed', 'unconfirmed')),
      recipient_states TEXT NOT NULL,
      queued_at ${time} NOT NULL,
      attempts INTEGER NOT NULL,
      due_at ${time} NOT NULL,
      delivered_at ${time},
      last_reason TEXT,
      leased INTEGER NOT NULL
    ) ${tableSuffix}`,
    `CREATE INDEX deliveries_by_subject ON deliveries (record_id, kind)`,
    `CREATE INDEX deliveries_due ON deliveries (due_at, id, kind) WHERE state = 'due' AND leased = 0`,
    `CREATE INDEX deliveries_leased ON deliveries (id) WHERE leased = 1`,
    `CREATE INDEX deliveries_unsettled ON deliveries (kind, state, queued_at) WHERE ${unsettledDeliveryCondition}`,
    `CREATE INDEX deliveries_refused ON deliveries (kind, state, record_id) WHERE ${refusedDeliveryCondition}`,
    `CREATE INDEX deliveries_digests ON deliveries (queued_at) WHERE kind = 'digest'`,
    `CREATE INDEX deliveries_acknowledged ON deliveries (queued_at) WHERE kind = 'acknowledgement'`,
  ];
}

function formatAccountTables({ bytewiseText, time, bigInteger, tableSuffix }: SchemaFragments): string[] {
  const person = `person ${bytewiseText} NOT NULL REFERENCES people (email) ON DELETE CASCADE`;
  return [
    `CREATE TABLE people (
      email ${bytewiseText} PRIMARY KEY,
      handle ${bytewiseText} NOT NULL UNIQUE,
      added_at ${time} NOT NULL,
      roles TEXT NOT NULL,
      name TEXT NOT NULL DEFAULT '',
      gets_report INTEGER NOT NULL DEFAULT 0
    ) ${tableSuffix}`,
    `CREATE TABLE passkeys (
      id ${bytewiseText} PRIMARY KEY,
      ${person},
      public_key TEXT NOT NULL,
      counter ${bigInteger} NOT NULL,
      added_at ${time} NOT NULL,
      last_used_at ${time},
      name TEXT NOT NULL
    ) ${tableSuffix}`,
    `CREATE INDEX passkeys_by_person ON passkeys (person)`,
    `CREATE TABLE invitations (
      token_hash ${bytewiseText} PRIMARY KEY,
      ${person},
      created_at ${time} NOT NULL,
      expires_at ${time} NOT NULL,
      used_at ${time}
    ) ${tableSuffix}`,
    `CREATE TABLE sessions (
      token_hash ${bytewiseText} PRIMARY KEY,
      ${person},
      signed_in_at ${time} NOT NULL,
      last_seen_at ${time} NOT NULL
    ) ${tableSuffix}`,
    `CREATE INDEX sessions_by_person ON sessions (person)`,
    `CREATE TABLE used_challenges (hash ${bytewiseText} PRIMARY KEY, expires_at ${time} NOT NULL) ${tableSuffix}`,
  ];
}

function formatContentTables({ bytewiseText, time, bytes, tableSuffix }: SchemaFragments): string[] {
  return [
    `CREATE TABLE revisions (
      number INTEGER PRIMARY KEY,
      created_at ${time} NOT NULL,
      author TEXT NOT NULL,
      reason TEXT NOT NULL,
      files ${bytes} NOT NULL
    ) ${tableSuffix}`,
    `CREATE TABLE drafts (
      id ${bytewiseText} PRIMARY KEY,
      file TEXT NOT NULL,
      author TEXT NOT NULL,
      base TEXT NOT NULL,
      value TEXT NOT NULL,
      saved_at ${time} NOT NULL
    ) ${tableSuffix}`,
    `CREATE TABLE schedules (
      id ${bytewiseText} PRIMARY KEY,
      at ${time} NOT NULL,
      author TEXT NOT NULL,
      reason TEXT NOT NULL,
      drafts TEXT NOT NULL,
      problem TEXT
    ) ${tableSuffix}`,
    `CREATE TABLE draft_links (
      token_hash ${bytewiseText} PRIMARY KEY,
      author ${bytewiseText} NOT NULL REFERENCES people (email) ON DELETE CASCADE,
      file TEXT NOT NULL,
      path TEXT NOT NULL,
      created_at ${time} NOT NULL,
      expires_at ${time} NOT NULL
    ) ${tableSuffix}`,
    `CREATE TABLE assets (
      path ${bytewiseText} NOT NULL,
      encoding ${bytewiseText} NOT NULL,
      body ${bytes} NOT NULL,
      last_current_at ${time} NOT NULL,
      PRIMARY KEY (path, encoding)
    ) ${tableSuffix}`,
    `CREATE TABLE meta (key ${bytewiseText} PRIMARY KEY, value TEXT NOT NULL) ${tableSuffix}`,
  ];
}

function formatPageCountTable({ bytewiseText, tableSuffix }: SchemaFragments): string[] {
  return [
    `CREATE TABLE page_counts (
      id ${bytewiseText} PRIMARY KEY,
      day ${bytewiseText} NOT NULL,
      kind ${bytewiseText} NOT NULL,
      page ${bytewiseText} NOT NULL,
      detail ${bytewiseText} NOT NULL,
      host ${bytewiseText} NOT NULL,
      campaign ${bytewiseText} NOT NULL,
      number INTEGER NOT NULL,
      visits INTEGER NOT NULL
    ) ${tableSuffix}`,
    `CREATE INDEX page_counts_by_day ON page_counts (day)`,
  ];
}

function formatAnswerCountTable({ bytewiseText, tableSuffix }: SchemaFragments): string[] {
  return [
    `CREATE TABLE answer_counts (
      id ${bytewiseText} PRIMARY KEY,
      month ${bytewiseText} NOT NULL,
      hours INTEGER NOT NULL,
      kept INTEGER NOT NULL,
      number INTEGER NOT NULL
    ) ${tableSuffix}`,
  ];
}
