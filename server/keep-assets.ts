import { setImmediate } from 'node:timers/promises';
import type { BlobStore } from '../database/blobs.ts';
import { assetsPath, encodings, type StaticFile } from './static-files.ts';
import type { Log } from '../process/log.ts';
import { schedule, type ScheduledJob } from './schedule.ts';

interface Parts {
  store: Pick<BlobStore, 'keep' | 'remove'>;
  /** Those of the build by their addresses, of which only its assets are kept. */
  files: ReadonlyMap<string, StaticFile>;
  log: Pick<Log, 'info' | 'warn'>;
}

const day = 24 * 60 * 60 * 1000;
const lifetime = 7 * day;
const untilNextTry = 10_000;

/**
 * Keeps the own build's assets where every server finds them that shares the database, and later releases do: at once and each day
 * anew, so that they last for a week from when the last server with this build has ended. Removes what is older.
 */
export function keepAssets({ store, files, log }: Parts): ScheduledJob {
  const assets = [...files].filter(([address]) => address.startsWith(assetsPath));
  let hasFailed = false;

  async function keep(stopping: AbortSignal): Promise<void> {
    const at = new Date();
    for (const [address, { variants }] of assets)
      for (const encoding of encodings) {
        const body = variants.get(encoding)?.body;
        if (body === undefined) continue;
        // SQLite holds up this thread for a moment with each: requests come between.
        await setImmediate();
        if (stopping.aborted) return;
        await store.keep({ address, encoding, body }, at);
      }
    const removed = await store.remove(new Date(at.getTime() - lifetime));
    if (removed.length > 0) log.info({ assets: removed.length }, 'removed assets of other releases');
  }

  return schedule(async (stopping) => {
    try {
      await keep(stopping);
      hasFailed = false;
      return day;
    } catch (fault) {
      if (!hasFailed) log.warn({ err: fault }, 'the assets of this release are not stored yet');
      hasFailed = true;
      return untilNextTry;
    }
  });
}
