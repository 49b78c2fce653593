import { mergeDraftsIntoContent, type ContentFiles } from '../../../content/merge-content.ts';
import { findAddressChanges } from '../address-changes.ts';
import { computePageChange, computePageRestoration } from './page-change.ts';
import type { DraftSync, SyncState } from './draft-sync.ts';
import { formatFieldHash } from '../field-hash.ts';

/**
 * Resets a file to the published text, a moved page at its earlier address too. A page that is there again needs no redirect
 * from its address.
 */
export function revertFile(draftSync: DraftSync, file: string): void {
  const { files: publishedFiles, ownDrafts } = draftSync.getState();
  const published = publishedFiles[file] ?? null;
  const files = mergeOwnDrafts(draftSync.getState());
  const [earlierFile] = [...findAddressChanges(publishedFiles, files)].find(([, newFile]) => newFile === file) ?? [];
  const changed =
    earlierFile !== undefined
      ? computePageChange(files, { file, newFile: earlierFile }, publishedFiles[earlierFile])
      : published === null
        ? {}
        : ownDrafts[file]?.value === null
          ? computePageRestoration(publishedFiles, files, file)
          : computePageChange(files, { newFile: file }, published);
  for (const [name, value] of Object.entries(changed)) draftSync.change(name, value);
  draftSync.change(file, published, { base: published });
  void draftSync.flush();
  if (earlierFile !== undefined) location.hash = formatFieldHash({ file: earlierFile, path: [] });
}

/** Returns the published content with the person's drafts. */
export function mergeOwnDrafts({ files, ownDrafts }: SyncState): ContentFiles {
  const drafts = Object.entries(ownDrafts).map(([file, draft]) => ({ file, ...draft }));
  return mergeDraftsIntoContent(files, drafts).files;
}
