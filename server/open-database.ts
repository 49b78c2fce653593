import type pg from 'pg';
import { openPostgresDatabase, placeOf } from '../enquiries/postgres-database.ts';
import type { OpenDatabase } from '../enquiries/sql-database.ts';
import { openSqliteDatabase } from '../enquiries/sqlite-database.ts';
import type { DatabasePlace } from './config.ts';

/** Opens the database of the configuration. Rejects with a DatabaseOpenError. `pool` is what servers share. */
export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase & { pool?: pg.Pool }> {
  return place.kind === 'sqlite' ? openSqliteDatabase(place.path) : openPostgresDatabase(place.url);
}

/** Where a database is, without its password. */
export function placeInWords(place: DatabasePlace): string {
  return place.kind === 'sqlite' ? place.path : placeOf(place.url);
}
