import type { AssetStore } from '../database/blobs.ts';
import { systemClock, type Clock } from '../process/clock.ts';
import { fileOfOtherBuild, type StaticFile } from './static-files.ts';

/**
 * Finds an asset of another release. Resolves to undefined where there is none, and where the database is away or takes more
 * than a second for a query. Never rejects.
 */
export type FindAsset = (address: string) => Promise<StaticFile | undefined>;

/** In milliseconds: until the same is asked of the database again, and until an answer no longer waits for it. */
const pause = 1000;

/**
 * Whatever addresses are asked for, and however often, this is one query a second for the list of those that there are, and one
 * for each file on it: what was read stays in memory, which takes no more than the database keeps. One query is in hand at a time.
 */
export function findAssets(
  store: Pick<AssetStore, 'addresses' | 'bodies'>,
  clock: Pick<Clock, 'after'> = systemClock,
): FindAsset {
  const read = new Map<string, StaticFile>();
  let listed = new Set<string>();
  const asked = new Map<string, Promise<unknown>>();
  let inHand: Promise<unknown> = Promise.resolve();

  /** Resolves once a question is answered, cannot be, or has taken too long; whoever has the same one shares the answer. */
  function ask(question: string, query: () => Promise<void>): Promise<unknown> {
    const earlier = asked.get(question);
    if (earlier) return earlier;
    const paused = new Promise<void>((resolve) => clock.after(pause, resolve));
    // Storing the own ones meets the same faults, and tells of them.
    const done = (inHand = inHand.then(query).catch(() => {}));
    const answered = Promise.race([done, paused]);
    asked.set(question, answered);
    void Promise.all([done, paused]).then(() => asked.delete(question));
    return answered;
  }

  async function list(): Promise<void> {
    listed = new Set(await store.addresses());
  }

  async function load(address: string): Promise<void> {
    const file = fileOfOtherBuild(address, await store.bodies(address));
    // It may have been removed since.
    if (file === undefined) listed.delete(address);
    else read.set(address, file);
  }

  return async (address) => {
    const known = read.get(address);
    if (known) return known;
    if (!listed.has(address)) await ask('', list);
    if (!listed.has(address)) return undefined;
    await ask(address, () => load(address));
    return read.get(address);
  };
}
