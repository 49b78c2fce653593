import { sql } from 'kysely';
import type { Database } from './database.ts';

/** A file of a build in one encoding, and where browsers ask for it. */
export interface Asset {
  address: string;
  encoding: string;
  body: Uint8Array;
}

/** What is removed: all that no server has had in its build since `before`, and of the rest the oldest beyond so many bytes. */
export interface Excess {
  before: Date;
  bytes: number;
}

export type AssetStore = ReturnType<typeof createBlobStore>;

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

  /** Removes files, and never one at `own` addresses, which count all the same. Resolves to the addresses. */
  async function remove({ before, bytes }: Excess, own: ReadonlySet<string>): Promise<string[]> {
    const files = (await sizesIn(database)).sort((a, b) => Number(own.has(b.address)) - Number(own.has(a.address)));
    const removed: string[] = [];
    let sum = 0;
    for (const { address, size, currentAt } of files) {
      sum += size;
      if (own.has(address) || (currentAt >= before && sum <= bytes)) continue;
      // Unless another server has had it in its build since.
      const seen = database.deleteFrom('blobs').where('last_current_at', '<=', currentAt);
      const { numDeletedRows } = await seen.where('address', '=', address).executeTakeFirstOrThrow();
      if (numDeletedRows > 0) removed.push(address);
    }
    return removed;
  }

  return { keep, addresses, bodies, remove };
}

/** Of each file with all its encodings, what was current last first. */
async function sizesIn(database: Database): Promise<{ address: string; size: number; currentAt: Date }[]> {
  const rows = await database
    .selectFrom('blobs')
    .select(({ fn }) => [
      'address',
      sql<number>`sum(octet_length(body))`.as('size'),
      fn.max('last_current_at').as('current_at'),
    ])
    .groupBy('address')
    .orderBy('current_at', 'desc')
    .orderBy('address')
    .execute();
  return rows.map(({ address, size, current_at: at }) => ({ address, size, currentAt: new Date(at) }));
}
