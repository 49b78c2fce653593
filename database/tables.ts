import type { ColumnType } from 'kysely';

/** A timestamp in PostgreSQL; in SQLite ISO 8601 text in UTC, which sorts as it reads. */
type Time = ColumnType<Date | string, Date, Date>;
type TimeOrNone = ColumnType<Date | string | null, Date | null, Date | null>;

/** `open`: somebody has to answer. `closed`: answered, or ended for another reason. `spam`: it looks like spam, to the site or to a person. */
export type Status = 'open' | 'closed' | 'spam';

/**
 * `due`: to be handed over, at once or again. `delivered`: the other side took it. `failed`: given up. `suppressed`: not to be sent.
 * `unconfirmed`: perhaps sent, which a person decides.
 */
export type DeliveryState = 'due' | 'delivered' | 'failed' | 'suppressed' | 'unconfirmed';

export interface Tables {
  enquiries: {
    id: string;
    received_at: Time;
    name: string;
    email: string;
    company: string;
    subject: string;
    submission_hash: string | null;
    text_hash: string;
    status: Status;
    assignee: string | null;
    /** From when the promise counts. */
    waiting_since: Time;
    /** By when somebody has to answer; null unless the status is `open`. */
    due_at: TimeOrNone;
    closed_at: TimeOrNone;
    closed_reason: string | null;
    spam_reason: string | null;
    /** Of spam: 1 until a digest that tells of it is mailed, then 0. */
    digest_pending: number;
    /** When the visitor, or the office to them, last wrote. */
    last_message_at: Time;
    version: number;
  };
  /** What the visitor wrote (`in`) and what was written to them (`out`). An answer has the id of its delivery. */
  messages: {
    id: string;
    enquiry_id: string;
    direction: 'in' | 'out';
    author: string;
    text: string;
    sent_at: Time;
    /** The Message-ID of its mail. */
    message_id: string;
    /** 1 once the visitor waits for something newer; before that, its delivery closes the enquiry. */
    superseded: number;
  };
  /** What people did; `version` is that of the enquiry from then on, null of what others need not see. */
  events: {
    id: string;
    at: Time;
    actor: string;
    action: string;
    detail: string;
    note: string;
    enquiry_id: string | null;
    version: number | null;
  };
  /** `id`: of the enquiry and the person, with a point between them. */
  reminders: { id: string; enquiry_id: string; person: string; due_at: Time };
  /** The words by which each enquiry is found, with spaces between them. */
  search_entries: { enquiry_id: string; words: string };
  /** Jobs to hand something over. */
  deliveries: {
    id: string;
    kind: string;
    /** The id of what it is about; null where that is nothing that could be erased. */
    about_id: string | null;
    /** JSON. */
    payload: string;
    state: DeliveryState;
    /** JSON: how each of several receivers stands, by address. */
    receivers: string;
    queued_at: Time;
    attempts: number;
    due_at: Time;
    delivered_at: TimeOrNone;
    /** Why the last attempt failed, or why it is suppressed. */
    last_reason: string | null;
    /** 1 while a process sends it and has not recorded how that ended, else 0. */
    leased: number;
  };
  /** Facts about the database itself. */
  meta: { key: string; value: string };
  /** `roles`: names with a space between. */
  people: { email: string; handle: string; added_at: Time; roles: string };
  passkeys: {
    id: string;
    person: string;
    /** In base64url, as its id. */
    public_key: string;
    counter: number;
    /** With commas between them. */
    added_at: Time;
    last_used_at: TimeOrNone;
    name: string;
  };
  invitations: { token_hash: string; person: string; made_at: Time; expires_at: Time; used_at: TimeOrNone };
  sessions: { token_hash: string; person: string; signed_in_at: Time; last_seen_at: Time };
  used_challenges: { hash: string; expires_at: Time };
  /** Files that are kept by their address. `last_current_at`: when a server last had it in its own build. */
  blobs: { address: string; encoding: string; body: Uint8Array; last_current_at: Time };
  /** Publications of the content. `files`: JSON, compressed by Brotli. */
  revisions: { number: number; made_at: Time; made_by: string; reason: string; files: Uint8Array };
  /** `base` and `value` are JSON. The id is made of file and person. */
  drafts: { id: string; file: string; made_by: string; base: string; value: string; saved_at: Time };
}
