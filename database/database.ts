import { sql, type ColumnType, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { ActName } from '../enquiries/describe-event.ts';
import type { EnquiryFields } from '../enquiries/enquiry.ts';
import type { PeopleStore } from '../accounts/accounts.ts';
import type { Channel, DeliveryState, EnquiryStore, Handling } from '../enquiries/store.ts';
import type { Migration } from './migrations.ts';

/** A timestamp in PostgreSQL; in SQLite ISO 8601 text in UTC, which sorts as it reads. */
type Time = ColumnType<Date | string, Date, Date>;
type TimeOrNone = ColumnType<Date | string | null, Date | null, Date | null>;

export interface Tables {
  enquiries: EnquiryFields & {
    id: string;
    received_at: Time;
    submission_hash: string | null;
    text_hash: string | null;
    handling: Handling;
    answered_at: TimeOrNone;
    end_reason: ColumnType<string | null, string | null | undefined, string | null>;
    assigned_to: string | null;
    /** Null where it is the time of receipt. */
    waiting_since: ColumnType<Date | string | null, Date | null | undefined, Date | null>;
    /** When the visitor, or the office to them, last wrote. Null where that is the enquiry itself. */
    last_word_at: ColumnType<Date | string | null, Date | null | undefined, Date | null>;
    version: ColumnType<number, number | undefined, number>;
  };
  deliveries: {
    id: string;
    channel: Channel;
    event: string;
    enquiry_id: string | null;
    message_id: string;
    state: DeliveryState;
    queued_at: Time;
    attempts: number;
    due_at: Time;
    delivered_at: TimeOrNone;
    last_reason: string | null;
    /** 1 while a process sends it and has not recorded how that ended, else 0. */
    in_hand: number;
    /** Of what is quarantined: 1 until a digest takes it up, the digest's number until that is mailed, then 0. */
    to_tell: number;
  };
  /** Each has the id of its delivery. */
  replies: {
    id: string;
    enquiry_id: string;
    at: Time;
    by_whom: string;
    text: string;
    /** 1 while its delivery makes the enquiry answered; 0 once the visitor waits for something newer. */
    answers: ColumnType<number, number | undefined, number>;
  };
  settings: {
    key: string;
    value: string;
    /** When a person set it, and who. */
    set_at: ColumnType<Date | string | null, Date | null | undefined, Date | null>;
    set_by: ColumnType<string | null, string | null | undefined, string | null>;
  };
  /** The words by which each enquiry is found, with spaces between them. */
  searched: { enquiry_id: string; words: string };
  activity: {
    id: string;
    at: Time;
    by_whom: string;
    act: ActName;
    detail: string;
    note: string;
    enquiry_id: string | null;
  };
  /** `id`: of the enquiry and the person, with a point between them. */
  reminders: { id: string; enquiry_id: string; person: string; due_at: Time };
  /** `roles`: names with a space between, of here and of invitations. */
  people: { email: string; handle: string; added_at: Time; roles: ColumnType<string, string | undefined, string> };
  passkeys: {
    id: string;
    person: string;
    /** In base64url, as its id. */
    public_key: string;
    counter: number;
    /** With commas between them. */
    transports: string;
    added_at: Time;
    last_used_at: TimeOrNone;
    name: string;
  };
  invitations: { token_hash: string; person: string; made_at: Time; expires_at: Time; used_at: TimeOrNone };
  sessions: { token_hash: string; person: string; signed_in_at: Time; last_seen_at: Time };
  ceremonies: { token_hash: string; challenge: string; expires_at: Time };
  /** Files of builds for visitors' browsers. `last_current_at`: when a server last had it in its own build. */
  assets: { address: string; encoding: string; body: Uint8Array; last_current_at: Time };
  /** Publications of the words. `words`: JSON of both sets of files, compressed by Brotli. */
  word_versions: { number: number; made_at: Time; made_by: string; reason: string; words: Uint8Array };
  /** `base` and `value` are JSON. The id is made of file and person. */
  word_drafts: { id: string; file: string; made_by: string; base: string; value: string; saved_at: Time };
}

export type Database = Kysely<Tables>;

/** What a port promises, as functions that take the same thing first: so its parts are written, which share one database. */
export type Taking<First, Port> = {
  [Name in keyof Port]: Port[Name] extends (...rest: infer Rest) => infer Result
    ? (first: First, ...rest: Rest) => Result
    : never;
};

/** Parts of the stores, which take their types from the ports. */
export type EnquiryPart = Partial<Taking<SqlParts, EnquiryStore>>;
export type PeoplePart = Partial<Taking<Database, PeopleStore>>;

/** A port of functions that have been given what they take first. */
export function withFirst<First, Port>(first: First, functions: Taking<First, Port>): Port {
  const given = Object.entries<(first: First) => unknown>(functions).map(([name, act]) => [
    name,
    act.bind(null, first),
  ]);
  return Object.fromEntries(given) as Port;
}

/** It is opened at its first use. While it cannot be, each use rejects with a DatabaseOpenError, and it is tried again. */
export interface OpenDatabase {
  database: Database;
  dialect: SqlDialect;
  /** Opens it now. Rejects with a DatabaseOpenError. */
  ready(): Promise<void>;
  /** Copies it, as it stands at one moment, into a new SQLite file that is a database of the site; an empty file may be there. */
  copyTo(file: string): Promise<void>;
  /** What of its content is gone that visitors were told was stored, in words; null where nothing is known to be. */
  findLoss(): string | null;
  /** Resolves to what SQLite finds wrong with the file; null where it is sound, and of PostgreSQL, which looks after its own. */
  findDamage(): Promise<string | null>;
  /** Of its software and of its schema, in words. */
  versions(): Promise<string>;
  close(): Promise<void>;
}

/** How a database is opened. */
export interface OpeningSettings {
  /** The version of this software, which the database keeps with each migration. */
  release?: string;
  /**
   * Makes a backup of a database that has stood, before newer code changes its schema.
   * @param schema the one that it will have
   * @returns null once there is a backup; else why there is none, and the database stays as it is
   */
  backUp?: ((schema: number, copyTo: OpenDatabase['copyTo']) => Promise<string | null>) | undefined;
  /**
   * What becomes of a database of an older schema, and of an empty one, which has none. Servers alone `migrate`, commands `refuse`
   * both; to `begin` gives an empty one its tables, and to `leave` opens an older one as it is, to copy it.
   */
  older?: 'migrate' | 'refuse' | 'begin' | 'leave' | undefined;
  /** Those of this code, unless a test says otherwise. */
  migrations?: readonly Migration[] | undefined;
  /** Told before and after a database that has stood gets another schema. */
  onMigration?: ((state: 'begins' | 'has ended', from: number, to: number) => void) | undefined;
}

/** Words that have to be there: of each list one, all of whose words are; a word may be the beginning of one. */
export type SoughtWords = readonly (readonly (readonly string[])[])[];

/** What is sought as a database's own search takes it: each word is the beginning of one that is there. */
export function inWords(sought: SoughtWords, begin: string, end: string, and: string, or: string): string {
  const all = (words: readonly string[]) => `(${words.map((word) => `${begin}${word}${end}`).join(and)})`;
  return sought.map((ways) => `(${ways.map(all).join(or)})`).join(and);
}

/** Where the two databases differ. */
export interface SqlDialect {
  /** Whether several connections may write at once, so that a claim has to pass over the rows of others. */
  locksRows: boolean;
  /**
   * Whether an enquiry has words: see soughtWords.
   * @param newest whether it is one of the newest of those, before the one with this id: quick also for a word that all have
   */
  search(sought: SoughtWords, newest?: { before: string; limit: number }): RawBuilder<boolean>;
  /** Whether a text is one of these, however many they are. */
  isAmong(text: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean>;
  /** Called after rows were deleted: sees to it that their text is in no file any more. */
  afterErasing(database: Database): Promise<void>;
  /** Resolves to what watches the files of the database; undefined where the database's own server does. */
  commitMarks(): Promise<CommitMarks | undefined>;
}

/** Watches that what was committed is still there: each acknowledged commit has a number and an id, like `17 5f0c…`. */
export interface CommitMarks {
  /** Throws where what is committed now would be lost. */
  assertIntact(): void;
  /** Throws where a mark that was committed cannot be read back by another connection. */
  confirmMark(mark: string): void;
}

/** What the queries of the store take. */
export interface SqlParts {
  database: Database;
  dialect: SqlDialect;
}

/** The database cannot be used: where it is (without a password), and why, in words for the operator. */
export class DatabaseOpenError extends Error {
  readonly place: string;
  readonly reason: string;
  /** Whether it stays so until somebody changes the configuration or the software; else it may pass. */
  readonly isLasting: boolean;

  constructor(place: string, reason: string, options: ErrorOptions & { isLasting?: boolean } = {}) {
    super(`The database ${place} cannot be opened: ${reason}`, options);
    this.name = 'DatabaseOpenError';
    this.place = place;
    this.reason = reason;
    this.isLasting = options.isLasting ?? false;
  }
}

/** The key in `settings` under which a restored database says that its mail is held. */
export const holdKey = 'health.held';

export const countOfRows = sql<number>`count(*)`.as('rows');

/** How many rows a query finds. */
export async function countIn<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  return (await query.clearSelect().select(countOfRows).executeTakeFirstOrThrow()).rows;
}

/** A time as the core knows it. */
export function dateOrNull(time: Date | string | null): Date | null {
  return time === null ? null : new Date(time);
}

/** How long an opening that failed is not tried again, in milliseconds: doubled with each failure. */
const shortestPause = 1000;
const longestPause = 30_000;

/**
 * A database that is opened at its first use.
 * @param attempt opens it
 */
export function createOpening<Opened>(attempt: () => Promise<Opened>) {
  let latest: Promise<Opened> | undefined;
  let pause = shortestPause;
  let ended = false;

  async function tryToOpen(): Promise<Opened> {
    try {
      return await attempt();
    } catch (fault) {
      setTimeout(() => (latest = undefined), pause).unref();
      pause = Math.min(2 * pause, longestPause);
      throw fault;
    }
  }

  return {
    /**
     * Resolves to the open database, which it opens where nobody has yet. After a failure it rejects at once for a while, with
     * the same fault: nobody waits for what has just failed, and a database that is away is not asked for by everybody.
     */
    open: async (): Promise<Opened> => {
      if (ended) throw new Error('The database is closed');
      return (latest ??= tryToOpen());
    },
    /** Nothing is opened any more. Resolves to what is open, for the caller to close. */
    async end(): Promise<Opened | undefined> {
      ended = true;
      return latest?.catch(() => undefined);
    },
  };
}
