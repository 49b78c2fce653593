import type { ContentRepository } from './content-repository.ts';
import { getField, isEqualJson, type FieldRef } from './merge-content.ts';
import type { RevisionStore, RevisionSummary } from './revisions.ts';

/**
 * Resolves to the wordings of a field, newest first, each run of equal ones once, with the revision that brought it; that
 * of the release is last, without one. `value` is undefined where the field was not there.
 * @param maxRevisions each is the whole content: they are read one by one, and other requests go on between
 */
export async function readFieldHistory(
  { contentRepository, revisionStore }: { contentRepository: ContentRepository; revisionStore: RevisionStore },
  field: FieldRef,
  maxRevisions = 100,
) {
  const summaries = (await revisionStore.listRevisions()).slice(0, maxRevisions);
  const read: { revision?: RevisionSummary; value: unknown }[] = [];
  for (const revision of summaries) {
    const files = (await contentRepository.readRevision(revision.number))?.files;
    if (files) read.push({ revision, value: getField(files, field) });
  }
  read.push({ value: getField((await contentRepository.readPublishedContent()).releaseFiles, field) });
  const isNew = (value: unknown, earlier: (typeof read)[number] | undefined) =>
    earlier === undefined || !isEqualJson(value, earlier.value);
  return {
    wordings: read.filter(({ value }, index) => isNew(value, read[index + 1])),
    /** Number of the oldest revision that was read; 0 if there is none. */
    oldestNumber: summaries.at(-1)?.number ?? 0,
  };
}
