import { existsSync } from 'node:fs';
import { files as released } from '../content/stored-words.ts';
import { createRevisionStore } from '../content/revisions.ts';
import { formatIssue, openContentRepository } from '../content/content-repository.ts';
import type { Config } from './config.ts';
import { StartError } from './explain.ts';
import { createDatabase } from './open-database.ts';
import { createRenderCheck } from './render-check.ts';

/**
 * Rejects with a StartError where this release cannot show what was published last: an update asks before the server stops that
 * can. A database that is away, or has no publications yet, says nothing against it. Nothing is changed.
 */
export async function checkContent(config: Config): Promise<void> {
  const { database: place } = config;
  if (place.kind === 'sqlite' && !existsSync(place.path)) return;
  const { database, close } = createDatabase(place, { connections: 2, older: 'leave' });
  try {
    const store = createRevisionStore(database);
    if ((await store.newest().catch(() => 0)) === 0) return;
    const words = openContentRepository({ store, released, prove: createRenderCheck(config) });
    const { number, files, isUnreadable } = await words.live();
    const faults = isUnreadable ? ['the database has no words of it'] : (await words.faults(files)).map(formatIssue);
    if (faults.length > 0)
      throw new StartError(
        `This release cannot show publication ${number}: ${faults.join('; ')}. ` +
          'Publish others first, or this release’s files, by its own command: content import FILE…',
      );
  } finally {
    await close();
  }
}
