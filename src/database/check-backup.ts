import { hashFile, listBackups, readChecksum, type Backup } from './backups.ts';
import { migrateSchema, readSchemaVersion } from './migrate.ts';
import { DatabaseOpenError } from './database.ts';
import { findDamage, openImmutableFile, readCopySource, type CopySource } from './sqlite-copy.ts';
import { createSqliteDatabase, sqliteSchemaDialect } from './sqlite-driver.ts';

/** A backup that can be restored. `source` is null if it was made by other software. */
export interface RestorableBackup {
  schema: number;
  source: CopySource | null;
}

/** Resolves to the newest backup in a directory that can be restored; null if there is none. */
export async function findNewestRestorableBackup(directory: string): Promise<Backup | null> {
  for (const backup of listBackups(directory)) if ((await checkBackup(backup.path)).ok) return backup;
  return null;
}

/** Checks that this release can restore a backup: checksum, integrity and schema. Only reads the file. */
export async function checkBackup(
  path: string,
): Promise<({ ok: true } & RestorableBackup) | { ok: false; reason: string }> {
  const sha256 = readChecksum(path);
  if (sha256 !== null && sha256 !== (await hashFile(path))) {
    const reason = 'its bytes have changed since it was made: its SHA-256 is not that in the file beside it';
    return { ok: false, reason };
  }
  const damage = findDamage(path);
  if (damage !== null) return { ok: false, reason: damage };
  using backup = openImmutableFile(path);
  const database = createSqliteDatabase(async () => backup);
  const schema = (await readSchemaVersion(database, sqliteSchemaDialect)).version;
  if (schema === 0) return { ok: false, reason: 'it is no database of the site' };
  try {
    await migrateSchema(database, sqliteSchemaDialect, { location: path, olderSchemaPolicy: 'leave' });
  } catch (error) {
    if (error instanceof DatabaseOpenError) return { ok: false, reason: error.reason };
    throw error;
  }
  return { ok: true, schema, source: readCopySource(backup) };
}
