import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Migration } from './schema.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Functions without their shared first parameter. */
type Bound<First, Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: First, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Binds the shared first parameter of functions. */
export function bindAll<First, Functions extends object>(first: First, functions: Functions): Bound<First, Functions> {
  const bound = Object.entries(functions as Record<string, (first: First) => unknown>).map(([name, act]) => [
    name,
    act.bind(null, first),
  ]);
  return Object.fromEntries(bound) as Bound<First, Functions>;
}

/** A database that opens at its first use. While that fails, uses reject with a DatabaseOpenError; opening is retried. */
export interface OpenDatabase {
  database: Database;
  dialect: SqlDialect;
  /** Opens it now. Rejects with a DatabaseOpenError. */
  ready(): Promise<void>;
  /** Copies a consistent snapshot into a new SQLite file, a database of the site; an empty file may exist. */
  copyTo(file: string): Promise<void>;
  /** Returns a message for the operator if acknowledged commits are lost; null if none is known to be. */
  findLoss(): string | null;
  /** Resolves to the damage that SQLite finds; null if none, and for PostgreSQL, which checks its own files. */
  findDamage(): Promise<string | null>;
  /** Resolves to the versions of its software and schema, as text. */
  versions(): Promise<string>;
  close(): Promise<void>;
}

/** Options for opening a database. */
export interface OpeningSettings {
  /** Called before a file of SQLite is touched; what it throws keeps the database closed. */
  beforehand?: (() => void) | undefined;
  /** How many connections to PostgreSQL are held at most. */
  connections?: number | undefined;
  /**
   * Makes a backup of a database that has stood, before newer code changes its schema.
   * @param schema the one that it will have
   * @returns null once there is a backup; else why there is none, and the database stays as it is
   */
  backUp?: ((schema: number, copyTo: OpenDatabase['copyTo']) => Promise<string | null>) | undefined;
  /**
   * Treatment of a database with an older schema, and of an empty one. Only servers `migrate`; commands `refuse`
   * both; to `begin` gives an empty one its tables, and to `leave` opens an older one as it is, to copy it.
   */
  older?: 'migrate' | 'refuse' | 'begin' | 'leave' | undefined;
  /** Defaults to those of this code; tests pass others. */
  migrations?: readonly Migration[] | undefined;
  /** Told before and after a database that has stood gets another schema. */
  onMigration?: ((state: 'begins' | 'has ended', from: number, to: number) => void) | undefined;
}

/** A search: every list must match by one of its alternatives, and that by all its words, each a prefix. */
export type SearchTerms = readonly (readonly (readonly string[])[])[];

/** Returns the search in the query syntax of a database's full-text index. Each word is a prefix. */
export function formatSearchQuery(sought: SearchTerms, begin: string, end: string, and: string, or: string): string {
  const all = (words: readonly string[]) => `(${words.map((word) => `${begin}${word}${end}`).join(and)})`;
  return sought.map((ways) => `(${ways.map(all).join(or)})`).join(and);
}

/** The differences between the two databases. */
export interface SqlDialect {
  /** True if several connections may write at once: a claim then skips rows that others have locked. */
  locksRows: boolean;
  /**
   * Returns an SQL condition: an enquiry matches a search (see parseQuery).
   * @param newest limits matches to the newest before this id, which is quick also for a word that all have
   */
  search(sought: SearchTerms, newest?: { before: string; limit: number }): RawBuilder<boolean>;
  /** Returns an SQL condition: the text is one of `texts`, of any number. */
  isAmong(text: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean>;
  /** Removes the text of deleted rows from the database files. Call it after each deletion. */
  afterErasing(database: Database): Promise<void>;
  /** Resolves to the watch on the database files; undefined for PostgreSQL. */
  commitMarks(): Promise<CommitMarks | undefined>;
}

/** A check that commits are still stored. The mark of an acknowledged commit is a number and an id, like `17 5f0c…`. */
export interface CommitMarks {
  /** Throws if a commit made now would be lost. */
  assertIntact(): void;
  /** Throws if another connection cannot read back a committed mark. */
  confirmMark(mark: string): void;
}

/** Dependencies of queries that acknowledge commits or differ between the databases. */
export interface DatabaseParts {
  database: Database;
  dialect: SqlDialect;
}

/** Thrown if the database cannot be opened, with its location (without a password) and the reason, for the operator. */
export class DatabaseOpenError extends Error {
  readonly place: string;
  readonly reason: string;
  /** True if it lasts until somebody changes the configuration or the software; else it may pass. */
  readonly isLasting: boolean;

  constructor(place: string, reason: string, options: ErrorOptions & { isLasting?: boolean } = {}) {
    super(`The database ${place} cannot be opened: ${reason}`, options);
    this.name = 'DatabaseOpenError';
    this.place = place;
    this.reason = reason;
    this.isLasting = options.isLasting ?? false;
  }
}

export const rowCount = sql<number>`count(*)`.as('rows');

/** Resolves to the number of rows that a query finds. */
export async function countRows<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  return (await query.clearSelect().select(rowCount).executeTakeFirstOrThrow()).rows;
}

/** Reads a time of either database. */
export function toDate(time: Date | string | null): Date | null {
  return time === null ? null : new Date(time);
}

/** Bounds of the pause before a failed opening is retried, in milliseconds: it doubles with each failure. */
const shortestPause = 1000;
const longestPause = 30_000;

/**
 * Returns a resource that is opened at its first use.
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
     * Resolves to the database, opened if it is not yet. After a failure it rejects at once for a while, with
     * the same fault: nobody waits for what has just failed, and a database that is away is not asked for by everybody.
     */
    open: async (): Promise<Opened> => {
      if (ended) throw new Error('The database is closed');
      return (latest ??= tryToOpen());
    },
    /** Prevents further opening. Resolves to the open database, if any, for the caller to close. */
    async end(): Promise<Opened | undefined> {
      ended = true;
      return latest?.catch(() => undefined);
    },
  };
}
