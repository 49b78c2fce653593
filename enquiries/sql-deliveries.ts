import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { latestTime } from '../process/clock.ts';
import { fieldsOf } from './enquiry.ts';
import { referenceOf } from './reference.ts';
import type { Claim, Delivery, DeliveryOutcome, NewDelivery, Reply, StoredEnquiry } from './store.ts';
import { settleReply } from './sql-replies.ts';
import { dateOrNull, holdKey, type Database, type EnquiryPart, type Tables } from '../database/database.ts';

/** The part of the store that delivers. */
export const deliveriesInSql = {
  async claimDue({ database, dialect }, now, channels) {
    const claimed = await database
      .updateTable('deliveries')
      .set((table) => ({ in_hand: 1, attempts: table('attempts', '+', 1) }))
      .where('id', '=', (query) => {
        const due = query
          .selectFrom('deliveries')
          .select('id')
          .where(isWaiting)
          .where(isNotHeld)
          .where('due_at', '<=', now)
          .where('channel', 'in', channels)
          .orderBy('due_at')
          .orderBy('id')
          .limit(1);
        return dialect.locksRows ? due.forUpdate().skipLocked() : due;
      })
      .returningAll()
      .executeTakeFirst();
    if (claimed === undefined) return null;
    const { id, channel, event, enquiry_id: enquiryId } = claimed;
    const due = { id, channel, event, delivery: toDelivery(claimed) };
    if (enquiryId === null) return { ...due, enquiry: null };
    const [enquiry] = await read(database, stored(database).where('enquiries.id', '=', enquiryId));
    return enquiry === undefined ? null : { ...due, enquiry };
  },

  async record({ database, dialect }, claim, outcome, next) {
    const end = async (on: Database) => endClaim(on, claim, columns(outcome));
    const isReply = claim.channel === 'reply' && outcome.state !== 'due';
    if (next === undefined && !isReply) return end(database);
    const at = outcome.state === 'due' ? outcome.dueAt : outcome.at;
    return database.transaction().execute(async (transaction) => {
      const settle = isReply ? await settleReply(transaction, dialect, claim.id) : undefined;
      const recorded = await end(transaction);
      if (recorded && next !== undefined) await insertDeliveries(transaction, [deliveryRow(next, at)]);
      if (recorded) await settle?.(outcome.state === 'delivered', at);
      return recorded;
    });
  },

  async takeBack({ database }, claim) {
    return endClaim(database, claim, {});
  },

  async queueDigest({ database }, digest, now) {
    await database
      .deleteFrom('deliveries')
      // In these words, by which the index is found.
      .where(sql<boolean>`channel = 'digest'`)
      .where('queued_at', '>', latestTime(now))
      .execute();
    await insertDeliveries(database, [deliveryRow(digest, now)]);
  },

  async claims({ database }) {
    const rows = await database.selectFrom('deliveries').selectAll().where('in_hand', '=', 1).execute();
    return rows.map((row) => ({
      id: row.id,
      channel: row.channel,
      enquiryId: row.enquiry_id,
      delivery: toDelivery(row),
    }));
  },

  async bringForward({ database }, latest, now) {
    await database
      .updateTable('deliveries')
      .set({ due_at: now })
      .where(isWaiting)
      .where('due_at', '>', latest)
      .execute();
  },

  async nextDueAt({ database }, channels) {
    const row = await database
      .selectFrom('deliveries')
      .select('due_at')
      .where(isWaiting)
      .where(isNotHeld)
      .where('channel', 'in', channels)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? null : new Date(row.due_at);
  },
} satisfies EnquiryPart;

/** In these words, by which the index is found. */
const isWaiting = sql<boolean>`state = 'due' AND in_hand = 0`;

/** In the statement itself, so that no process claims what another has just held. */
const isNotHeld = sql<boolean>`NOT EXISTS (SELECT 1 FROM settings WHERE key = ${sql.lit(holdKey)})`;

