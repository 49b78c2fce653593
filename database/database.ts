import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Migration } from './schema.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Functions without what all of them take first. */
type Bound<First, Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (first: First, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

/** Gives functions what all of them take first. */
export function bindAll<First, Functions extends object>(first: First, functions: Functions): Bound<First, Functions> {
  const bound = Object.entries(functions as Record<string, (first: First) => unknown>).map(([name, act]) => [
    name,
    act.bind(null, first),
  ]);
  return Object.fromEntries(bound) as Bound<First, Functions>;
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
export type SearchTerms = readonly (readonly (readonly string[])[])[];

/** What is sought as a database's own search takes it: each word is the beginning of one that is there. */
export function formatSearchQuery(sought: SearchTerms, begin: string, end: string, and: string, or: string): string {
  const all = (words: readonly string[]) => `(${words.map((word) => `${begin}${word}${end}`).join(and)})`;
  return sought.map((ways) => `(${ways.map(all).join(or)})`).join(and);
}

/** Where the two databases differ. */
export interface SqlDialect {
  /** Whether several connections may write at once, so that a claim has to pass over the rows of others. */
  locksRows: boolean;
  /**
   * Whether an enquiry has words: see parseQuery.
   * @param newest whether it is one of the newest of those, before the one with this id: quick also for a word that all have
   */
  search(sought: SearchTerms, newest?: { before: string; limit: number }): RawBuilder<boolean>;
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

/** What queries take that commit for somebody, or that differ between the databases. */
export interface DatabaseParts {
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

export const rowCount = sql<number>`count(*)`.as('rows');

/** How many rows a query finds. */
export async function countRows<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
): Promise<number> {
  return (await query.clearSelect().select(rowCount).executeTakeFirstOrThrow()).rows;
}

/** Reads a time of either database. */
export function toDate(time: Date | string | null): Date | null {
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
