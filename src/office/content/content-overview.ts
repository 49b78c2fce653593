import type { PublishedContent } from '../../content/content-repository.ts';
import { findContentModel } from '../../content/content-models.ts';
import { assembleContent } from '../../content/assemble-content.ts';
import type { ContentFiles } from '../../content/merge-content.ts';
import { listMissingFacts } from '../../content/missing-facts.ts';
import { hasChangedDrafts, isStillScheduled } from '../../content/schedules.ts';
import type { StaffRequest } from '../shared/staff-request.ts';
import { listLinkablePages } from './draft-links.tsx';
import { formatFieldHash } from './field-hash.ts';

/** See `loadContentPageProps`. */
export type ContentPageProps = Awaited<ReturnType<typeof loadContentPageProps>>;

/** Resolves to the props of the page. */
export async function loadContentPageProps(request: StaffRequest, newLink?: string) {
  const { office, session, query, form } = request;
  const { contentRepository, revisionStore, draftLinks } = office;
  const [published, drafts, shownNumber] = [
    await contentRepository.readPublishedContent(),
    await revisionStore.listDrafts(),
    await office.site.loadNewestRevision(),
  ];
  const [[newest], editors] = [await revisionStore.listRevisions(), await listEditorEmails(request)];
  const { formatFieldEditUrl, formatFileTitle } = await import('./changed-files.ts');
  const schedules = await revisionStore.listSchedules();
  const { listPagePaths } = await import('../../content/content-issues.ts');
  const pagePaths = listPagePaths(published.files);
  // A new file has its title in its draft alone.
  const findTitle = (file: string) =>
    formatFileTitle(file, published.files[file] ?? drafts.find((draft) => draft.file === file)?.value);
  return {
    // Undefined if nothing was published yet.
    newest,
    // Revision that visitors see if this server cannot show the newest; 0 is the release.
    shownRevision: shownNumber < published.number ? shownNumber : undefined,
    // Titles of the files that differ in the release.
    differing: published.differingFiles.map((file) =>
      formatFileTitle(file, published.files[file] ?? published.releaseFiles[file]),
    ),
    // Labels and URLs of links in the notice.
    noticeLinks: newLink
      ? [[newLink, newLink]]
      : /^(?:publish|undo)$/.test(query.get('done') ?? '')
        ? listPublishedLinks(office.config.siteUrl, published, pagePaths)
        : [],
    drafts: drafts.map(({ file, value, by, savedAt }) => ({
      file,
      title: findTitle(file),
      editUrl: formatFieldEditUrl({ file, path: [] }),
      by,
      savedAt,
      isOwn: by === session.person,
      // The address of a page that goes, or that gets another one by another draft.
      removedPath:
        value === null && pagePaths.has(findContentModel(file)?.path ?? '') ? findContentModel(file)?.path : undefined,
      // The author no longer has the role `content`.
      isOrphaned: !editors.has(by),
      isScheduled: schedules.some(
        (one) => one.by === by && isStillScheduled(one, drafts) && one.drafts.some((draft) => draft.file === file),
      ),
    })),
    missingFacts: listMissingFactsWithUrls(published.files),
    links: await draftLinks.listLinks(),
    pages: await listLinkablePages(request),
    // The file whose page is chosen in the form at first.
    file: query.get('file') ?? form.get('file') ?? '',
    schedules: schedules.map((schedule) => ({
      ...schedule,
      titles: [...new Set(schedule.drafts.map(({ file }) => findTitle(file)))],
      isChanged: hasChangedDrafts(schedule, drafts),
      isOwn: schedule.by === session.person,
    })),
  };
}

const listMissingFactsWithUrls = (files: ContentFiles) =>
  listMissingFacts(assembleContent(files)).map(({ field, name, ...fact }) => ({
    ...fact,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    editUrl: `/content/edit${formatFieldHash(field)}`,
  }));

/** Returns labels and URLs of links to up to three pages of the newest publication, and to what it changed. */
function listPublishedLinks(
  siteUrl: string,
  { number, lastChanges }: PublishedContent,
  pagePaths: ReadonlySet<string>,
) {
  const newest = Object.values(lastChanges).toSorted().at(-1);
  const changedFiles = Object.keys(lastChanges).filter((file) => lastChanges[file] === newest);
  const paths = new Set(changedFiles.map((file) => findContentModel(file)?.path ?? ''));
  const pages = [...paths].filter((path) => pagePaths.has(path)).map((path) => [`See ${path}`, siteUrl + path]);
  return [...pages.slice(0, 3), ['What it changed', `/content/revisions/${number}`]];
}

/** Resolves to the e-mail addresses of the people with the role `content`. */
export async function listEditorEmails({ office }: StaffRequest): Promise<ReadonlySet<string>> {
  return new Set(await office.people.listEmailsWithRole('content'));
}
