import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { countRows } from '../database/database.ts';
import { getMeta, setMeta } from '../database/meta.ts';
import { unsettledCondition } from '../database/schema.ts';
import { eraseDeliveries } from '../outbox/delivery-queries.ts';
import { createEvent, commandActor } from './actions.ts';
import type { Dependencies } from './dependencies.ts';
import type { EnquirySelector, ActivityEvent } from './model.ts';
import { buildSelectorCondition } from './queries.ts';
import { recordEvent } from './repository.ts';

/** Result of a purge. `refused`: nothing was erased, since `expiredCount` of `totalCount` are suspiciously many. */
export type PurgeOutcome =
  | { outcome: 'purged'; ids: readonly string[] }
  | { outcome: 'refused'; expiredCount: number; totalCount: number };

const day = 24 * 60 * 60 * 1000;

type ErasureDependencies = Pick<
  Dependencies,
  'database' | 'dialect' | 'sentMails' | 'clock' | 'newId' | 'recordErasedIds'
>;

/**
 * Erases enquiries with all their data, mails on this machine too. Resolves to the erased ids, the newest first.
 * @param note comment of the person, for the history
 */
export async function eraseEnquiries(
  dependencies: ErasureDependencies,
  selector: EnquirySelector,
  actor: string = commandActor,
  note = '',
): Promise<readonly string[]> {
  const event = createEvent(dependencies, 'erase', actor, '', note);
  const ids = await eraseInBatches(dependencies, buildSelectorCondition(selector, dependencies.dialect), event);
  if ('email' in selector)
    await dependencies.database
      .deleteFrom('messages')
      .where('enquiry_id', 'is', null)
      .where(sql<string>`lower(author)`, '=', selector.email.trim().toLowerCase())
      .execute();
  // Even if nothing was erased: an earlier, interrupted erasure may be unfinished.
  await dependencies.dialect.scrubDeletedText(dependencies.database);
  await dependencies.sentMails.deleteForEnquiries(ids);
  return ids.toSorted().toReversed();
}

/** Erases enquiries whose last message is older than the given time. Resolves to the erased ids. */
export async function purgeEnquiries(
  dependencies: ErasureDependencies,
  lastMessageBefore: Date,
): Promise<readonly string[]> {
  return purgeMatching(dependencies, lastMessageBefore, sql<boolean>`1 = 1`);
}

/**
 * Purges automatically, unlike `purgeEnquiries` by an operator. Enquiries with due deliveries, and open ones with
 * undelivered mails or replies, are kept beyond the retention.
 *
 * A clock that runs ahead makes everything look old. So more than half of the enquiries are erased only if the last
 * purge was within two days and had the same retention. A purge by the operator lifts the refusal.
 */
export async function purgeExpiredEnquiries(
  dependencies: ErasureDependencies,
  retentionDays: number,
): Promise<PurgeOutcome> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const lastMessageBefore = new Date(now.getTime() - retentionDays * day);
  const totalCount = await countRows(database.selectFrom('enquiries').where('merged_into', 'is', null));
  const expiredCount = await countPurgeableEnquiries(dependencies, lastMessageBefore);
  if (expiredCount > totalCount / 2 && !(await isRoutinePurge(dependencies, retentionDays, now)))
    return { outcome: 'refused', expiredCount, totalCount };
  const ids = await purgeMatching(dependencies, lastMessageBefore, settledCondition);
  await setMeta(database, 'purge', JSON.stringify({ at: now, retentionDays }));
  return { outcome: 'purged', ids };
}

/** Resolves to the number of enquiries that an automatic purge would erase, without those merged into them. */
export async function countPurgeableEnquiries(
  { database }: Pick<ErasureDependencies, 'database'>,
  lastMessageBefore: Date,
): Promise<number> {
  const isExpired = buildExpiredCondition(lastMessageBefore, settledCondition);
  return countRows(database.selectFrom('enquiries').where(isExpired));
}

/** Returns the SQL condition of enquiries to purge. What was merged into one goes with it. */
function buildExpiredCondition(lastMessageBefore: Date, condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`last_message_at < ${lastMessageBefore} AND merged_into IS NULL AND ${condition}`;
}

/** SQL condition: no mail or reply is due, and none is undelivered while the enquiry is open. */
const settledCondition = sql<boolean>`NOT EXISTS (SELECT 1 FROM deliveries WHERE record_id = enquiries.id
  AND kind IN ('mail', 'reply') AND ${sql.raw(unsettledCondition)}
  AND (state = 'due' OR enquiries.status = 'open'))`;

async function purgeMatching(
  dependencies: ErasureDependencies,
  lastMessageBefore: Date,
  condition: RawBuilder<boolean>,
) {
  const { database, dialect, sentMails } = dependencies;
  const ids = await eraseInBatches(dependencies, buildExpiredCondition(lastMessageBefore, condition));
  await database
    .deleteFrom('deliveries')
    .where('record_id', 'is', null)
    .where('queued_at', '<', lastMessageBefore)
    .execute();
  await database
    .deleteFrom('messages')
    .where('enquiry_id', 'is', null)
    .where('sent_at', '<', lastMessageBefore)
    .execute();
  await database.deleteFrom('events').where('enquiry_id', 'is', null).where('at', '<', lastMessageBefore).execute();
  await dialect.scrubDeletedText(database);
  await sentMails.deleteForEnquiries(ids);
  await sentMails.deleteOlderThan(lastMessageBefore);
  return ids;
}

/** Erases in batches, without `scrubDeletedText`. SQLite runs in this thread: other work gets a turn between them. */
async function eraseInBatches(
  { database, dialect, recordErasedIds }: ErasureDependencies,
  condition: RawBuilder<boolean>,
  event?: ActivityEvent,
) {
  const ids: string[] = [];
  let erased: readonly string[];
  do {
    erased = await database.transaction().execute(async (transaction) => {
      const next = transaction
        .selectFrom('enquiries')
        .select('id')
        .where(condition)
        .orderBy('received_at')
        .limit(batch);
      const chosen = (await (dialect.supportsRowLocks ? next.forUpdate() : next).execute()).map(({ id }) => id);
      const isChosen = (column: string, ids: readonly string[]) => dialect.isOneOf(sql.ref(column), ids);
      const merged = transaction.selectFrom('enquiries').select('id').where(isChosen('merged_into', chosen));
      // What was merged into one goes with it.
      const erasedIds = [...new Set([...chosen, ...(await merged.execute()).map(({ id }) => id)])];
      if (erasedIds.length === 0) return erasedIds;
      await transaction.deleteFrom('enquiries').where(isChosen('id', erasedIds)).execute();
      await eraseDeliveries({ database: transaction, dialect }, erasedIds);
      if (event !== undefined) await recordEvent(transaction, { ...event, detail: `${ids.length + erasedIds.length}` });
      recordErasedIds(erasedIds);
      return erasedIds;
    });
    ids.push(...erased);
    await setImmediate();
  } while (erased.length >= batch);
  return ids;
}

/** Number of enquiries per transaction. */
const batch = 200;

async function isRoutinePurge({ database }: ErasureDependencies, retentionDays: number, now: Date): Promise<boolean> {
  const last = JSON.parse((await getMeta(database, 'purge')) ?? 'null') as { at: string; retentionDays: number } | null;
  if (last === null || last.retentionDays !== retentionDays) return false;
  const passed = now.getTime() - new Date(last.at).getTime();
  return passed >= 0 && passed <= 2 * day;
}
