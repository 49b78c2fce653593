import { sql, type RawBuilder } from 'kysely';
import { countRows } from '../database/database.ts';
import { findMetaValue, storeMeta } from '../database/meta.ts';
import { unsettledDeliveryCondition } from '../database/schema.ts';
import { eraseMatching, type ErasureDependencies } from './erasure.ts';

/** Result of a purge. `refused`: nothing was erased, since `expiredCount` of `totalCount` are suspiciously many. */
export type PurgeOutcome =
  | { outcome: 'purged'; ids: readonly string[] }
  | { outcome: 'refused'; expiredCount: number; totalCount: number };

const day = 24 * 60 * 60 * 1000;
/** As long as browsers keep a text that is not sent. */
const unsentFileDays = 7;

/** Erases enquiries whose last message is older than the given time. Resolves to the erased ids. */
export async function purgeEnquiries(
  dependencies: ErasureDependencies,
  lastMessageBefore: Date,
): Promise<readonly string[]> {
  return purgeMatching(dependencies, lastMessageBefore, sql<boolean>`1 = 1`);
}

/**
 * Purges automatically, unsent files after a week too. Enquiries with due deliveries, and open ones with undelivered mails or replies, are kept. A
 * clock that runs ahead makes everything look old: more than half of the enquiries are erased only if the last purge
 * was within two days and had the same retention. A purge by the operator lifts the refusal.
 */
export async function purgeExpiredEnquiries(
  dependencies: ErasureDependencies,
  retentionDays: number,
): Promise<PurgeOutcome> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const lastMessageBefore = new Date(now.getTime() - retentionDays * day);
  const unsentSince = new Date(now.getTime() - unsentFileDays * day);
  await database.deleteFrom('unsent_files').where('stored_at', '<', unsentSince).execute();
  const totalCount = await countRows(database.selectFrom('enquiries').where('merged_into', 'is', null));
  const expiredCount = await countExpiredEnquiries(dependencies, lastMessageBefore);
  if (expiredCount > totalCount / 2 && !(await isRoutinePurge(dependencies, retentionDays, now)))
    return { outcome: 'refused', expiredCount, totalCount };
  const ids = await purgeMatching(dependencies, lastMessageBefore, settledCondition);
  await storeMeta(database, 'purge', JSON.stringify({ at: now, retentionDays }));
  return { outcome: 'purged', ids };
}

/** Resolves to the number of enquiries that an automatic purge would erase, without those merged into them. */
export async function countExpiredEnquiries(
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
  AND kind IN ('mail', 'reply') AND ${sql.raw(unsettledDeliveryCondition)}
  AND (state = 'due' OR enquiries.status = 'open'))`;

async function purgeMatching(
  dependencies: ErasureDependencies,
  lastMessageBefore: Date,
  condition: RawBuilder<boolean>,
) {
  const { database, sentMails } = dependencies;
  const about = database.deleteFrom('deliveries').where('record_id', 'is', null);
  await about.where('queued_at', '<', lastMessageBefore).execute();
  await database.deleteFrom('events').where('enquiry_id', 'is', null).where('at', '<', lastMessageBefore).execute();
  const { ids } = await eraseMatching(dependencies, {
    enquiries: buildExpiredCondition(lastMessageBefore, condition),
    messages: sql<boolean>`enquiry_id IS NULL AND sent_at < ${lastMessageBefore}`,
  });
  await sentMails.deleteOlderThan(lastMessageBefore);
  return ids;
}

async function isRoutinePurge({ database }: ErasureDependencies, retentionDays: number, now: Date): Promise<boolean> {
  const last = JSON.parse((await findMetaValue(database, 'purge')) ?? 'null') as {
    at: string;
    retentionDays: number;
  } | null;
  if (last === null || last.retentionDays !== retentionDays) return false;
  const passed = now.getTime() - new Date(last.at).getTime();
  return passed >= 0 && passed <= 2 * day;
}
