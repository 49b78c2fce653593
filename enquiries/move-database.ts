import { sql, type Insertable, type Selectable } from 'kysely';
import type { Database, Tables } from './sql-database.ts';

export interface RowCounts {
  enquiries: number;
  settings: number;
}

/** `reason`: why nothing was moved, in words for the operator. */
export type MoveOutcome = ({ ok: true } & RowCounts) | { ok: false; reason: string };

// Within the 65,535 parameters that one statement may have in PostgreSQL.
const batch = 500;

/**
 * Copies everything from one database to another: enquiries with their ids and hashes, deliveries as far as they have
 * come, settings. All or nothing, in one transaction of the target, which has to be without enquiries; what was copied
 * is counted before it counts. The source is not changed. Rejects with what either database throws.
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
  const [enquiries, settings] = [
    await database.selectFrom('enquiries').select(rows).executeTakeFirstOrThrow(),
    await movable(database).clearSelect().select(rows).executeTakeFirstOrThrow(),
  ];
  return { enquiries: Number(enquiries.rows), settings: Number(settings.rows) };
}

/** Why nothing can be moved into a database with these rows; null if it can. */
export function occupied({ enquiries, settings }: RowCounts): string | null {
  if (enquiries + settings === 0) return null;
  return `the target has enquiries (${enquiries}) or settings (${settings}) already, and has to be empty`;
}

/** Thrown so that the transactions are rolled back. */
class Refusal extends Error {}

async function copy(from: Database, to: Database, onProgress: (copied: number) => void): Promise<RowCounts> {
  await sql`LOCK TABLE enquiries, deliveries, settings IN EXCLUSIVE MODE`.execute(to);
  const reason = occupied(await countRows(to));
  if (reason !== null) throw new Refusal(reason);

  // What the core has noted moves as well: a digest goes on where the last one ended.
  for (const { key, value } of await from.selectFrom('settings').selectAll().where('key', 'like', 'health.%').execute())
    await to
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
  const settings = await movable(from).execute();
  if (settings.length > 0) await to.insertInto('settings').values(settings).execute();
  let copied = 0;
  let last = '';
  for (;;) {
    const enquiries = await enquiriesAfter(from, last);
    if (enquiries.length === 0) break;
    const ids = enquiries.map(({ id }) => id);
    const deliveries = await from.selectFrom('deliveries').selectAll().where('enquiry_id', 'in', ids).execute();
    await to.insertInto('enquiries').values(enquiries.map(enquiryRow)).execute();
    if (deliveries.length > 0) await to.insertInto('deliveries').values(deliveries.map(deliveryRow)).execute();
    last = ids.at(-1) ?? '';
    onProgress((copied += enquiries.length));
  }

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
  return [`${enquiries} enquiries`, `${settings} settings`, ...deliveries].join(', ');
}

const rows = sql<number | string>`count(*)`.as('rows');

/** What an operator has set. What the core notes for itself is no setting. */
function movable(database: Database) {
  return database.selectFrom('settings').selectAll().where('key', 'not like', 'health.%');
}

async function enquiriesAfter(database: Database, id: string) {
  return database.selectFrom('enquiries').selectAll().where('id', '>', id).orderBy('id').limit(batch).execute();
}

function enquiryRow(row: Selectable<Tables['enquiries']>): Insertable<Tables['enquiries']> {
  return { ...row, received_at: new Date(row.received_at) };
}

function deliveryRow(row: Selectable<Tables['deliveries']>): Insertable<Tables['deliveries']> {
  return {
    ...row,
    queued_at: new Date(row.queued_at),
    due_at: new Date(row.due_at),
    delivered_at: row.delivered_at === null ? null : new Date(row.delivered_at),
  };
}
