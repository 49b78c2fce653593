import type pg from 'pg';
import { listBackups, makeBackup, removeBackup } from '../database/backups.ts';
import { openPostgresDatabase, redactDatabaseUrl } from '../database/postgres-database.ts';
import type { DatabaseHandle, OpenDatabaseOptions } from '../database/database.ts';
import { readCopyRelease } from '../database/sqlite-copy.ts';
import { openSqliteDatabase } from '../database/sqlite-database.ts';
import type { DatabaseLocation } from './setting-definitions.ts';
import { packageVersion } from '../process/package-info.ts';

/** The database of the site. `pool`: connections to PostgreSQL, for limits that servers share. */
export type SiteDatabase = DatabaseHandle & { pool?: pg.Pool };

interface DatabaseOptions extends Omit<OpenDatabaseOptions, 'backUpBeforeMigration'> {
  /** Backup before a migration, and its observer; undefined: no backup. */
  backups?: { directory: string; erasedListPath: string; onMade: (path: string) => void };
}

/** Returns the database at a location, which opens on first use. */
export function createSiteDatabase(
  location: DatabaseLocation,
  { backups, ...others }: DatabaseOptions = {},
): SiteDatabase {
  const settings = { ...others, ...(backups && { backUpBeforeMigration: createMigrationBackup(backups) }) };
  if (location.kind === 'sqlite') return openSqliteDatabase(location.path, settings);
  return openPostgresDatabase(location.url, settings);
}

/** Returns a database's location as text, without its password. */
export function describeDatabaseLocation(location: DatabaseLocation): string {
  return location.kind === 'sqlite' ? location.path : redactDatabaseUrl(location.url);
}

function createMigrationBackup({
  directory,
  erasedListPath,
  onMade,
}: NonNullable<DatabaseOptions['backups']>): OpenDatabaseOptions['backUpBeforeMigration'] {
  return async (beforeSchema, copyTo) => {
    const backup = await makeBackup(directory, { at: new Date(), beforeSchema, erasedListPath }, copyTo);
    if (!backup.ok) return backup.reason;
    // A migration that fails is tried again at each start: those backups would fill the disk.
    for (const { path, beforeSchema: same } of listBackups(directory))
      if (same === beforeSchema && path !== backup.path && readCopyRelease(path) === packageVersion) removeBackup(path);
    onMade(backup.path);
    return null;
  };
}
