import type { ContentIssue } from './content-issues.ts';
import {
  compareContent,
  type FieldChange,
  type FieldRef,
  getField,
  setField,
  type DraftValue,
  mergeDraftsIntoContent,
  listAllKeys,
  isEqualJson,
  type ContentFiles,
} from './merge-content.ts';
import { bindFirstParameter } from '../database/database.ts';
import { hasControlCharacter } from '../text/clean-text.ts';
import { isUnreadableRevisionError, type RevisionStore, type Draft, type Revision } from './revisions.ts';

/** The content that visitors see. */
export interface PublishedContent {
  /** Number of the revision; 0 if nothing was published: then this is the release's own content. */
  number: number;
  files: ContentFiles;
  /** Content of the running release. */
  releaseFiles: ContentFiles;
  /** Files whose published content differs from the release. */
  differingFiles: readonly string[];
  /** Time of the last published change of each file, by its path from content/. */
  lastChanges: Readonly<Record<string, string>>;
  /** The stored revision cannot be read: this is the content of an older one, or of the release. */
  isUnreadable?: true;
}

/** The published content with drafts merged into it, before publication. */
export interface PublicationPlan {
  /** Number of the revision that it is based on. */
  baseRevision: number;
  files: ContentFiles;
  /** Differences from the published content. */
  changes: FieldChange[];
  /** Issues that block publication, including conflicts with revisions published since a draft was begun. */
  issues: ContentIssue[];
}

/** The published content without what a revision changed. */
export interface UndoPlan extends PublicationPlan {
  /** Fields that were changed again since, with the value before the revision. */
  conflicts: (FieldRef & { earlierValue: unknown; isTakenBack: boolean })[];
  /** The newest revision cannot be read: undoing it publishes what visitors see in its place. */
  isUnreadable: boolean;
}

/** Outcome of a publication. `reason`: the reason is empty, longer than 200 characters, or not one line. */
export type PublishResult = { outcome: 'published'; number: number } | PublishRefusal;
type PublishRefusal = { outcome: 'unchanged' | 'overtaken' | 'reason' } | { outcome: 'faults'; issues: ContentIssue[] };

/** A publication to make. */
interface PublishRequest {
  by: string;
  reason: string;
  files: ContentFiles;
  /** Number of the revision on which it is based. */
  baseRevision: number;
  drafts?: readonly Pick<Draft, 'file' | 'by' | 'savedAt'>[];
  /** Id of the schedule that publishes. */
  scheduleId?: string;
}

/** See `createContentRepository`. */
export type ContentRepository = ReturnType<typeof createContentRepository>;

/** A page that cannot be rendered, and the content files that it shows. */
interface RenderFailure {
  message: string;
  contentFiles: readonly string[];
}

/** A check that renders every page from content that matches its schemas. Resolves to the first failure, or to null. */
export type RenderCheck = (files: ContentFiles) => Promise<RenderFailure | null>;

interface RepositoryState {
  revisionStore: RevisionStore;
  /** Content of this release. */
  releaseFiles: ContentFiles;
  checkRendering: RenderCheck;
  /** The content last read. Its objects are used again, since results of checks are cached by object. */
  lastRead?: PublishedContent;
}

/** Number of revisions to try when the newest cannot be shown. */
const maxTriedRevisions = 20;

/** Returns the repository of the published content and its revisions. */
export function createContentRepository(dependencies: Omit<RepositoryState, 'lastRead'>) {
  const state: RepositoryState = { ...dependencies };
  const { readNewestNumber } = state.revisionStore;
  return { readNewestNumber, ...bindFirstParameter(state, repositoryFunctions) };
}

const repositoryFunctions = {
  readRevision,
  readPublishedContent,
  readDisplayCandidates,
  findRenderingIssues,
  findSchemaIssues,
  planPublication,
  planUndo,
  readContentWithDrafts,
  findPublishRefusal,
  publish,
  undoPublication,
};

// Schemas are loaded only when something was or is to be published: see docs/decisions/019.
const importValidation = () => import('./validate-content.ts');

/**
 * Resolves to a revision in the shape of this release's schemas; null if it is not stored or cannot be read. Rejects if
 * the database is unavailable.
 */
async function readRevision(
  { revisionStore, releaseFiles }: RepositoryState,
  number: number,
): Promise<Revision | null> {
  try {
    const revision = await revisionStore.readRevision(number);
    if (revision === null || Object(revision.files) !== revision.files) return null;
    const { adaptContentToRelease } = await import('./adapt-content.ts');
    return { ...revision, files: adaptContentToRelease(revision.files, releaseFiles) };
  } catch (error) {
    if (isUnreadableRevisionError(error)) return null;
    throw error;
  }
}

