import type { Database } from './database.ts';

/** A file of a build in one encoding. `path`: its URL path. */
export interface Asset {
  path: string;
  encoding: string;
  body: Uint8Array;
}

export type AssetStore = ReturnType<typeof createAssetStore>;

/**
 * Returns the store of pictures, and of build files of this and other releases: a page may be older or newer than the
 * server that gets its requests. Several servers may use it. Each call rejects while the database is unavailable.
 */
export function createAssetStore({ database }: { database: Database }) {
  /** Stores a file unless it exists, and sets its time. Save `identity` last: a file is listed once that is there. */
  async function save(asset: Asset, at: Date): Promise<void> {
    // One row a statement, so that servers cannot deadlock.
    await database
      .insertInto('assets')
      .values({ ...asset, last_current_at: at })
      .onConflict((conflict) => conflict.columns(['path', 'encoding']).doUpdateSet({ last_current_at: at }))
      .execute();
  }

  /** Resolves to the paths of all files, in no order, without reading bodies. */
  async function listPaths(): Promise<string[]> {
    const rows = await database.selectFrom('assets').select('path').where('encoding', '=', 'identity').execute();
    return rows.map(({ path }) => path);
  }

  /** Resolves to a file's bodies by encoding; empty if there is no such file. */
  async function readBodies(path: string): Promise<ReadonlyMap<string, Buffer<ArrayBuffer>>> {
    const rows = await database.selectFrom('assets').select(['encoding', 'body']).where('path', '=', path).execute();
    return new Map(rows.map(({ encoding, body }) => [encoding, Buffer.from(body)]));
  }

  /** Removes files whose time is before `unusedSince`. Resolves to their paths. */
  async function removeUnused(unusedSince: Date): Promise<string[]> {
    const old = database.deleteFrom('assets').where('last_current_at', '<', unusedSince).returning('path');
    const rows = await old.execute();
    return [...new Set(rows.map(({ path }) => path))];
  }

  /** Sets the time of stored files. Resolves to the number of their bodies. */
  async function renew(paths: readonly string[], at: Date): Promise<number> {
    const update = database.updateTable('assets').set({ last_current_at: at }).where('path', 'in', paths);
    const { numUpdatedRows } = await update.executeTakeFirst();
    return Number(numUpdatedRows);
  }

  return { save, renew, listPaths, readBodies, removeUnused };
}
