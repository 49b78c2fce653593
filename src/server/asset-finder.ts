import { picturePathPrefix } from '../content/picture-files.ts';
import type { AssetStore } from '../database/asset-store.ts';
import { findFileInBodies, type StaticFile } from './static-files.ts';

/**
 * Finds an asset of another release. Resolves to undefined if there is none, if the database is down, or if a query
 * takes more than a second. Never rejects.
 */
export type FindAsset = (path: string) => Promise<StaticFile | undefined>;

/** Interval between queries for the list, and timeout of a lookup, in milliseconds. */
const queryInterval = 1000;
/** Maximum number of cached pictures, and their maximum bytes: 12 MB together. */
const maxCachedPictures = 100;
const maxCachedPictureSize = 120_000;

/**
 * Returns a finder of other releases' assets that caches in memory: at most one query a second for the list of assets,
 * and one for each file on it. The memory used is bounded by the size of the stored build files, and 12 MB of pictures.
 */
export function createAssetFinder(blobStore: Pick<AssetStore, 'listPaths' | 'readBodies'>): FindAsset {
  const cachedFiles = new Map<string, ReturnType<FindAsset>>();
  let knownPaths = new Set<string>();
  let currentListing: Promise<void> | undefined;

  async function refreshKnownPaths(): Promise<void> {
    try {
      knownPaths = new Set(await blobStore.listPaths());
    } finally {
      void waitForInterval().then(() => (currentListing = undefined));
    }
  }

  async function load(path: string): ReturnType<FindAsset> {
    // Not cached if it cannot be read or was removed since: the next request looks again.
    const bodies = await blobStore.readBodies(path).catch(() => new Map());
    const file = findFileInBodies(path, bodies);
    if (file === undefined) {
      knownPaths.delete(path);
      cachedFiles.delete(path);
    }
    if (path.startsWith(picturePathPrefix) && Number(bodies.get('identity')?.length) > maxCachedPictureSize)
      cachedFiles.delete(path);
    const pictures = [...cachedFiles.keys()].filter((cached) => cached.startsWith(picturePathPrefix));
    for (const oldest of pictures.slice(0, -maxCachedPictures)) cachedFiles.delete(oldest);
    return file;
  }

  async function find(path: string): ReturnType<FindAsset> {
    if (!knownPaths.has(path)) await (currentListing ??= refreshKnownPaths());
    if (!knownPaths.has(path)) return undefined;
    const file = cachedFiles.get(path) ?? load(path);
    cachedFiles.set(path, file);
    return file;
  }

  return (path) => Promise.race([find(path).catch(() => undefined), waitForInterval()]);
}

async function waitForInterval(): Promise<undefined> {
  return new Promise((resolve) => void setTimeout(resolve, queryInterval, undefined).unref());
}