/** The number of attempts is the claim's mark: whoever claimed after it, or an operator's retry, has changed it. */
async function endClaim(
  database: Database,
  { id, delivery }: Claim,
  changes: Updateable<Tables['deliveries']>,
): Promise<boolean> {
  const result = await database
    .updateTable('deliveries')
    .set({ ...changes, in_hand: 0 })
    .where('id', '=', id)
    .where('in_hand', '=', 1)
    .where('attempts', '=', delivery.attempts)
    .where('queued_at', '=', delivery.queuedAt)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Enquiries with their mails, to be narrowed down. */
export function stored(database: Database) {
  return (
    database
      .selectFrom('enquiries')
      .innerJoin('deliveries', (join) =>
        join.onRef('deliveries.enquiry_id', '=', 'enquiries.id').on('deliveries.channel', '=', 'mail'),
      )
      // Both have an `id`: the one that comes last stands.
      .selectAll('deliveries')
      .selectAll('enquiries')
  );
}

/** Those rows as the core knows them, each with its replies. */
export async function read(database: Database, query: ReturnType<typeof stored>): Promise<readonly StoredEnquiry[]> {
  const rows = await query.execute();
  const ids = rows.map(({ id }) => id);
  const written = rows.length === 0 ? [] : await repliesTo(ids, database);
  const replies = Map.groupBy(written, (row) => row.enquiry_id);
  return rows.map((row) => toStoredEnquiry(row, replies.get(row.id)?.map(toReply) ?? []));
}

async function repliesTo(enquiryIds: readonly string[], database: Database) {
  return database
    .selectFrom('replies')
    .innerJoin('deliveries', 'deliveries.id', 'replies.id')
    .selectAll('deliveries')
    .select(['at', 'by_whom', 'text'])
    .where('replies.enquiry_id', 'in', enquiryIds)
    .orderBy('replies.id')
    .execute();
}

function toReply(row: Awaited<ReturnType<typeof repliesTo>>[number]): Reply {
  return { id: row.id, at: new Date(row.at), by: row.by_whom, text: row.text, delivery: toDelivery(row) };
}

function toStoredEnquiry(
  row: Selectable<Tables['enquiries'] & Tables['deliveries']>,
  replies: readonly Reply[],
): StoredEnquiry {
  return {
    id: row.id,
    reference: referenceOf(row.id),
    receivedAt: new Date(row.received_at),
    ...fieldsOf(row),
    handling: row.handling,
    answeredAt: dateOrNull(row.answered_at),
    endReason: row.end_reason,
    assignedTo: row.assigned_to,
    waitingSince: new Date(row.waiting_since ?? row.received_at),
    replies,
    version: row.version,
    delivery: toDelivery(row),
  };
}

export function toDelivery(row: Selectable<Tables['deliveries']>): Delivery {
  return {
    state: row.state,
    messageId: row.message_id,
    queuedAt: new Date(row.queued_at),
    attempts: row.attempts,
    dueAt: new Date(row.due_at),
    deliveredAt: dateOrNull(row.delivered_at),
    lastReason: row.last_reason,
  };
}

/** A delivery that is due at once, or held back. */
export function deliveryRow(
  { id, channel, event, enquiryId, messageId, heldBack }: NewDelivery,
  now: Date,
): Insertable<Tables['deliveries']> {
  return {
    id,
    channel,
    event,
    enquiry_id: enquiryId,
    message_id: messageId,
    state: heldBack === undefined ? 'due' : 'quarantined',
    queued_at: now,
    attempts: 0,
    due_at: now,
    delivered_at: null,
    last_reason: heldBack ?? null,
    in_hand: 0,
    to_tell: 0,
  };
}

/** What is queued already stays as it is. Resolves to the ids of what is new. */
export async function insertDeliveries(
  database: Database,
  rows: readonly Insertable<Tables['deliveries']>[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await database
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(inserted.map(({ id }) => id));
}

/** The columns of a delivery that its outcome changes. */
function columns(outcome: DeliveryOutcome) {
  switch (outcome.state) {
    case 'delivered':
      return { state: outcome.state, delivered_at: outcome.at, last_reason: outcome.remark ?? null };
    case 'due':
      return { state: outcome.state, due_at: outcome.dueAt, last_reason: outcome.reason };
    case 'failed':
    case 'unsure':
      return { state: outcome.state, last_reason: outcome.reason };
  }
}
