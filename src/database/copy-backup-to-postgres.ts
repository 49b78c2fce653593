import { sql } from 'kysely';
import { copyRows, listCopiedTables } from './copy-rows.ts';
import { countRows, type Database } from './database.ts';
import { storeMeta, type MailHold } from './meta.ts';
import { openImmutableFile } from './sqlite-copy.ts';
import { createSqliteDatabase } from './sqlite-driver.ts';

/**
 * Copies a backup into an empty PostgreSQL database of the same schema, locks out writers, and sets the mail hold.
 * Resolves to the reason for the operator if nothing was copied.
 */
export async function copyBackupToPostgres(
  backupPath: string,
  target: Database,
  hold: MailHold,
): Promise<string | null> {
  using file = openImmutableFile(backupPath);
  const source = createSqliteDatabase(async () => file);
  const tables = (await listCopiedTables(source)).map(({ table }) => sql.table(table));
  return await target.transaction().execute(async (to) => {
    await sql`LOCK TABLE ${sql.join(tables)} IN EXCLUSIVE MODE`.execute(to);
    const reason = await explainNonEmptyDatabase(to);
    if (reason !== null) return reason;
    await copyRows(source, to, source);
    await storeMeta(to, 'hold', JSON.stringify(hold));
    return null;
  });
}

/** Returns why a backup cannot be copied into this database, for the operator; null if it is empty. */
export async function explainNonEmptyDatabase(database: Database): Promise<string | null> {
  const enquiries = await countRows(database.selectFrom('enquiries'));
  const people = await countRows(database.selectFrom('people'));
  const revisions = await countRows(database.selectFrom('revisions'));
  if (enquiries + people + revisions === 0) return null;
  return `the target already has enquiries (${enquiries}), people (${people}) or publications (${revisions}); it must be empty`;
}
