import { sql } from 'kysely';
import type { Database } from './sql-database.ts';

export interface RowCounts {
  enquiries: number;
  settings: number;
  people: number;
}

/** `reason`: why nothing was moved, in words for the operator. */
export type MoveOutcome = ({ ok: true } & RowCounts) | { ok: false; reason: string };

// Within the 65,535 parameters that one statement may have in PostgreSQL.
const batch = 500;

/**
 * Copies everything from one database to another: enquiries with their ids and hashes, deliveries as far as they have
 * come, what people have done, who they are, settings. All or nothing, in one transaction of the target, which has to be
 * without enquiries; what was copied is counted before it counts. The source is not changed. Rejects with what either
 * database throws.
 * @param target in PostgreSQL: writers are kept out until the move is over
 * @param onProgress told how many enquiries are copied
 */
export async function moveDatabase(
  source: Database,
  target: Database,
  onProgress: (copied: number) => void,
): Promise<MoveOutcome> {
  try {
    // In SQLite the transaction also keeps others from writing to what is being copied.
    const counts = await source
      .transaction()
      .execute((from) => target.transaction().execute((to) => copy(from, to, onProgress)));
    return { ok: true, ...counts };
  } catch (fault) {
    if (fault instanceof Refusal) return { ok: false, reason: fault.message };
    throw fault;
  }
}

export async function countRows(database: Database): Promise<RowCounts> {
  const [enquiries, settings, people] = [
    await database.selectFrom('enquiries').select(rows).executeTakeFirstOrThrow(),
    await movable(database).clearSelect().select(rows).executeTakeFirstOrThrow(),
    await database.selectFrom('people').select(rows).executeTakeFirstOrThrow(),
  ];
  return { enquiries: Number(enquiries.rows), settings: Number(settings.rows), people: Number(people.rows) };
}

/** Why nothing can be moved into a database with these rows; null if it can. */
export function occupied({ enquiries, settings, people }: RowCounts): string | null {
  if (enquiries + settings + people === 0) return null;
  return `the target has enquiries (${enquiries}), settings (${settings}) or people (${people}) already, and has to be empty`;
}

/** Thrown so that the transactions are rolled back. */
class Refusal extends Error {}

async function copy(from: Database, to: Database, onProgress: (copied: number) => void): Promise<RowCounts> {
  await sql`LOCK TABLE enquiries, deliveries, settings, activity, people, passkeys IN EXCLUSIVE MODE`.execute(to);
  const reason = occupied(await countRows(to));
  if (reason !== null) throw new Refusal(reason);

  // What the core has noted moves as well: the webhook stays switched off.
  for (const { key, value } of await from.selectFrom('settings').selectAll().where('key', 'like', 'health.%').execute())
    await to
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  await insert(to, 'settings', await movable(from).execute());
  let copied = 0;
  await copyTable(from, to, 'enquiries', 'id', (rows) => onProgress((copied += rows)));
  await copyTable(from, to, 'deliveries', 'id');
  await copyTable(from, to, 'activity', 'id');
  await copyTable(from, to, 'people', 'email');
  await copyTable(from, to, 'passkeys', 'id');

  const [before, after] = [await inventory(from), await inventory(to)];
  if (before !== after) throw new Refusal(`what arrived differs from what was sent: ${after} instead of ${before}`);
  return countRows(from);
}

/** What stands in a database: enough to see that nothing is missing. */
async function inventory(database: Database): Promise<string> {
  const { enquiries, settings } = await countRows(database);
  const states = await database
    .selectFrom('deliveries')
    .select(['state', sql<number>`count(*)`.as('rows'), sql<number>`sum(attempts)`.as('attempts')])
    .groupBy('state')
    .execute();
  const deliveries = states.map(({ state, rows: many, attempts }) => `${many} ${state} (${attempts} attempts)`).sort();
  const handled = await database.selectFrom('enquiries').select(['handling', rows]).groupBy('handling').execute();
  const handling = handled.map((row) => `${row.rows} ${row.handling}`).sort();
  const others = await Promise.all(
    (['activity', 'people', 'passkeys'] as const).map(async (table) => {
      const counted = await database.selectFrom(table).select(rows).executeTakeFirstOrThrow();
      return `${counted.rows} of ${table}`;
    }),
  );
  return [`${enquiries} enquiries`, `${settings} settings`, ...deliveries, ...handling, ...others].join(', ');
}

const rows = sql<number | string>`count(*)`.as('rows');

/** What an operator has set. What the core notes for itself is no setting. */
function movable(database: Database) {
  return database.selectFrom('settings').selectAll().where('key', 'not like', 'health.%');
}

type Table = 'enquiries' | 'deliveries' | 'activity' | 'people' | 'passkeys';

/** Who is signed in or invited stays behind: a new sign-in with the same passkey is all it takes. */
async function copyTable(
  from: Database,
  to: Database,
  table: Table,
  key: 'id' | 'email',
  onProgress: (rows: number) => void = () => {},
): Promise<void> {
  const column = sql.ref<string>(key);
  for (let last = ''; ;) {
    const page = await from
      .selectFrom(table)
      .selectAll()
      .where(column, '>', last)
      .orderBy(column)
      .limit(batch)
      .execute();
    if (page.length === 0) return;
    await insert(to, table, page);
    last = String(Reflect.get(page.at(-1) ?? {}, key));
    onProgress(page.length);
  }
}

/** Both databases take a Date for a time; SQLite gives a text. */
async function insert(to: Database, table: Table | 'settings', page: readonly object[]): Promise<void> {
  if (page.length === 0) return;
  const withDates = page.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        /(?:^|_)at$/.test(name) && value !== null ? new Date(value) : value,
      ]),
    ),
  );
  await to.insertInto(table).values(withDates).execute();
}
