import type { BlobStore } from '../database/blobs.ts';
import { createStoredFile, type StaticFile } from './static-files.ts';

/**
 * Finds an asset of another release. Resolves to undefined if there is none, if the database is down, or if a query
 * takes more than a second. Never rejects.
 */
export type FindAsset = (address: string) => Promise<StaticFile | undefined>;

/** Interval between queries for the list, and timeout of a lookup, in milliseconds. */
const pause = 1000;

/**
 * Returns a lookup that caches in memory: at most one query a second for the list of assets, and one for each file on
 * it. The memory used is bounded by the size of the stored assets.
 */
export function findAssets(store: Pick<BlobStore, 'addresses' | 'bodies'>): FindAsset {
  const read = new Map<string, ReturnType<FindAsset>>();
  let listed = new Set<string>();
  let listing: Promise<void> | undefined;

  async function list(): Promise<void> {
    try {
      listed = new Set(await store.addresses());
    } finally {
      void wait().then(() => (listing = undefined));
    }
  }

  async function load(address: string): ReturnType<FindAsset> {
    // Not cached if it cannot be read or was removed since: the next request looks again.
    const bodies = await store.bodies(address).catch(() => new Map());
    const file = createStoredFile(address, bodies);
    if (file === undefined) {
      listed.delete(address);
      read.delete(address);
    }
    return file;
  }

  async function find(address: string): ReturnType<FindAsset> {
    if (!listed.has(address)) await (listing ??= list());
    if (!listed.has(address)) return undefined;
    const file = read.get(address) ?? load(address);
    read.set(address, file);
    return file;
  }

  return (address) => Promise.race([find(address).catch(() => undefined), wait()]);
}

async function wait(): Promise<undefined> {
  return new Promise((resolve) => void setTimeout(resolve, pause, undefined).unref());
}
