import { readChecksum, hashFile } from './backups.ts';
import { migrate, readSchema } from './migrate.ts';
import { DatabaseOpenError } from './database.ts';
import { findDamage, openReadOnly, readCopyNote, type CopyNote } from './sqlite-copy.ts';
import { createSqliteDatabase, sqliteSchema } from './sqlite-driver.ts';

/** A backup that can be restored. `note` is null if it was made by other means. */
export interface SoundBackup {
  schema: number;
  note: CopyNote | null;
}

/**
 * Checks a backup: its checksum, its integrity by SQLite, and that this release can open it. The file is only read.
 * @returns the schema and note; or the reason, for the operator, why it cannot be restored
 */
export async function checkBackup(file: string): Promise<({ ok: true } & SoundBackup) | { ok: false; reason: string }> {
  const sha256 = readChecksum(file);
  if (sha256 !== null && sha256 !== (await hashFile(file))) {
    const reason = 'its bytes have changed since it was made: its SHA-256 is not that in the file beside it';
    return { ok: false, reason };
  }
  const damage = findDamage(file);
  if (damage !== null) return { ok: false, reason: damage };
  using opened = openReadOnly(file);
  const database = createSqliteDatabase(async () => opened);
  const schema = (await readSchema(database, sqliteSchema)).version;
  if (schema === 0) return { ok: false, reason: 'it is no database of the site' };
  try {
    await migrate(database, sqliteSchema, { place: file, older: 'leave' });
  } catch (fault) {
    if (fault instanceof DatabaseOpenError) return { ok: false, reason: fault.reason };
    throw fault;
  }
  return { ok: true, schema, note: readCopyNote(opened) };
}
