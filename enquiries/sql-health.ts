import { sql } from 'kysely';
import { latestTime } from '../process/clock.ts';
import { deliveryStates, type DeliveryState, type Hold, type MailState, type Note } from './store.ts';
import { commitAcknowledged } from '../database/commit-marks.ts';
import { countIn, countOfRows, dateOrNull, holdKey } from '../database/database.ts';
import type { Database, EnquiryPart, SqlParts } from '../database/database.ts';
import { read, stored } from './sql-deliveries.ts';
import { countsByHandling } from './sql-handling.ts';

/** The part of the store that tells how things stand, and keeps what the core notes for itself. */
export const healthInSql = {
  recall,
  remember,

  async health({ database }, now) {
    const states = await database
      .selectFrom('deliveries')
      .select(['state', countOfRows])
      .where(isMailAwaited)
      .where('channel', '=', 'mail')
      .groupBy('state')
      .execute();
    const handled = await countsByHandling(database, now);
    const queued = database
      .selectFrom('deliveries')
      .where(isMailAwaited)
      .select([sql<Date | null>`min(queued_at)`.as('first'), sql<Date | null>`max(queued_at)`.as('last')]);
    const due = await queued.where('state', '=', 'due').executeTakeFirstOrThrow();
    const failing = await queued
      // A first attempt that is in hand has not failed; before a second one, the first failed or its process was killed.
      .where((is) => is.or([is('last_reason', 'is not', null), is('attempts', '>', 1), is('queued_at', '>', now)]))
      .executeTakeFirstOrThrow();
    const digest = await database
      .selectFrom('deliveries')
      .select(['state', 'last_reason'])
      .where(sql<boolean>`channel = 'digest'`)
      // One of a clock that ran ahead tells nothing of today's.
      .where('queued_at', '<=', latestTime(now))
      .orderBy('queued_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const backup = await recall({ database }, 'backup');
    const { rows: begun } = await sql<{
      at: Date | string | null;
    }>`SELECT min(migrated_at) AS at FROM schema_history`.execute(database);
    return {
      counts: countsOf(states, handled),
      replies: await countReplies(database),
      oldestDue: oldest(due, now),
      oldestFailing: oldest(failing, now),
      heldSince: (await hold({ database }))?.since ?? null,
      isDigestFailing: digest !== undefined && digest.state !== 'delivered' && digest.last_reason !== null,
      lastBackupAt: backup === null ? null : new Date(backup),
      begunAt: dateOrNull(begun[0]?.at ?? null),
    };
  },

  hold,

  async releaseHold({ database }) {
    await database.deleteFrom('settings').where('key', '=', holdKey).execute();
  },

  async countDue({ database }) {
    const due = database.selectFrom('deliveries').where('state', '=', 'due').groupBy('channel').orderBy('channel');
    const rows = await due.select(['channel', countOfRows, sql<Date>`min(queued_at)`.as('oldest')]).execute();
    return rows.map((row) => ({ ...row, oldest: new Date(row.oldest) }));
  },

  async lastWebhookCall({ database }) {
    const last = await database
      .selectFrom('deliveries')
      .select(['state', 'last_reason'])
      .where('channel', '=', 'webhook')
      .where('attempts', '>', 0)
      .where('in_hand', '=', 0)
      .orderBy('queued_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last === undefined ? null : { state: last.state, lastReason: last.last_reason };
  },

  proveWritable: (parts, now) =>
    commitAcknowledged(parts, (transaction) => remember({ database: transaction }, 'written', now.toISOString())),

  async untold({ database }, digest, limit) {
    await database.updateTable('deliveries').set({ to_tell: digest }).where('to_tell', '>', 0).execute();
    const untold = stored(database).where('to_tell', '=', digest).where('deliveries.state', '=', 'quarantined');
    const newest = await read(database, untold.orderBy('enquiries.id', 'desc').limit(limit));
    return { count: await countIn(untold), newest };
  },

  async told({ database }, digest) {
    await database.updateTable('deliveries').set({ to_tell: 0 }).where('to_tell', '=', digest).execute();
  },
} satisfies EnquiryPart;

async function recall({ database }: Pick<SqlParts, 'database'>, note: Note | 'held'): Promise<string | null> {
  const noted = database.selectFrom('settings').select('value').where('key', '=', keyOf(note));
  return (await noted.executeTakeFirst())?.value ?? null;
}

export async function remember(
  { database }: Pick<SqlParts, 'database'>,
  note: Note | 'written' | 'held',
  value: string,
): Promise<void> {
  await database
    .insertInto('settings')
    .values({ key: keyOf(note), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

async function hold({ database }: Pick<SqlParts, 'database'>): Promise<Hold | null> {
  const noted = await recall({ database }, 'held');
  if (noted === null) return null;
  const { since, erased } = JSON.parse(noted) as { since: string; erased: string[] };
  return { since: new Date(since), erased };
}

/** Keys of settings that begin so are the core's own, and no settings. */
function keyOf(note: Note | 'written' | 'held'): string {
  return `health.${note}`;
}

/** The longest ago of the times between the two; one that lies ahead counts for as long ago as it lies ahead. */
function oldest({ first, last }: { first: Date | null; last: Date | null }, now: Date): Date | null {
  if (first === null || last === null) return null;
  const ahead = new Date(last).getTime() - now.getTime();
  return new Date(Math.min(new Date(first).getTime(), now.getTime() - ahead));
}

/** In these words, as those of digests above, by which the index is found: most mails are delivered, and to count those takes long. */
const isMailAwaited = sql<boolean>`((channel = 'mail' AND state IN ('due', 'failed')) OR (channel = 'reply' AND state = 'due'))`;

async function countReplies(database: Database): Promise<Readonly<Record<DeliveryState, number>>> {
  const { rows } = await sql<{ state: DeliveryState; rows: number }>`
    SELECT state, count(*) AS rows FROM deliveries WHERE channel = 'reply' AND (state NOT IN ('failed', 'unsure')
      OR enquiry_id IN (SELECT id FROM enquiries WHERE handling = 'waiting')) GROUP BY state`.execute(database);
  const none = Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<DeliveryState, number>;
  return { ...none, ...Object.fromEntries(rows.map(({ state, rows: many }) => [state, many])) };
}

/** A mail is quarantined exactly while its enquiry is set aside, and delivered if it is nothing else. */
function countsOf(
  awaited: readonly { state: DeliveryState; rows: number }[],
  handled: Awaited<ReturnType<typeof countsByHandling>>,
): Readonly<Record<MailState, number>> {
  const countOf = (state: MailState): number => awaited.find((row) => row.state === state)?.rows ?? 0;
  const [due, failed, quarantined] = [countOf('due'), countOf('failed'), handled['set aside'].all];
  const all = handled.waiting.all + handled.answered.all + quarantined;
  // Between two counts a mail may have come.
  return { due, delivered: Math.max(0, all - due - failed - quarantined), failed, quarantined };
}
