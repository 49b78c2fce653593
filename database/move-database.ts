import { sql } from 'kysely';
import { copiedTables, copyRows } from './copy-rows.ts';
import { countRows, type Database } from './database.ts';
import { setMeta, type Hold } from './meta.ts';
import { openReadOnly } from './sqlite-copy.ts';
import { createSqliteDatabase } from './sqlite-driver.ts';

/**
 * Copies everything from a backup into a database of PostgreSQL of the same schema, which has to be without rows: all or nothing, in one
 * transaction that keeps writers out. Rejects with what either database throws.
 * @param hold what it says of its mail from then on
 * @returns why nothing was copied, in words for the operator; null where it was
 */
export async function moveBackup(backup: string, target: Database, hold: Hold): Promise<string | null> {
  using file = openReadOnly(backup);
  const from = createSqliteDatabase(async () => file);
  return await target.transaction().execute(async (to) => {
    await sql`LOCK TABLE ${sql.join(copiedTables.map(([table]) => sql.table(table)))} IN EXCLUSIVE MODE`.execute(to);
    const reason = await explainOccupied(to);
    if (reason !== null) return reason;
    await copyRows(from, to, from);
    await setMeta(to, 'hold', JSON.stringify(hold));
    return null;
  });
}

/** Returns why nothing can be copied into a database with its rows; null if it can. */
export async function explainOccupied(database: Database): Promise<string | null> {
  const enquiries = await countRows(database.selectFrom('enquiries'));
  const people = await countRows(database.selectFrom('people'));
  const publications = await countRows(database.selectFrom('revisions'));
  if (enquiries + people + publications === 0) return null;
  return `the target has enquiries (${enquiries}), people (${people}) or publications (${publications}) already, and has to be empty`;
}
