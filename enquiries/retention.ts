import { setImmediate } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { countRows } from '../database/database.ts';
import { getMeta, setMeta } from '../database/meta.ts';
import { unsettled } from '../database/schema.ts';
import { eraseDeliveries } from '../outbox/deliveries.ts';
import { createEvent, commandActor } from './act.ts';
import type { Dependencies } from './dependencies.ts';
import type { EnquirySelector, Event } from './model.ts';
import { buildSelectorCondition } from './queries.ts';
import { recordEvent } from './repository.ts';

/** Result of a purge. `refused`: nothing was erased, since `old` of `all` enquiries are suspiciously many. */
export type PurgeOutcome =
  | { outcome: 'purged'; ids: readonly string[] }
  | { outcome: 'refused'; old: number; all: number };

const day = 24 * 60 * 60 * 1000;

type Erasing = Pick<Dependencies, 'database' | 'dialect' | 'sentMails' | 'clock' | 'newId' | 'onErasing'>;

/**
 * Erases enquiries with all their data, mails on this machine too. Resolves to the erased ids, the newest first.
 * @param note comment of the person, which the history keeps
 */
export async function eraseEnquiries(
  parts: Erasing,
  selector: EnquirySelector,
  by: string = commandActor,
  note = '',
): Promise<readonly string[]> {
  const event = createEvent(parts, 'erase', by, '', note);
  const ids = await eraseInBatches(parts, buildSelectorCondition(selector, parts.dialect), event);
  // Even if nothing was erased: an earlier, interrupted erasure may be unfinished.
  await parts.dialect.afterErasing(parts.database);
  await parts.sentMails.forget(ids);
  return ids.toSorted().toReversed();
}

/** Erases enquiries whose last message is older than the given time. Resolves to the erased ids. */
export async function purge(parts: Erasing, lastMessageBefore: Date): Promise<readonly string[]> {
  return purgeWhere(parts, lastMessageBefore, sql<boolean>`1 = 1`);
}

/**
 * Purges automatically, unlike `purge` by an operator. Enquiries with due deliveries, and open ones with undelivered
 * mails or replies, are kept beyond the retention.
 *
 * A clock that runs ahead makes everything look old. So more than half of the enquiries are erased only if the last
 * purge was within two days and had the same retention. A purge by the operator lifts the refusal.
 */
export async function purgeOld(parts: Erasing, retentionDays: number): Promise<PurgeOutcome> {
  const { database, clock } = parts;
  const now = clock.now();
  const lastMessageBefore = new Date(now.getTime() - retentionDays * day);
  const all = await countRows(database.selectFrom('enquiries'));
  const old = await countPurgeable(parts, lastMessageBefore);
  if (old > all / 2 && !(await isUsual(parts, retentionDays, now))) return { outcome: 'refused', old, all };
  const ids = await purgeWhere(parts, lastMessageBefore, isSettled);
  await setMeta(database, 'purge', JSON.stringify({ at: now, retentionDays }));
  return { outcome: 'purged', ids };
}

/** Resolves to the number of enquiries that an automatic purge would erase. */
export async function countPurgeable(
  { database }: Pick<Erasing, 'database'>,
  lastMessageBefore: Date,
): Promise<number> {
  const old = database.selectFrom('enquiries').where('last_message_at', '<', lastMessageBefore);
  return countRows(old.where(isSettled));
}

/** Condition: no mail or reply is due, and none is undelivered while the enquiry is open. */
const isSettled = sql<boolean>`NOT EXISTS (SELECT 1 FROM deliveries WHERE about_id = enquiries.id
  AND kind IN ('mail', 'reply') AND ${sql.raw(unsettled)}
  AND (state = 'due' OR enquiries.status = 'open'))`;

async function purgeWhere(parts: Erasing, lastMessageBefore: Date, condition: RawBuilder<boolean>) {
  const { database, dialect, sentMails } = parts;
  const ids = await eraseInBatches(parts, sql<boolean>`last_message_at < ${lastMessageBefore} AND ${condition}`);
  await database
    .deleteFrom('deliveries')
    .where(sql<boolean>`kind = 'digest'`)
    .where('queued_at', '<', lastMessageBefore)
    .execute();
  await database.deleteFrom('events').where('enquiry_id', 'is', null).where('at', '<', lastMessageBefore).execute();
  await dialect.afterErasing(database);
  await sentMails.forget(ids);
  await sentMails.forgetOlderThan(lastMessageBefore);
  return ids;
}

/** Erases in batches, without `afterErasing`. SQLite runs in this thread, so other work gets a turn between batches. */
async function eraseInBatches(
  { database, dialect, onErasing }: Erasing,
  condition: RawBuilder<boolean>,
  event?: Event,
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
      const rows = await transaction.deleteFrom('enquiries').where('id', 'in', next).returning('id').execute();
      const gone = rows.map(({ id }) => id);
      if (gone.length === 0) return gone;
      await eraseDeliveries({ database: transaction, dialect }, gone);
      if (event !== undefined) await recordEvent(transaction, { ...event, detail: `${ids.length + gone.length}` });
      onErasing(gone);
      return gone;
    });
    ids.push(...erased);
    await setImmediate();
  } while (erased.length === batch);
  return ids;
}

/** Number of enquiries per transaction. */
const batch = 200;

async function isUsual({ database }: Erasing, retentionDays: number, now: Date): Promise<boolean> {
  const last = JSON.parse((await getMeta(database, 'purge')) ?? 'null') as { at: string; retentionDays: number } | null;
  if (last === null || last.retentionDays !== retentionDays) return false;
  const passed = now.getTime() - new Date(last.at).getTime();
  return passed >= 0 && passed <= 2 * day;
}
