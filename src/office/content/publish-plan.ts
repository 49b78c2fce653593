import type { ContentIssue } from '../../content/content-issues.ts';
import { isStillScheduled } from '../../content/schedules.ts';
import type { Draft } from '../../content/revisions.ts';
import type { StaffRequest } from '../shared/staff-request.ts';
import { describeChangesNeedingRelease } from './changes-needing-release.ts';

/** See `loadPlan`. */
export type LoadedPlan = Awaited<ReturnType<typeof loadPlan>>;

/**
 * Resolves to the plan of a publication with the person's drafts, and to its copied texts. Drafts that were left out, or
 * that wait for their time, are not part of it.
 */
export async function loadPlan({ office, session: { person }, form }: StaffRequest) {
  const drafts = await office.revisionStore.listDrafts({ by: person });
  const { findAddressChanges } = await import('./address-changes.ts');
  // The files of a page that gets another address are published together.
  const listFiles = (side: 'base' | 'value') =>
    Object.fromEntries(drafts.flatMap((draft) => (draft[side] === null ? [] : [[draft.file, draft[side]]])));
  const addresses = findAddressChanges(listFiles('base'), listFiles('value'));
  const getEntry = (file: string) => addresses.get(file) ?? file;
  const tickedEntries = new Set(form.getAll('file').map(getEntry));
  const schedules = (await office.revisionStore.listSchedules()).filter(
    (one) => one.by === person && isStillScheduled(one, drafts),
  );
  const scheduledTimes = new Map(
    schedules.flatMap(({ at, drafts }) => drafts.map(({ file }) => [getEntry(file), at] as const)),
  );
  const includedDrafts = drafts.filter(({ file }) =>
    form.has('baseRevision') ? tickedEntries.has(getEntry(file)) : !scheduledTimes.has(getEntry(file)),
  );
  const earlyEntries = [...new Set(includedDrafts.map(({ file }) => getEntry(file)))].flatMap((file) => {
    const at = scheduledTimes.get(file);
    const key = `${file} ${at?.toISOString()}`;
    return at ? [{ file, at, key, isConfirmed: form.getAll('early').includes(key) }] : [];
  });
  const plan = await office.contentRepository.planPublication(includedDrafts);
  // Versions whose changes this form has shown, compared with the same revision: left out, they stay seen.
  const seenVersions = form.get('baseRevision') === `${plan.baseRevision}` ? form.getAll('seenVersion') : [];
  const { findCopiedTexts } = await import('./copied-texts.ts');
  const copies = findCopiedTexts(plan.changes, plan.files).map((copy) => {
    const key = [copy.file, ...copy.path].join('/');
    return { ...copy, key, isConfirmed: form.getAll('confirmedCopy').includes(key) };
  });
  return { plan, includedDrafts, drafts, addresses, seenVersions, copies, scheduledTimes, earlyEntries };
}

/** See `loadPublishPageProps`. */
export type PublishPageProps = Awaited<ReturnType<typeof loadPublishPageProps>>;

/**
 * Resolves to the props of the page.
 * @param publicationIssues issues found by publishing: pages that cannot be rendered are found only then
 */
export async function loadPublishPageProps(request: StaffRequest, publicationIssues?: readonly ContentIssue[]) {
  const { office, form } = request;
  const [loadedPlan, published] = [await loadPlan(request), await office.contentRepository.readPublishedContent()];
  const { plan, includedDrafts, drafts, addresses, seenVersions, copies, scheduledTimes, earlyEntries } = loadedPlan;
  const { groupChangesByFile, formatFieldEditUrl, formatFileTitle, formatFileAndFieldTitle } =
    await import('./changed-files.ts');
  return {
    baseRevision: plan.baseRevision,
    changedFiles: groupChangesByFile(published.files, plan.files, addresses),
    drafts: drafts
      .filter(({ file }) => !addresses.has(file))
      .map((draft) => ({
        file: draft.file,
        title: formatFileTitle(draft.file, draft.value ?? draft.base),
        editUrl: formatFieldEditUrl({ file: draft.file, path: [] }),
        scheduledAt: scheduledTimes.get(draft.file),
        early: earlyEntries.find(({ file }) => file === draft.file),
        isIncluded: includedDrafts.includes(draft),
      })),
    // A draft that was never shown must not be published.
    seenVersions: drafts
      .filter((draft) => includedDrafts.includes(draft) || seenVersions.includes(formatDraftVersion(draft)))
      .map(formatDraftVersion),
    copies: copies.map(({ sourceFile, text, key, isConfirmed, ...field }) => ({
      key,
      text,
      isConfirmed,
      title: formatFileAndFieldTitle(field, plan.files),
      sourceTitle: formatFileTitle(sourceFile, plan.files[sourceFile]),
      editUrl: formatFieldEditUrl(field),
    })),
    issues: (publicationIssues ?? plan.issues).map((issue) => ({
      editUrl: formatFieldEditUrl(issue),
      text: `${formatFileAndFieldTitle(issue, plan.files)} ${issue.message}`,
    })),
    changesNeedingRelease: await describeChangesNeedingRelease(plan.changes, plan.files, published.releaseFiles),
    reason: form.get('reason') ?? '',
    at: form.get('at') ?? '',
    timeZone: office.getContent().office.timeZone,
  };
}

/** Returns the text that says in a form which version of a draft it shows. */
export const formatDraftVersion = ({ file, savedAt }: Draft): string => `${file} ${savedAt.toISOString()}`;
