import type { Database } from './database.ts';

/** A file of a build in one encoding, and where browsers ask for it. */
export interface Asset {
  address: string;
  encoding: string;
  body: Uint8Array;
}

export type BlobStore = ReturnType<typeof createBlobStore>;

/**
 * Files of builds for visitors' browsers, of this release and of others: a page may be older or newer than the server that is
 * asked for its scripts. Any number of servers may use it at once. Where the database is away, each call rejects.
 */
export function createBlobStore(database: Database) {
  /** Stores it where it is not there yet, and notes that it is current. Plain ones come last: they make an address known. */
  async function keep(asset: Asset, at: Date): Promise<void> {
    // One row a statement: several servers that lock the same rows cannot wait for each other.
    await database
      .insertInto('blobs')
      .values({ ...asset, last_current_at: at })
      .onConflict((conflict) => conflict.columns(['address', 'encoding']).doUpdateSet({ last_current_at: at }))
      .execute();
  }

  /** Where there is a file, in no order. Costs nothing worth mentioning: no body is read. */
  async function addresses(): Promise<string[]> {
    const rows = await database.selectFrom('blobs').select('address').where('encoding', '=', 'identity').execute();
    return rows.map(({ address }) => address);
  }

  /** A file by its encodings; none where there is no such file. */
  async function bodies(address: string): Promise<ReadonlyMap<string, Buffer<ArrayBuffer>>> {
    const rows = await database
      .selectFrom('blobs')
      .select(['encoding', 'body'])
      .where('address', '=', address)
      .execute();
    return new Map(rows.map(({ encoding, body }) => [encoding, Buffer.from(body)]));
  }

  /** Removes what no server has had in its build since a time. Resolves to the addresses. */
  async function remove(before: Date): Promise<string[]> {
    const old = database.deleteFrom('blobs').where('last_current_at', '<', before).returning('address');
    const rows = await old.execute();
    return [...new Set(rows.map(({ address }) => address))];
  }

  return { keep, addresses, bodies, remove };
}
