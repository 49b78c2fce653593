import type { ColumnType, Kysely } from 'kysely';
import type { DeliveryState } from './store.ts';

/** A timestamp in PostgreSQL; in SQLite ISO 8601 text in UTC, which sorts as it reads. */
type Time = ColumnType<Date | string, Date, Date>;

export interface Tables {
  enquiries: {
    id: string;
    received_at: Time;
    name: string;
    email: string;
    company: string;
    subject: string;
    message: string;
    submission_hash: string | null;
    text_hash: string | null;
  };
  deliveries: {
    enquiry_id: string;
    message_id: string;
    state: DeliveryState;
    queued_at: Time;
    attempts: number;
    due_at: Time;
    delivered_at: ColumnType<Date | string | null, Date | null, Date | null>;
    last_reason: string | null;
    /** 1 while a process sends it and has not recorded how that ended, else 0. */
    in_hand: number;
    /** Of what is quarantined: 1 until a digest takes it up, the digest's number until that is mailed, then 0. */
    to_tell: number;
  };
  settings: { key: string; value: string };
}

export type Database = Kysely<Tables>;

/** It is opened at its first use. While it cannot be, each use rejects with a DatabaseOpenError, and it is tried again. */
export interface OpenDatabase {
  database: Database;
  dialect: SqlDialect;
  /** Opens it now. Rejects with a DatabaseOpenError. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/** Where the two databases differ. */
export interface SqlDialect {
  /** Whether several connections may write at once, so that a claim has to pass over the rows of others. */
  locksRows: boolean;
  /** Called after rows were deleted: sees to it that their text is in no file any more. */
  afterErasing(database: Database): Promise<void>;
  /** Rejects where what was committed stands in a file that nobody will find again. */
  assertInPlace(): Promise<void>;
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

/** Why a database is refused whose schema this code does not know. */
export function newerSchema(found: number, known: number): string {
  return `it was written by a newer version of this software (schema ${found}, this one knows ${known})`;
}
