import { constants, chmodSync } from 'node:fs';
import { copyFile, mkdtemp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { sqliteCode } from '../../process/sqlite-code.ts';
import { knownSha256, scratchPrefix, sha256Of, whyNotWritten } from './backups.ts';
import { contentsOf, keptTables, type Contents } from './sql-copy-rows.ts';
import { DatabaseOpenError } from './sql-database.ts';
import { sqliteSchema } from './migrate.ts';
import { noteOfCopy, type CopyNote } from './sqlite-copy.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { databaseOn } from './sqlite-driver.ts';

/** What was found in a backup. `made` is null of one that was made by other means: then nothing tells what it should hold. */
export interface CheckedBackup {
  schema: number;
  made: Omit<CopyNote, 'contents'> | null;
  contents: Contents;
}

/**
 * Compares a backup with its checksum, restores it into a scratch database, as the program would, and looks whether everything is
 * there: what SQLite says of its integrity and references, and that as much is in it as was in the original. The backup itself is
 * only read.
 * @param scratchIn a directory with room for as much again, where nothing of it stays
 * @returns where it is no good, or cannot be restored there, why: in words for the operator
 */
export async function checkBackup(
  file: string,
  scratchIn: string,
  release: string,
): Promise<({ ok: true } & CheckedBackup) | { ok: false; reason: string }> {
  const sha256 = knownSha256(file);
  if (sha256 !== null && sha256 !== (await sha256Of(file)))
    return {
      ok: false,
      reason: 'its bytes have changed since it was made: its SHA-256 is not that in the file beside it',
    };
  try {
    return await inScratch(file, scratchIn, (restored) => examine(restored, release));
  } catch (fault) {
    const refused = fault instanceof DatabaseOpenError;
    const reason = whyNotWritten(refused ? fault.cause : fault, scratchIn);
    if (reason !== null) return { ok: false, reason };
    if (refused) return { ok: false, reason: fault.reason };
    if (fault instanceof Error && ['corrupt', 'notADatabase'].includes(sqliteCode(fault) ?? ''))
      return { ok: false, reason: fault.message };
    throw fault;
  }
}

/** Copies a database file for a while, to work on the copy. Rejects with what the file system says. */
export async function inScratch<Found>(
  file: string,
  scratchIn: string,
  use: (copy: string) => Promise<Found>,
): Promise<Found> {
  await mkdir(scratchIn, { recursive: true, mode: 0o700 });
  const scratch = await mkdtemp(join(scratchIn, scratchPrefix));
  try {
    const copy = join(scratch, 'site.db');
    await copyFile(file, copy, constants.COPYFILE_FICLONE);
    chmodSync(copy, 0o600);
    return await use(copy);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function examine(restored: string, release: string): ReturnType<typeof checkBackup> {
  const { schema, note, fault } = await lookInto(restored);
  if (fault !== null) return { ok: false, reason: fault };
  const { contents, orphans } = await opened(restored, release);
  if (orphans > 0) return { ok: false, reason: `${orphans} of its rows refer to others that are missing` };
  const lost = Object.entries(note?.contents ?? {}).filter(([what, many]) => many !== (contents[what] ?? 0));
  const inWords = lost.map(([what, many]) => `${contents[what] ?? 0} ${what} instead of ${many}`);
  if (lost.length > 0) return { ok: false, reason: inWords.join(', ') };
  if (note === null) return { ok: true, schema, made: null, contents };
  const { contents: _original, ...made } = note;
  return { ok: true, schema, made, contents };
}

/** Looks at the file as it is, before it is brought to this schema. */
async function lookInto(path: string): Promise<{ schema: number; note: CopyNote | null; fault: string | null }> {
  const file = new DatabaseSync(path);
  try {
    const schema = await sqliteSchema.number(databaseOn(async () => file));
    if (schema === 0) return { schema, note: null, fault: 'it is no database of the site' };
    const [integrity] = file.prepare('PRAGMA integrity_check(1)').all();
    const said = String(integrity?.['integrity_check']);
    return { schema, note: noteOfCopy(file), fault: said === 'ok' ? null : said };
  } finally {
    file.close();
  }
}

async function opened(path: string, release: string): Promise<{ contents: Contents; orphans: number }> {
  const { database, ready, close } = openSqliteDatabase(path, { release });
  try {
    await ready();
    const { rows } = await sql`PRAGMA foreign_key_check`.execute(database);
    return { contents: await contentsOf(database, await keptTables(database)), orphans: rows.length };
  } finally {
    await close();
  }
}
