import { existsSync } from 'node:fs';
import { releaseFiles } from '../content/release-files.ts';
import { createRevisionStore } from '../content/revisions.ts';
import { formatIssue, createContentRepository } from '../content/content-repository.ts';
import { DatabaseOpenError } from '../database/database.ts';
import type { Config } from './config.ts';
import { StartError } from './start-errors.ts';
import { createSiteDatabase } from './site-database.ts';
import { createRenderCheck } from './render-check.ts';

/**
 * Rejects if this release cannot open the database, or with a StartError if it cannot show the newest revision: an update
 * checks before it stops the old server. An unreachable PostgreSQL or an empty database passes. Changes nothing.
 */
export async function assertPublishedContentRenders(config: Config): Promise<void> {
  const { database: location } = config;
  if (location.kind === 'sqlite' && !existsSync(location.path)) return;
  const { database, ensureOpen, close } = createSiteDatabase(location, {
    maxConnections: 2,
    olderSchemaPolicy: 'leave',
  });
  try {
    try {
      await ensureOpen();
    } catch (error) {
      if (location.kind === 'postgres' && error instanceof DatabaseOpenError && !error.isPermanent) return;
      throw error;
    }
    const revisionStore = createRevisionStore({ database });
    if ((await revisionStore.readNewestNumber().catch(() => 0)) === 0) return;
    const checkRendering = createRenderCheck(config);
    const contentRepository = createContentRepository({ revisionStore, releaseFiles, checkRendering });
    const { number, files, isUnreadable } = await contentRepository.readLiveContent();
    const messages = isUnreadable
      ? ['its content cannot be read from the database']
      : (await contentRepository.findRenderingIssues(files)).map(formatIssue);
    if (messages.length > 0)
      throw new StartError(
        `This release cannot show publication ${number}: ${messages.join('; ')}. ` +
          'Publish others first, or this release’s files, by its own command: content import FILE…',
      );
  } finally {
    await close();
  }
}
