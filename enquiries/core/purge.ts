import type { KeptMails } from './mailer.ts';
import type { DeliveryState, EnquiryStore } from './store.ts';

/** `refused`: nothing was erased, for `old` enquiries of `all` are too many to go by themselves. */
export type PurgeOutcome =
  | { outcome: 'purged'; ids: readonly string[] }
  | { outcome: 'refused'; old: number; all: number };

/** What still waits for its mail, or for somebody to look after it, outlives the retention. */
const settled: readonly DeliveryState[] = ['delivered', 'quarantined'];

const day = 24 * 60 * 60 * 1000;

/**
 * Erases what is older than the retention, if the time can be believed. A clock that runs ahead makes everything look old:
 * so most of what there is goes only where a purge of the day before, by the same retention, says that time has passed as usual.
 * An operator who erases by hand has looked; from then on it goes by itself again.
 */
export async function purgeOld(
  { store, keptMails }: { store: EnquiryStore; keptMails: KeptMails },
  retentionDays: number,
  now: Date,
): Promise<PurgeOutcome> {
  const receivedBefore = new Date(now.getTime() - retentionDays * day);
  const { counts } = await store.health(now);
  const all = total(Object.values(counts));
  const old = total(await Promise.all(settled.map((state) => store.count({ state, until: receivedBefore }))));
  if (old > all / 2 && !(await isUsual(store, retentionDays, now))) return { outcome: 'refused', old, all };

  const ids = await store.purge(receivedBefore, settled);
  await keptMails.forget(ids);
  await keptMails.forgetOlderThan(receivedBefore);
  await store.remember('purged', JSON.stringify({ at: now, retentionDays }));
  return { outcome: 'purged', ids };
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

async function isUsual(store: EnquiryStore, retentionDays: number, now: Date): Promise<boolean> {
  const last = JSON.parse((await store.recall('purged')) ?? 'null') as { at: string; retentionDays: number } | null;
  if (last === null || last.retentionDays !== retentionDays) return false;
  const passed = now.getTime() - new Date(last.at).getTime();
  return passed >= 0 && passed <= 2 * day;
}
