import type { Database } from './database.ts';

/**
 * What a database says of itself: the newest commit mark, since when its mail is held, its last purge and backup, the
 * last proof that it can be written, and of a copy where it comes from.
 */
export type MetaKey = 'mark' | 'hold' | 'purge' | 'backup' | 'written' | 'copy';

/** The hold on a restored database's mail: nothing is sent until somebody releases it. */
export interface Hold {
  since: Date;
  /** The ids of the enquiries that were erased since the backup was made. */
  erased: readonly string[];
}

/** Resolves to the value of a key; null if there is none. */
export async function getMeta(database: Database, key: MetaKey): Promise<string | null> {
  const found = database.selectFrom('meta').select('value').where('key', '=', key);
  return (await found.executeTakeFirst())?.value ?? null;
}

/** Stores a value, replacing the one before. */
export async function setMeta(database: Database, key: MetaKey, value: string): Promise<void> {
  await database
    .insertInto('meta')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Resolves to the hold; null if there is none. */
export async function getHold(database: Database): Promise<Hold | null> {
  const found = await getMeta(database, 'hold');
  if (found === null) return null;
  const { since, erased } = JSON.parse(found) as { since: string; erased: string[] };
  return { since: new Date(since), erased };
}
