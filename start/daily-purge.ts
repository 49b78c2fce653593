import type { Enquiries } from '../enquiries/enquiries.ts';
import type { Log } from '../process/log.ts';
import { repeat, type Repeated } from '../server/repeat.ts';

export interface DailyPurge extends Repeated {
  /** Whether the last one was refused, so that somebody has to look. */
  isRefused(): boolean;
}

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** Purges enquiries older than the retention at once and then once a day; where that was refused, each hour. */
export function dailyPurge(
  enquiries: Pick<Enquiries, 'purgeOld'>,
  retentionDays: number,
  log: Pick<Log, 'info' | 'error'>,
): DailyPurge {
  let refused = false;

  async function purge(): Promise<void> {
    const result = await enquiries.purgeOld(retentionDays);
    refused = result.outcome === 'refused';
    if (result.outcome === 'refused') {
      const { old, all } = result;
      log.error({ old, all, retentionDays }, 'the purge was refused: it would have erased most enquiries');
    } else if (result.ids.length > 0) {
      log.info({ enquiries: result.ids.length, retentionDays }, 'purged old enquiries');
    }
  }

  const purging = repeat(async () => {
    await purge().catch((fault: unknown) => {
      log.error({ err: fault }, 'the purge of old enquiries failed and is tried again tomorrow');
    });
    return refused ? hour : day;
  });
  return { ...purging, isRefused: () => refused };
}