async function readPublishedContent(state: RepositoryState): Promise<PublishedContent> {
  const number = await state.revisionStore.readNewestNumber();
  if (state.lastRead?.number === number) return state.lastRead;
  const read = await readNewestReadable(state, number);
  if (!read.isUnreadable) state.lastRead = read;
  return read;
}

async function readNewestReadable(state: RepositoryState, number: number): Promise<PublishedContent> {
  for await (const candidate of readDisplayCandidates(state, number))
    return candidate.number === number ? candidate : { ...candidate, number, isUnreadable: true };
  return createInitialContent(state.releaseFiles);
}

/** Yields content to show, best first: readable revisions from the newest on, then the release's content. */
async function* readDisplayCandidates(state: RepositoryState, fromNumber: number): AsyncGenerator<PublishedContent> {
  const { releaseFiles } = state;
  for (let number = fromNumber; number > Math.max(0, fromNumber - maxTriedRevisions); number -= 1) {
    const revision = await readRevision(state, number);
    if (revision === null) continue;
    const { files, changed: lastChanges = {} } = revision;
    const differingFiles = listAllKeys(releaseFiles, files).filter(
      (file) => !isEqualJson(files[file], releaseFiles[file]),
    );
    yield { number, files, releaseFiles, differingFiles, lastChanges };
  }
  yield createInitialContent(releaseFiles);
}

/** Returns the published content of a site on which nothing was published. */
export function createInitialContent(releaseFiles: ContentFiles): PublishedContent {
  return { number: 0, files: releaseFiles, releaseFiles, differingFiles: [], lastChanges: {} };
}

/** Resolves to the schema issues of content that is not the release's own. */
async function findSchemaIssues({ releaseFiles }: RepositoryState, files: ContentFiles): Promise<ContentIssue[]> {
  return files === releaseFiles ? [] : (await importValidation()).findSchemaIssues(files);
}

/** Resolves to the issues that keep pages from being rendered from `files`, which replace `previousFiles`. */
async function findRenderingIssues(
  state: RepositoryState,
  files: ContentFiles,
  previousFiles = files,
): Promise<ContentIssue[]> {
  const schemaIssues = await findSchemaIssues(state, files);
  return schemaIssues.length > 0 ? schemaIssues : findPageIssues(state, files, previousFiles);
}

