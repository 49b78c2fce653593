import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Migration } from './schema.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

type Bound<First, Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: First, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Returns the functions with their shared first parameter bound. */
export function bindFirstParameter<First, Functions extends object>(
  first: First,
  functions: Functions,
): Bound<First, Functions> {
  const bound = Object.entries(functions as Record<string, (first: First) => unknown>).map(([name, method]) => [
    name,
    method.bind(null, first),
  ]);
  return Object.fromEntries(bound) as Bound<First, Functions>;
}

/** A database that opens on first use. While that fails, calls reject with a DatabaseOpenError; opening is retried. */
export interface DatabaseHandle {
  database: Database;
  dialect: SqlDialect;
  ensureOpen(): Promise<void>;
  /** Copies a consistent snapshot into a SQLite file, which must be new or empty. */
  copyToFile(path: string): Promise<void>;
  /** Returns a message for the operator if acknowledged commits are lost, else null. */
  findDataLoss(): string | null;
  /** Resolves to the damage that SQLite finds; null if none, or for PostgreSQL, which checks its own files. */
  findDamage(): Promise<string | null>;
  /** Resolves to the versions of its software and schema: `SQLite 3.51.2, schema 2`. */
  describeVersions(): Promise<string>;
  close(): Promise<void>;
}

export interface OpenDatabaseOptions {
  /** Called before a SQLite file is opened; if it throws, the database stays closed. */
  beforeOpen?: (() => void) | undefined;
  maxConnections?: number | undefined;
  /** Backs up a database with content before its migration. Resolves to the reason if it failed: nothing is changed. */
  backUpBeforeMigration?:
    | ((targetSchema: number, copyTo: DatabaseHandle['copyToFile']) => Promise<string | null>)
    | undefined;
  /**
   * What to do with an older schema, or an empty database. `migrate`: servers. `refuse`: commands. `begin`: only an
   * empty one gets its tables. `leave`: it is opened as it is, to copy it.
   */
  olderSchemaPolicy?: 'migrate' | 'refuse' | 'begin' | 'leave' | undefined;
  /** Migrations in place of this release's. */
  migrations?: readonly Migration[] | undefined;
  /** Called before and after the migration of a database with content. */
  onMigration?: ((state: 'begins' | 'has ended', from: number, to: number) => void) | undefined;
}

/** A search: each entry must match by one of its alternatives, and that by all its words, each a prefix. */
export type SearchTerms = readonly (readonly (readonly string[])[])[];

/** Returns the search in the query syntax of a database's full-text index. Each word is a prefix. */
export function formatSearchQuery(
  terms: SearchTerms,
  wordStart: string,
  wordEnd: string,
  andOperator: string,
  orOperator: string,
): string {
  const formatAlternative = (words: readonly string[]) =>
    `(${words.map((word) => `${wordStart}${word}${wordEnd}`).join(andOperator)})`;
  return terms.map((alternatives) => `(${alternatives.map(formatAlternative).join(orOperator)})`).join(andOperator);
}

export interface SqlDialect {
  /** True if several connections may write at once: a claim then skips rows that others have locked. */
  supportsRowLocks: boolean;
  /** Returns an SQL condition: an enquiry matches. `newestOnly` is fast even for a word that all enquiries have. */
  matchesSearch(terms: SearchTerms, newestOnly?: { beforeId: string; limit: number }): RawBuilder<boolean>;
  /** Returns an SQL condition: the text is one of `texts`, of any number. */
  isOneOf(text: RawBuilder<unknown>, texts: readonly string[]): RawBuilder<boolean>;
  /** Overwrites the text of deleted rows in the database files. Call it after each deletion. */
  scrubDeletedText(database: Database): Promise<void>;
  /** Resolves to the verifier of commits; undefined for PostgreSQL. */
  getCommitVerifier(): Promise<CommitVerifier | undefined>;
}

/** Verifies that commits are stored in the database files. A commit mark is a number and an id, like `17 5f0c…`. */
export interface CommitVerifier {
  /** Rejects if a commit made now would be lost. */
  assertFilesIntact(): Promise<void>;
  /** Rejects if another connection cannot read the commit mark back. */
  verifyCommit(commitMark: string): Promise<void>;
}

export interface DatabaseWithDialect {
  database: Database;
  dialect: SqlDialect;
}

/** The database cannot be opened. `location` (without a password) and `reason` are for the operator. */
export class DatabaseOpenError extends Error {
  readonly location: string;
  readonly reason: string;
  /** True if only another configuration or release can help; else a retry may succeed. */
  readonly isPermanent: boolean;

  constructor(location: string, reason: string, options: ErrorOptions & { isPermanent?: boolean } = {}) {
    super(`The database ${location} cannot be opened: ${reason}`, options);
    this.name = 'DatabaseOpenError';
    this.location = location;
    this.reason = reason;
    this.isPermanent = options.isPermanent ?? false;
  }
}

/** Column `rows`: the number of rows that a query finds. */
export const rowCountColumn = sql<number>`count(*)`.as('rows');

/** Resolves to the number of rows that a query finds. */
export async function countRows<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  return (await query.clearSelect().select(rowCountColumn).executeTakeFirstOrThrow()).rows;
}

/** Returns a time of either database as a Date. */
export function toDate(time: Date | string | null): Date | null {
  return time === null ? null : new Date(time);
}

/** Bounds of the pause before opening is retried, in milliseconds. It doubles with each failure. */
const shortestPause = 1000;
const longestPause = 30_000;

interface LazyResource<Resource> {
  /** Resolves to the open resource. After a failure, rejects with the same error for 1 to 30 seconds, then retries. */
  open(): Promise<Resource>;
  /** Prevents further opening. Resolves to the open resource, if any, for the caller to close. */
  stopOpening(): Promise<Resource | undefined>;
}

/** Returns a resource that `openResource` opens on first use. */
export function createLazyResource<Resource>(openResource: () => Promise<Resource>): LazyResource<Resource> {
  let latestAttempt: Promise<Resource> | undefined;
  let pause = shortestPause;
  let isEnded = false;

  async function tryToOpen(): Promise<Resource> {
    try {
      return await openResource();
    } catch (error) {
      setTimeout(() => (latestAttempt = undefined), pause).unref();
      pause = Math.min(2 * pause, longestPause);
      throw error;
    }
  }

  return {
    async open() {
      if (isEnded) throw new Error('The database is closed');
      return (latestAttempt ??= tryToOpen());
    },
    async stopOpening() {
      isEnded = true;
      return latestAttempt?.catch(() => undefined);
    },
  };
}
