import type pg from 'pg';
import { openPostgresDatabase, placeOf } from '../enquiries/postgres-database.ts';
import type { OpenDatabase } from '../enquiries/sql-database.ts';
import { openSqliteDatabase } from '../enquiries/sqlite-database.ts';
import type { DatabasePlace } from './config.ts';
import { release } from './site-directory.ts';

/** `pool` is what servers share. */
export type SiteDatabase = OpenDatabase & { pool?: pg.Pool };

interface Settings {
  /** How many connections to PostgreSQL are held at most. */
  connections?: number;
  /** Called before a database file is touched; what it throws keeps it closed. */
  beforehand?: () => void;
}

/** A database of the configuration, opened at its first use. */
export function databaseAt(place: DatabasePlace, { connections, beforehand }: Settings = {}): SiteDatabase {
  if (place.kind === 'sqlite') return openSqliteDatabase(place.path, { beforehand, release });
  return openPostgresDatabase(place.url, { connections, release });
}

/** The same, opened now. Rejects with a DatabaseOpenError. */
export async function openDatabase(place: DatabasePlace, settings?: Settings): Promise<SiteDatabase> {
  const database = databaseAt(place, settings);
  try {
    await database.ready();
    return database;
  } catch (fault) {
    await database.close();
    throw fault;
  }
}

/** Where a database is, without its password. */
export function placeInWords(place: DatabasePlace): string {
  return place.kind === 'sqlite' ? place.path : placeOf(place.url);
}
