import type { BlobStore } from '../database/blobs.ts';
import { createStoredFile, type StaticFile } from './static-files.ts';

/**
 * Finds an asset of another release. Resolves to undefined where there is none, and where the database is away or takes more
 * than a second for a query. Never rejects.
 */
export type FindAsset = (address: string) => Promise<StaticFile | undefined>;

/** In milliseconds: until the list is asked for again, and until an answer no longer waits for the database. */
const pause = 1000;

/**
 * Whatever addresses are asked for, and however often, this is one query a second for the list of those that there are, and one
 * for each file on it: what was read stays in memory, which takes no more than the database keeps.
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
    // Where it cannot be read, and where it has been removed since, it is looked for anew.
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
