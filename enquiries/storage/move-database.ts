import { sql } from 'kysely';
import { copyRows, keptTables } from './sql-copy-rows.ts';
import { fillSearch } from './sql-search.ts';
import { countIn, type Database } from './sql-database.ts';

/**
 * Copies everything from a SQLite database to one of PostgreSQL: enquiries with their ids and hashes, deliveries as far as they have
 * come, what people have done, who they are, what was published of the words. All or nothing, in one transaction of the target, which has to be
 * without enquiries; what was copied is counted before it counts. The source is not changed. Rejects with what either
 * database throws.
 * @param target writers are kept out until the move is over
 */
export async function moveDatabase(source: Database, target: Database): ReturnType<typeof copyRows> {
  try {
    // In SQLite the transaction also keeps others from writing to what is being copied.
    return await source.transaction().execute((from) => target.transaction().execute((to) => copy(from, to)));
  } catch (fault) {
    if (fault instanceof Refusal) return { ok: false, reason: fault.message };
    throw fault;
  }
}

/** Why nothing can be moved into a database with its rows; null if it can. */
export async function occupied(database: Database): Promise<string | null> {
  const enquiries = await countIn(database.selectFrom('enquiries'));
  const people = await countIn(database.selectFrom('people'));
  const publications = await countIn(database.selectFrom('word_versions'));
  if (enquiries + people + publications === 0) return null;
  return `the target has enquiries (${enquiries}), people (${people}) or publications (${publications}) already, and has to be empty`;
}

/** Why nothing was moved, in words for the operator. Thrown so that the transactions are rolled back. */
class Refusal extends Error {}

async function copy(from: Database, to: Database) {
  const tables = await keptTables(from);
  await sql`LOCK TABLE ${sql.join(tables.map(({ name }) => sql.table(name)))} IN EXCLUSIVE MODE`.execute(to);
  const reason = await occupied(to);
  if (reason !== null) throw new Refusal(reason);
  const copied = await copyRows(from, to, tables);
  if (!copied.ok) throw new Refusal(copied.reason);
  await fillSearch(to);
  return copied;
}
