import type { Database } from './database.ts';

/**
 * What a database says of itself: the newest commit mark, since when its mail is held, its last purge and backup, the last proof that
 * it can be written, and of a copy where it comes from.
 */
export type MetaKey = 'mark' | 'hold' | 'purge' | 'backup' | 'written' | 'copy';

/** Since when a restored database holds its mail: nothing is sent until somebody releases it. */
export interface Hold {
  since: Date;
  /** The ids of the enquiries that were erased since the backup was made. */
  erased: readonly string[];
}

/** Resolves to the fact of that name; null where there is none. */
export async function getMeta(database: Database, key: MetaKey): Promise<string | null> {
  const found = database.selectFrom('meta').select('value').where('key', '=', key);
  return (await found.executeTakeFirst())?.value ?? null;
}

/** Stores a fact in the place of the one before. */
export async function setMeta(database: Database, key: MetaKey, value: string): Promise<void> {
  await database
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Null where nothing is held. */
export async function getHold(database: Database): Promise<Hold | null> {
  const found = await getMeta(database, 'hold');
  if (found === null) return null;
  const { since, erased } = JSON.parse(found) as { since: string; erased: string[] };
  return { since: new Date(since), erased };
}