/** Resolves to issues of the first page that fails, at its changed fields, else at all changed fields. */
async function findPageIssues(
  { checkRendering }: RepositoryState,
  files: ContentFiles,
  previousFiles: ContentFiles,
): Promise<ContentIssue[]> {
  const failure = await checkRendering(files);
  if (failure === null) return [];
  const pageFields = failure.contentFiles.map((file) => ({ file: file.replace(/^content\//, ''), path: [] }));
  const changes = compareContent(previousFiles, files);
  const changedPageFields = changes.filter(({ file }) => pageFields.some((page) => page.file === file));
  const fields = [changedPageFields, changes, pageFields].find(({ length }) => length > 0) ?? [
    { file: 'content', path: [] },
  ];
  const message = `cannot be published. ${failure.message}`;
  return fields.slice(0, 10).map(({ file, path }) => ({ file, path, message }));
}

/** Returns an issue as one line for operators. */
export function formatIssue({ file, path, message }: ContentIssue): string {
  return `${[file, ...path].join(' ')} ${message}`;
}

/** Merges drafts, one a file, into the published content, and validates the result. Publishes nothing. */
async function planPublication(state: RepositoryState, drafts: readonly DraftValue[]): Promise<PublicationPlan> {
  const { number, files: publishedFiles } = await readPublishedContent(state);
  const { files, conflicts } = mergeDraftsIntoContent(publishedFiles, drafts);
  const issues = conflicts.map((field) => ({ ...field, message: conflictMessage }));
  issues.push(...(await importValidation()).validateContent(files));
  return { baseRevision: number, files, changes: compareContent(publishedFiles, files), issues };
}

/**
 * Plans to take back what a revision changed, and nothing that came after it. Resolves to null if the revision, or the one
 * before it, cannot be read.
 * @param isTakenBack returns true for fields to take back although they were changed again since
 */
async function planUndo(
  state: RepositoryState,
  number: number,
  isTakenBack: (field: FieldRef) => boolean,
): Promise<UndoPlan | null> {
  const published = await readPublishedContent(state);
  const isUnreadable = published.isUnreadable === true && published.number === number;
  const reversal = isUnreadable ? [] : await listReversal(state, number);
  if (reversal === null) return null;
  const merged = mergeDraftsIntoContent(published.files, reversal);
  const conflicts = merged.conflicts.map((field) => {
    return { ...field, earlierValue: getField(merged.files, field), isTakenBack: isTakenBack(field) };
  });
  const files = conflicts
    .filter((conflict) => !conflict.isTakenBack)
    .reduce((all, field) => setField(all, field, getField(published.files, field)), merged.files);
  const changes = compareContent(published.files, files);
  const issues = (await importValidation()).validateContent(files);
  return { baseRevision: published.number, files, changes, conflicts, issues, isUnreadable };
}

/** Resolves to drafts that lead from a revision to the one before it; null if one of them cannot be read. */
async function listReversal(state: RepositoryState, number: number): Promise<DraftValue[] | null> {
  const revision = await readRevision(state, number);
  const before = number === 1 ? { files: state.releaseFiles } : await readRevision(state, number - 1);
  if (revision === null || before === null) return null;
  // The first revision replaced the content of another release, perhaps: it says which files it changed.
  const { files, changed = files } = revision;
  return listAllKeys(before.files, files)
    .filter((file) => Object.hasOwn(changed, file) && !isEqualJson(before.files[file], files[file]))
    .map((file) => ({ file, base: files[file] ?? null, value: before.files[file] ?? null }));
}

/** Merges drafts into the published content, to be looked at. What is no link yet leads to the home page. */
async function readContentWithDrafts(state: RepositoryState, drafts: readonly DraftValue[]): Promise<ContentFiles> {
  const { files } = mergeDraftsIntoContent((await readPublishedContent(state)).files, drafts);
  return (await importValidation()).replaceMalformedLinks(files);
}

const conflictMessage = 'has been changed on the site since you began. Open it, and choose a version';

/** Validates and renders content. Resolves to why it cannot be the next revision; null if it can. */
async function findPublishRefusal(state: RepositoryState, request: PublishRequest): Promise<PublishRefusal | null> {
  const { baseRevision, files } = request;
  const reason = request.reason.trim();
  if (reason === '' || reason.length > 200 || hasControlCharacter(reason)) return { outcome: 'reason' };
  const publishedContent = await readPublishedContent(state);
  if (publishedContent.number !== baseRevision) return { outcome: 'overtaken' };
  const issues = (await importValidation()).validateContent(files);
  if (issues.length > 0) return { outcome: 'faults', issues };
  if (isEqualJson(publishedContent.files, files) && !publishedContent.isUnreadable) return { outcome: 'unchanged' };
  const pageIssues = await findPageIssues(state, files, publishedContent.files);
  return pageIssues.length > 0 ? { outcome: 'faults', issues: pageIssues } : null;
}

/** Stores content that can be published as the next revision, if `baseRevision` is still the newest. */
async function publish(state: RepositoryState, request: PublishRequest): Promise<PublishResult> {
  const refusal = await findPublishRefusal(state, request);
  if (refusal !== null) return refusal;
  const changed = updateLastChanges(await readPublishedContent(state), request.files);
  const revision = { ...request, reason: request.reason.trim(), changed };
  return toPublishResult(await state.revisionStore.publishRevision(revision));
}

/** Publishes the content before the newest revision again. A second undo restores the newest. */
async function undoPublication(state: RepositoryState, by: string): Promise<PublishResult> {
  const publishedContent = await readPublishedContent(state);
  const { number } = publishedContent;
  if (number === 0) return { outcome: 'unchanged' };
  const { files } = await readNewestReadable(state, number - 1);
  const issues = await findRenderingIssues(state, files, publishedContent.files);
  if (issues.length > 0) return { outcome: 'faults', issues };
  const changed = updateLastChanges(publishedContent, files);
  const revision = { by, reason: `Undo revision ${number}`, files, baseRevision: number, changed };
  return toPublishResult(await state.revisionStore.publishRevision(revision));
}

function toPublishResult(number: number | 'overtaken'): PublishResult {
  return number === 'overtaken' ? { outcome: number } : { outcome: 'published', number };
}

/** Returns the time of each file's last change, including those of a revision made now. */
function updateLastChanges(
  { files: previousFiles, lastChanges }: PublishedContent,
  nextFiles: ContentFiles,
): PublishedContent['lastChanges'] {
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const files = Object.keys({ ...previousFiles, ...nextFiles }).filter(
    (file) => !isEqualJson(previousFiles[file], nextFiles[file]),
  );
  return { ...lastChanges, ...Object.fromEntries(files.map((file) => [file, now])) };
}
