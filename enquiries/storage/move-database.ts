import { sql } from 'kysely';
import { copyRows, keptTables } from './sql-copy-rows.ts';
import { fillSearch } from './sql-search.ts';
import type { Database } from './sql-database.ts';

export interface RowCounts {
  enquiries: number;
  people: number;
  publications: number;
}

/** `reason`: why nothing was moved, in words for the operator. */
export type MoveOutcome = ({ ok: true } & RowCounts) | { ok: false; reason: string };

/**
 * Copies everything from a SQLite database to one of PostgreSQL: enquiries with their ids and hashes, deliveries as far as they have
 * come, what people have done, who they are, what was published of the words. All or nothing, in one transaction of the target, which has to be
 * without enquiries; what was copied is counted before it counts. The source is not changed. Rejects with what either
 * database throws.
 * @param target writers are kept out until the move is over
 */
export async function moveDatabase(source: Database, target: Database): Promise<MoveOutcome> {
  try {
    // In SQLite the transaction also keeps others from writing to what is being copied.
    const counts = await source.transaction().execute((from) => target.transaction().execute((to) => copy(from, to)));
    return { ok: true, ...counts };
  } catch (fault) {
    if (fault instanceof Refusal) return { ok: false, reason: fault.message };
    throw fault;
  }
}

export async function countRows(database: Database): Promise<RowCounts> {
  const [enquiries, people, publications] = [
    await database.selectFrom('enquiries').select(rows).executeTakeFirstOrThrow(),
    await database.selectFrom('people').select(rows).executeTakeFirstOrThrow(),
    await database.selectFrom('word_versions').select(rows).executeTakeFirstOrThrow(),
  ];
  const counts = [enquiries, people, publications].map(({ rows }) => Number(rows));
  return { enquiries: counts[0] ?? 0, people: counts[1] ?? 0, publications: counts[2] ?? 0 };
}

/** Why nothing can be moved into a database with these rows; null if it can. */
export function occupied({ enquiries, people, publications }: RowCounts): string | null {
  if (enquiries + people + publications === 0) return null;
  return `the target has enquiries (${enquiries}), people (${people}) or publications (${publications}) already, and has to be empty`;
}

/** Thrown so that the transactions are rolled back. */
class Refusal extends Error {}

async function copy(from: Database, to: Database): Promise<RowCounts> {
  const tables = await keptTables(from);
  await sql`LOCK TABLE ${sql.join(tables.map(({ name }) => sql.table(name)))} IN EXCLUSIVE MODE`.execute(to);
  const reason = occupied(await countRows(to));
  if (reason !== null) throw new Refusal(reason);
  const copied = await copyRows(from, to, tables);
  if (!copied.ok) throw new Refusal(copied.reason);
  await fillSearch(to);
  return countRows(from);
}

const rows = sql<number | string>`count(*)`.as('rows');
