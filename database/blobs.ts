import type { Database } from './database.ts';

/** A build file in one encoding, and its URL path. */
export interface Asset {
  address: string;
  encoding: string;
  body: Uint8Array;
}

export type BlobStore = ReturnType<typeof createBlobStore>;

/**
 * Returns the store of build files, of this release and of others: a page may be older or newer than the server that is
 * asked for its scripts. Several servers may use it at once. Each call rejects while the database is unavailable.
 */
export function createBlobStore(database: Database) {
  /** Stores a file unless it exists, and marks it current. Store `identity` last: it makes the file listed. */
  async function keep(asset: Asset, at: Date): Promise<void> {
    // One row a statement: several servers that lock the same rows cannot wait for each other.
    await database
      .insertInto('blobs')
      .values({ ...asset, last_current_at: at })
      .onConflict((conflict) => conflict.columns(['address', 'encoding']).doUpdateSet({ last_current_at: at }))
      .execute();
  }

  /** Resolves to the paths of all files, in no order. Cheap: no body is read. */
  async function addresses(): Promise<string[]> {
    const rows = await database.selectFrom('blobs').select('address').where('encoding', '=', 'identity').execute();
    return rows.map(({ address }) => address);
  }

  /** Resolves to a file's bodies by encoding; empty if there is no such file. */
  async function bodies(address: string): Promise<ReadonlyMap<string, Buffer<ArrayBuffer>>> {
    const rows = await database
      .selectFrom('blobs')
      .select(['encoding', 'body'])
      .where('address', '=', address)
      .execute();
    return new Map(rows.map(({ encoding, body }) => [encoding, Buffer.from(body)]));
  }

  /** Removes files that no server has had in its build since `before`. Resolves to their paths. */
  async function remove(before: Date): Promise<string[]> {
    const old = database.deleteFrom('blobs').where('last_current_at', '<', before).returning('address');
    const rows = await old.execute();
    return [...new Set(rows.map(({ address }) => address))];
  }

  return { keep, addresses, bodies, remove };
}
