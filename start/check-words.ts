import { existsSync } from 'node:fs';
import { files } from '../content/stored-words.ts';
import { createSqlWords } from '../enquiries/storage/sql-words.ts';
import { openLiveWords } from '../office/words/live-words.ts';
import { MisfitError } from '../server/follow-words.ts';
import type { Config } from './config.ts';
import { databaseAt } from './open-database.ts';

/**
 * Rejects with a MisfitError where what was published does not fit this release: an update asks before the old server stops. A
 * database that is away, or has no publications yet, says nothing against it. Nothing is changed.
 */
export async function checkWords({ database: place }: Pick<Config, 'database'>): Promise<void> {
  if (place.kind === 'sqlite' && !existsSync(place.path)) return;
  const { database, close } = databaseAt(place, { connections: 2, older: 'leave' });
  try {
    const store = createSqlWords(database);
    if ((await store.newest().catch(() => 0)) === 0) return;
    const words = openLiveWords({ store, released: files });
    const misfits = await words.misfits((await words.live()).files);
    if (misfits.length > 0) throw new MisfitError(misfits);
  } finally {
    await close();
  }
}
