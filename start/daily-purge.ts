import type { Enquiries } from '../enquiries/core/enquiries.ts';
import type { Log } from '../process/log.ts';

export interface DailyPurge {
  /** Whether the last one was refused, so that somebody has to look. */
  isRefused(): boolean;
  /** Ends it, after a purge in hand. */
  stop(): Promise<void>;
}

const hour = 60 * 60 * 1000;

/** Purges enquiries older than the retention now and once a day; where that was refused, each hour. */
export function startDailyPurge(
  enquiries: Pick<Enquiries, 'purgeOld'>,
  retentionDays: number,
  log: Pick<Log, 'info' | 'error'>,
): DailyPurge {
  let refused = false;

  async function purge(): Promise<void> {
    try {
      const result = await enquiries.purgeOld(retentionDays);
      refused = result.outcome === 'refused';
      if (result.outcome === 'refused') {
        const { old, all } = result;
        log.error({ old, all, retentionDays }, 'the purge was refused: it would have erased most enquiries');
      } else if (result.ids.length > 0) {
        log.info({ enquiries: result.ids.length, retentionDays }, 'purged old enquiries');
      }
    } catch (fault) {
      log.error({ err: fault }, 'the purge of old enquiries failed and is tried again tomorrow');
    }
  }

  let inHand = purge();
  let hours = 0;
  const timer = setInterval(() => {
    hours += 1;
    if (refused || hours % 24 === 0) inHand = purge();
  }, hour);
  return {
    isRefused: () => refused,
    async stop() {
      clearInterval(timer);
      await inHand;
    },
  };
}
