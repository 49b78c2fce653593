import { readChecksum, hashFile } from './backups.ts';
import { migrate, readSchema } from './migrate.ts';
import { DatabaseOpenError } from './database.ts';
import { findDamage, openReadOnly, readCopyNote, type CopyNote } from './sqlite-copy.ts';
import { createSqliteDatabase, sqliteSchema } from './sqlite-driver.ts';

/** A backup that can be restored. `note` is null of one that was made by other means. */
export interface SoundBackup {
  schema: number;
  note: CopyNote | null;
}

/**
 * Compares a backup with its checksum, lets SQLite check it, and sees whether this release can open it. The file is only read.
 * @returns where it cannot be restored, why: in words for the operator
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
