/** One step of a database's schema: forward only, in their order, never edited once released. */
export interface Migration {
  /**
   * The oldest schema whose code still runs on the result: it reads what it knew, and what it writes suits the newer code too. Where
   * that is this migration itself, the release before refuses to start on it, and the way back is a backup.
   */
  usableFrom: number;
  sql: string;
}

/** What a database tells of its latest migration. `release` is the version of the software that made it. */
export interface LatestMigration {
  version: number;
  usableFrom: number;
  release: string;
}

/** Which code opens a database: the version of its software, and how many migrations it knows. */
export interface OpeningCode {
  release: string;
  schema: number;
}

/**
 * Why this code must not use a database that newer code has changed; null where it may.
 * @param found null where the database tells no more than its version
 */
export function whyTooNew(version: number, found: LatestMigration | null, code: OpeningCode): string | null {
  if (found !== null && found.usableFrom <= code.schema) return null;
  const writer = found === null ? 'a newer version of this software' : `release ${found.release}`;
  return `it was written by ${writer} (schema ${version}); this is release ${code.release}, which knows schema ${code.schema}`;
}

/** The oldest schema whose code still runs on all of these. */
export function usableFrom(migrations: readonly Migration[]): number {
  return Math.max(...migrations.map((migration) => migration.usableFrom));
}
