import type { CoreParts } from './dependencies.ts';
import { theCommand, type createHandling } from './actions.ts';
import {
  deliveryStates,
  type DeliveryState,
  type MailState,
  type EnquirySelector,
  type EnquiryStore,
} from './store.ts';

/** `refused`: nothing was erased, for `old` enquiries of `all` are too many to go by themselves. */
export type PurgeOutcome =
  | { outcome: 'purged'; ids: readonly string[] }
  | { outcome: 'refused'; old: number; all: number };

/** What still waits for its mail, or for somebody to look after it, outlives the retention. */
const settled: readonly MailState[] = ['delivered', 'quarantined'];

const day = 24 * 60 * 60 * 1000;

/**
 * What erases enquiries with all that is kept of them, mails on this machine too. Each resolves to the erased ids.
 *
 * What is older than the retention goes by itself if the time can be believed. A clock that runs ahead makes everything look old:
 * so most of what there is goes only where a purge of the day before, by the same retention, says that time has passed as usual.
 * An operator who erases by hand has looked; from then on it goes by itself again.
 */
export function createErasing({
  store,
  keptMails,
  clock,
  keep,
  onErasing,
}: CoreParts & Pick<ReturnType<typeof createHandling>, 'keep'>) {
  async function purge(lastWordBefore: Date, states: readonly DeliveryState[]): Promise<readonly string[]> {
    const ids = await store.purge(lastWordBefore, states, onErasing);
    await keptMails.forget(ids);
    await keptMails.forgetOlderThan(lastWordBefore);
    return ids;
  }

  return {
    /** @param note what the person says of it, which stays in the history */
    async erase(selector: EnquirySelector, by: string = theCommand, note = ''): Promise<readonly string[]> {
      const ids = await store.erase(selector, onErasing);
      if (ids.length > 0) await keep('erase', by, `${ids.length}`, note);
      await keptMails.forget(ids);
      return ids;
    },

    /** Everything about which nobody has written since the given time, in whatever state. */
    purge: (lastWordBefore: Date): Promise<readonly string[]> => purge(lastWordBefore, deliveryStates),

    /** The same, as the server does it by itself: it may be wrong about the time, and asks nobody. */
    async purgeOld(retentionDays: number): Promise<PurgeOutcome> {
      const now = clock.now();
      const lastWordBefore = new Date(now.getTime() - retentionDays * day);
      const { counts } = await store.health(now);
      const all = total(Object.values(counts));
      const old = total(await Promise.all(settled.map((state) => store.count({ state, lastWordBefore }))));
      if (old > all / 2 && !(await isUsual(store, retentionDays, now))) return { outcome: 'refused', old, all };
      const ids = await purge(lastWordBefore, settled);
      await store.remember('purged', JSON.stringify({ at: now, retentionDays }));
      return { outcome: 'purged', ids };
    },
  };
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
