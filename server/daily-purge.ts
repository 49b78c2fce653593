import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Log } from './log.ts';

const day = 24 * 60 * 60 * 1000;

/** Purges enquiries older than the retention now and once a day. Returns what ends it, after a purge in hand. */
export function startDailyPurge(
  enquiries: Pick<Enquiries, 'purge'>,
  retentionDays: number,
  log: Log,
): () => Promise<void> {
  async function purge(): Promise<void> {
    try {
      const erased = await enquiries.purge(new Date(Date.now() - retentionDays * day));
      if (erased.length > 0) log.info({ enquiries: erased.length, retentionDays }, 'purged old enquiries');
    } catch (fault) {
      log.error({ err: fault }, 'the purge of old enquiries failed and is tried again tomorrow');
    }
  }

  let inHand = purge();
  const timer = setInterval(() => (inHand = purge()), day);
  return async () => {
    clearInterval(timer);
    await inHand;
  };
}
