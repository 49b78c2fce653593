import { setImmediate } from 'node:timers/promises';
import type { BlobStore } from '../database/blobs.ts';
import { assetsPath, encodings, type StaticFile } from './static-files.ts';
import type { Log } from '../process/log.ts';
import { schedule, type ScheduledJob } from './schedule.ts';

interface Parts {
  store: Pick<BlobStore, 'keep' | 'remove'>;
  /** Files of the build by path; only its assets are stored. */
  files: ReadonlyMap<string, StaticFile>;
  log: Pick<Log, 'info' | 'warn'>;
}

const day = 24 * 60 * 60 * 1000;
const lifetime = 7 * day;
const untilNextTry = 10_000;

/**
 * Returns a job that stores this build's assets in the database, for all servers and later releases. It runs at once
 * and daily, so that assets last a week after the last server of this build stops. Removes older ones.
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
        // SQLite blocks this thread for each write: lets requests run between them.
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
