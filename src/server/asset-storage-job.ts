import { setImmediate } from 'node:timers/promises';
import type { AssetStore } from '../database/asset-store.ts';
import { assetsPath, encodings, type StaticFile } from './static-files.ts';
import type { Log } from '../process/log.ts';
import { createRepeatedJob, type RepeatedJob } from '../process/repeated-job.ts';

interface AssetStorageOptions {
  blobStore: Pick<AssetStore, 'save' | 'removeUnused'>;
  /** Files of the build by path; only its assets are stored. */
  files: ReadonlyMap<string, StaticFile>;
  /** Keeps the pictures that the content has. */
  renewPictures: (now: Date) => Promise<void>;
  log: Pick<Log, 'info' | 'warn'>;
}

const day = 24 * 60 * 60 * 1000;
const assetLifetime = 7 * day;
const retryDelay = 10_000;

/**
 * Returns a job that stores this build's assets in the database, for all servers and later releases. It runs at once
 * and daily, so that assets last a week after the last server of this build stops. Removes older ones.
 */
export function createAssetStorageJob({ blobStore, files, renewPictures, log }: AssetStorageOptions): RepeatedJob {
  const assets = [...files].filter(([path]) => path.startsWith(assetsPath));
  let hasFailed = false;

  async function storeAssets(signal: AbortSignal): Promise<void> {
    const storedAt = new Date();
    for (const [path, { variants }] of assets)
      for (const encoding of encodings) {
        const body = variants.get(encoding)?.body;
        if (body === undefined) continue;
        // SQLite blocks this thread for each write: let requests run between them.
        await setImmediate();
        if (signal.aborted) return;
        await blobStore.save({ path, encoding, body }, storedAt);
      }
    await renewPictures(storedAt);
    const removedPaths = await blobStore.removeUnused(new Date(storedAt.getTime() - assetLifetime));
    if (removedPaths.length > 0) log.info({ assets: removedPaths.length }, 'removed assets of other releases');
  }

  return createRepeatedJob(async (signal) => {
    try {
      await storeAssets(signal);
      hasFailed = false;
      return day;
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'the assets of this release could not be stored yet; this is retried');
      hasFailed = true;
      return retryDelay;
    }
  });
}
