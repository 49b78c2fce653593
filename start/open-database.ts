import type pg from 'pg';
import { listBackups, makeBackup, removeBackup } from '../database/backups.ts';
import { openPostgresDatabase, redactDatabaseUrl } from '../database/postgres-database.ts';
import type { OpenDatabase, OpeningSettings } from '../database/database.ts';
import { releaseOfCopy } from '../database/sqlite-copy.ts';
import { openSqliteDatabase } from '../database/sqlite-database.ts';
import type { DatabasePlace } from './config.ts';
import { release } from '../process/site-directory.ts';

/** `pool` is what servers share. */
export type SiteDatabase = OpenDatabase & { pool?: pg.Pool };

interface Settings extends Omit<OpeningSettings, 'backUp'> {
  /** Backup before a migration, and its observer. Without it none is made. */
  backups?: { directory: string; erasedList: string; onMade: (path: string) => void };
}

/** Creates a database from its configuration, opened on first use. */
export function createDatabase(place: DatabasePlace, { backups, ...others }: Settings = {}): SiteDatabase {
  const settings = { ...others, ...(backups && { backUp: beforeMigration(backups) }) };
  if (place.kind === 'sqlite') return openSqliteDatabase(place.path, settings);
  return openPostgresDatabase(place.url, settings);
}

/** Returns the database's location without its password. */
export function describeDatabase(place: DatabasePlace): string {
  return place.kind === 'sqlite' ? place.path : redactDatabaseUrl(place.url);
}

function beforeMigration({
  directory,
  erasedList,
  onMade,
}: NonNullable<Settings['backups']>): OpeningSettings['backUp'] {
  return async (beforeSchema, copyTo) => {
    const made = await makeBackup(directory, { at: new Date(), beforeSchema, erasedList }, copyTo);
    if (!made.ok) return made.reason;
    // A migration that fails is tried again at each start: those backups would fill the disk.
    for (const { path, beforeSchema: same } of listBackups(directory))
      if (same === beforeSchema && path !== made.path && releaseOfCopy(path) === release) removeBackup(path);
    onMade(made.path);
    return null;
  };
}
