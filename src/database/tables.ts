import type { ColumnType, Generated } from 'kysely';

/** A timestamp in PostgreSQL; in SQLite ISO 8601 text in UTC, which sorts chronologically. */
type Time = ColumnType<Date | string, Date, Date>;
type TimeOrNone = ColumnType<Date | string | null, Date | null, Date | null>;

/** `open`: needs an answer. `closed`: answered, or ended for another reason. `spam`: the site or a person marked it. */
export type EnquiryStatus = 'open' | 'closed' | 'spam';

/**
 * `due`: to be delivered or retried. `delivered`: accepted by the receiver. `failed`: given up. `suppressed`: not to be
 * sent. `unconfirmed`: possibly sent, which a person decides.
 */
export type DeliveryState = 'due' | 'delivered' | 'failed' | 'suppressed' | 'unconfirmed';

/** `automatic`: by a program. `bounce`: a mail server says that a mail did not arrive. */
export type MessageKind = 'message' | 'automatic' | 'bounce' | 'dismissed';

/** `delayed`: the mail server goes on trying. `unproved`: it names the enquiry, but no mail of ours. */
export type DeliveryReport = 'delayed' | 'unproved';

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
    status: EnquiryStatus;
    assignee: string | null;
    waiting_since: Time;
    /** Deadline of the response; null unless the status is `open`. */
    due_at: TimeOrNone;
    closed_at: TimeOrNone;
    closed_reason: string | null;
    spam_reason: string | null;
    /** For spam: 1 until a digest with it is mailed, then 0. */
    digest_pending: number;
    /** Time of the last message from or to the visitor. */
    last_message_at: Time;
    version: number;
    /** A mail server's words: mail to this address comes back. */
    email_problem: Generated<string | null>;
    /** Enquiry of the same person whose conversation it has joined. */
    merged_into: Generated<string | null>;
    /** JSON of a `VisitSource`. */
    origin: Generated<string | null>;
    /** 1 once its first answer is in `answer_counts`. */
    answer_counted: Generated<number>;
    /** 1 while the newest message from outside has not been opened. */
    unread: Generated<number>;
    /** Time by which the visitor was told that an answer comes; null if they were told none. */
    promised_at: ColumnType<Date | string | null, Date | null | undefined, Date | null>;
    /** What somebody asks under data protection law, and until when it has to be done; null if nothing, or once done. */
    privacy_request: Generated<'access' | 'complaint' | null>;
    privacy_request_due_at: ColumnType<Date | string | null, Date | null | undefined, Date | null>;
  };
  /**
   * Messages from the visitor (`in`) and to them (`out`); mail of no enquiry has no `enquiry_id`. An answer from the
   * office has the id of its delivery. `dismissed`: other mail that somebody left in the mailbox, without its text.
   */
  messages: {
    id: string;
    enquiry_id: string | null;
    direction: 'in' | 'out';
    kind: Generated<MessageKind>;
    author: string;
    author_name: Generated<string>;
    subject: Generated<string>;
    text: string;
    sent_at: Time;
    message_id: string;
    /** 1 once a newer answer is awaited; before that, its delivery closes the enquiry. */
    superseded: number;
    /** For received mail: equal for copies of it, which are stored once. */
    hash: Generated<string | null>;
    /** A mail server's words if this answer came back. */
    bounce_reason: Generated<string | null>;
    /** 1 if a received mail says that it is from the office, and nobody there has confirmed it. */
    claims_office: Generated<number>;
    /** 1 if a received mail is known not to be from the address that it names, or names several. */
    unverified: Generated<number>;
    /** JSON of mail addresses: of a received mail those in To and Cc, of a reply those in Cc, of a bounce those of them that it names. */
    recipients: Generated<string>;
    /** Where a received mail asks for the answer, if that is not its author's address; else empty. */
    reply_to: Generated<string>;
    /** 1 if a received mail has new words and the header of a program, as tickets do. */
    sent_by_program: Generated<number>;
    /** What a mail server reports of a mail of ours without a bounce. `unproved`: it does not name which. */
    delivery_report: Generated<DeliveryReport | null>;
  };
  /** Files of messages. `body`: null if it stays in the mailbox. */
  files: { id: string; message_id: string; name: string; type: string; size: number; body: Uint8Array | null };
  /** Actions of people. `version`: of the enquiry after it; null if other people need not see it. */
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
  /** Files of a reply that was refused or taken back, until it is sent. `person`: who chose them. */
  unsent_files: {
    id: string;
    enquiry_id: string;
    person: string;
    stored_at: Time;
    name: string;
    type: string;
    size: number;
    body: Uint8Array;
  };
  /** `id`: enquiry and person, separated by a point. `unless_written`: 1 if it ends when the visitor writes. */
  reminders: { id: string; enquiry_id: string; person: string; due_at: Time; unless_written: Generated<number> };
  /** Search terms of each enquiry, separated by spaces. */
  search_entries: { enquiry_id: string; words: string };
  deliveries: {
    id: string;
    kind: string;
    /** Id of the record that it is about; null if that cannot be erased. */
    record_id: string | null;
    payload: string;
    state: DeliveryState;
    /** JSON: state of each receiver, by address. */
    recipient_states: string;
    queued_at: Time;
    attempts: number;
    due_at: Time;
    delivered_at: TimeOrNone;
    /** Reason of the last failure, or of the suppression. */
    last_reason: string | null;
    /** 1 while a process sends it and has not recorded the outcome, else 0. */
    leased: number;
  };
  meta: { key: string; value: string };
  /** `roles`: names separated by spaces. */
  people: {
    email: string;
    handle: string;
    added_at: Time;
    roles: string;
    name: Generated<string>;
    /** 1 if the numbers are mailed to them each month. */
    gets_report: Generated<number>;
    /** 1 if single keys act in the office. */
    uses_keys: Generated<number>;
  };
  passkeys: {
    id: string;
    person: string;
    /** In base64url, as the id. */
    public_key: string;
    counter: number;
    added_at: Time;
    last_used_at: TimeOrNone;
    name: string;
  };
  invitations: { token_hash: string; person: string; created_at: Time; expires_at: Time; used_at: TimeOrNone };
  sessions: { token_hash: string; person: string; signed_in_at: Time; last_seen_at: Time };
  used_challenges: { hash: string; expires_at: Time };
  /** Build files and pictures by URL path. `last_current_at`: when a server last had it in its build. */
  assets: { path: string; encoding: string; body: Uint8Array; last_current_at: Time };
  /** Revisions of the content. `files`: JSON, compressed by Brotli. */
  revisions: { number: number; created_at: Time; author: string; reason: string; files: Uint8Array };
  /** `base` and `value` are JSON. `id`: file and person. */
  drafts: { id: string; file: string; author: string; base: string; value: string; saved_at: Time };
  /** Times to publish. `drafts`: JSON. `problem`: why it is held; null while it waits. */
  schedules: { id: string; at: Time; author: string; reason: string; drafts: string; problem: string | null };
  /** Sums of one day, like `2026-10-31`: see src/statistics/page-counts.ts. `id`: the texts that make it distinct. */
  page_counts: {
    id: string;
    day: string;
    kind: 'view' | 'form' | 'press' | 'left out';
    page: string;
    detail: string;
    host: string;
    campaign: string;
    number: number;
    visits: number;
  };
  /** Enquiries of a month, like `2026-10`, by the whole hours until their first answer. `kept`: 1 if it was in time. */
  answer_counts: { id: string; month: string; hours: number; kept: number; number: number };
  /** Hashes of received mails that were erased: their copies in the mailbox are not read again. */
  erased_mails: { hash: string };
  draft_links: { token_hash: string; author: string; file: string; path: string; created_at: Time; expires_at: Time };
}
