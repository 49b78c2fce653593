import { openTemporarySqlite } from '../../database/testing/temporary-sqlite.ts';
import { createContentRepository } from '../content-repository.ts';
import { releaseFiles } from '../release-files.ts';
import { createRevisionStore } from '../revisions.ts';

/** Opens the stores of the content, of which every page can be made. */
export function openContentStores(databases: Parameters<typeof createRevisionStore>[0] = openTemporarySqlite()) {
  const revisionStore = createRevisionStore(databases);
  const checkRendering = async () => null;
  return { revisionStore, contentRepository: createContentRepository({ revisionStore, releaseFiles, checkRendering }) };
}
