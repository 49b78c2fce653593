import type { ContentIssue } from './content-issues.ts';
import {
  compareContent,
  type FieldChange,
  mergeContent,
  listNames,
  createFiles,
  isEqualJson,
  setField,
  type ContentFiles,
} from './merge-content.ts';
import { hasLineBreak } from '../text/clean-text.ts';
import type { RevisionStore, Draft, Revision } from './revisions.ts';

/** The content that visitors see. */
export interface LiveContent {
  /** Number of the revision; 0 if nothing was published: then this is the release's own content. */
  number: number;
  files: ContentFiles;
  /** Content of the running release. */
  released: ContentFiles;
  /** Files whose published content differs from the release. */
  differing: readonly string[];
  /** Time of the last published change of each file, by its path from content/. */
  changed: Readonly<Record<string, string>>;
  /** The stored revision cannot be read: this is the content of an older one, or of the release. */
  isUnreadable?: true;
}

/** A preview of publishing drafts. */
export interface PublicationPlan {
  /** Number of the revision that it is based on. */
  on: number;
  files: ContentFiles;
  /** Differences from the live content. */
  changes: FieldChange[];
  /** Issues that block it, including conflicts with what was published since a draft was begun. */
  faults: ContentIssue[];
}

/** Outcome of a publication. `reason`: the reason is empty, longer than 200 characters, or not one line. */
export type PublicationResult =
  | { outcome: 'published'; number: number }
  | { outcome: 'unchanged' | 'overtaken' | 'reason' }
  | { outcome: 'faults'; faults: ContentIssue[] };

interface Publishing {
  by: string;
  reason: string;
  files: ContentFiles;
  /** Number of the revision that was live when this was made. */
  on: number;
  drafts?: readonly Pick<Draft, 'file' | 'by' | 'savedAt'>[];
}

export type ContentRepository = ReturnType<typeof openContentRepository>;

/** A page that cannot be rendered, and the content files that it shows. */
interface PageFault {
  message: string;
  words: readonly string[];
}

/** Renders every page from content that matches its schemas. Resolves to the first failure, or to null. */
export type CheckRendering = (files: ContentFiles) => Promise<PageFault | null>;

interface Parts {
  store: RevisionStore;
  /** Content of this release. */
  released: ContentFiles;
  prove: CheckRendering;
  /** The last content read. The same objects are used again, since results of checks are cached by object. */
  known?: LiveContent;
}

/** Number of revisions that are tried when the newest cannot be shown. */
const mostTried = 20;

/** Returns the repository of live content and revisions, which the office, the commands and the server's start use. */
export function openContentRepository(opened: Omit<Parts, 'known'>) {
  const parts: Parts = { ...opened };
  return {
    newest: parts.store.newest,
    version: (number: number): Promise<Revision | null> => readVersion(parts, number),
    live: (): Promise<LiveContent> => live(parts),
    candidates: (from: number): AsyncGenerator<LiveContent> => candidates(parts, from),
    faults: (files: ContentFiles): Promise<ContentIssue[]> => faultsOf(parts, files),
    misfits: (files: ContentFiles): Promise<ContentIssue[]> => misfits(parts, files),
    plan: (drafts: readonly Draft[]): Promise<PublicationPlan> => plan(parts, drafts),
    publish: (made: Publishing): Promise<PublicationResult> => publish(parts, made),
    undo: (by: string): Promise<PublicationResult> => undo(parts, by),
  };
}

// Schemas are loaded only when something was or is to be published: see docs/decisions/019.
const judging = () => import('./validate-content.ts');

/**
 * Resolves to a revision in the shape of this release's schemas; null if it is not stored or cannot be read. Rejects if
 * the database is unavailable.
 */
async function readVersion({ store, released }: Parts, number: number): Promise<Revision | null> {
  try {
    const version = await store.version(number);
    if (version === null || Object(version.files) !== version.files) return null;
    const { completeContent } = await import('./complete-content.ts');
    return { ...version, files: completeContent(version.files, released) };
  } catch (fault) {
    // Faults of JSON.parse and of Brotli: the stored revision is unreadable.
    if (fault instanceof SyntaxError || /^(?:Z_|ERR__ERROR_)/.test((fault as NodeJS.ErrnoException).code ?? ''))
      return null;
    throw fault;
  }
}

async function live(parts: Parts): Promise<LiveContent> {
  const number = await parts.store.newest();
  if (parts.known?.number === number) return parts.known;
  const read = await readLive(parts, number);
  if (!read.isUnreadable) parts.known = read;
  return read;
}

async function readLive(parts: Parts, number: number): Promise<LiveContent> {
  for await (const found of candidates(parts, number))
    return found.number === number ? found : { ...found, number, isUnreadable: true };
  return createReleaseContent(parts.released);
}

/** Yields content to show, best first: the last readable revisions from the newest on, then the release's content. */
async function* candidates(parts: Parts, from: number): AsyncGenerator<LiveContent> {
  const { released } = parts;
  for (let number = from; number > Math.max(0, from - mostTried); number -= 1) {
    const version = await readVersion(parts, number);
    if (version === null) continue;
    const { files, changed = {} } = version;
    const differing = listNames(released, files).filter((file) => !isEqualJson(files[file], released[file]));
    yield { number, files, released, differing, changed };
  }
  yield createReleaseContent(released);
}

/** Returns the live content of a site on which nothing was published. */
export function createReleaseContent(released: ContentFiles): LiveContent {
  return { number: 0, files: released, released, differing: [], changed: {} };
}

/** Resolves to the schema issues of content that is not the release's own. */
async function misfits({ released }: Parts, files: ContentFiles): Promise<ContentIssue[]> {
  return files === released ? [] : (await judging()).findSchemaIssues(files);
}

/** Resolves to the issues that keep pages from being rendered from `files`, which replace `before`. */
async function faultsOf(parts: Parts, files: ContentFiles, before = files): Promise<ContentIssue[]> {
  const ofShape = await misfits(parts, files);
  return ofShape.length > 0 ? ofShape : pageFaults(parts, files, before);
}

/** Resolves to issues for the first page that fails, at its changed fields, else at all changed fields. */
async function pageFaults({ prove }: Parts, files: ContentFiles, before: ContentFiles): Promise<ContentIssue[]> {
  const fault = await prove(files);
  if (fault === null) return [];
  const ofPage = fault.words.map((file) => ({ file: file.replace(/^content\//, ''), path: [] }));
  const changes = compareContent(before, files);
  const own = changes.filter(({ file }) => ofPage.some((page) => page.file === file));
  const places = [own, changes, ofPage].find(({ length }) => length > 0) ?? [{ file: 'content', path: [] }];
  const message = `cannot be published. ${fault.message}`;
  return places.slice(0, 10).map(({ file, path }) => ({ file, path, message }));
}

/** Returns an issue as one line for operators. */
export function formatIssue({ file, path, message }: ContentIssue): string {
  return `${[file, ...path].join(' ')} ${message}`;
}

/** Merges drafts, one a file, into the live content. */
async function plan(parts: Parts, drafts: readonly Draft[]): Promise<PublicationPlan> {
  const { number, files: before } = await live(parts);
  let files = before;
  const clashes: ContentIssue[] = [];
  for (const { file, base, value } of drafts) {
    const merged = mergeContent(createFiles(file, base), createFiles(file, value), createFiles(file, files[file]));
    clashes.push(...merged.conflicts.map((place) => ({ ...place, message: publishedSince })));
    files = setField(files, { file, path: [] }, merged.files[file]);
  }
  const faults = [...clashes, ...(await judging()).validateContent(files)];
  return { on: number, files, changes: compareContent(before, files), faults };
}

const publishedSince = 'has another text on the site since you began. Open it, and choose one';

async function publish(parts: Parts, made: Publishing): Promise<PublicationResult> {
  const { by, on, files, drafts = [] } = made;
  const reason = made.reason.trim();
  if (reason === '' || reason.length > 200 || hasLineBreak(reason)) return { outcome: 'reason' };
  const before = await live(parts);
  if (before.number !== on) return { outcome: 'overtaken' };
  const faults = (await judging()).validateContent(files);
  if (faults.length > 0) return { outcome: 'faults', faults };
  if (isEqualJson(before.files, files) && !before.isUnreadable) return { outcome: 'unchanged' };
  const ofPages = await pageFaults(parts, files, before.files);
  if (ofPages.length > 0) return { outcome: 'faults', faults: ofPages };
  return outcomeOf(await parts.store.publish({ by, reason, files, after: on, drafts, ...dated(before, files) }));
}

/** Publishes the content before the newest revision again. A second undo brings that one back. */
async function undo(parts: Parts, by: string): Promise<PublicationResult> {
  const before = await live(parts);
  const { number: on } = before;
  if (on === 0) return { outcome: 'unchanged' };
  const { files } = await readLive(parts, on - 1);
  const faults = await faultsOf(parts, files, before.files);
  if (faults.length > 0) return { outcome: 'faults', faults };
  const made = { by, reason: `Undo number ${on}`, files, after: on };
  return outcomeOf(await parts.store.publish({ ...made, ...dated(before, files) }));
}

function outcomeOf(number: number | 'overtaken'): PublicationResult {
  return number === 'overtaken' ? { outcome: number } : { outcome: 'published', number };
}

/** Returns the time of each file's last change, including a revision that is made now. */
function dated({ files: before, changed }: LiveContent, after: ContentFiles): Pick<LiveContent, 'changed'> {
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const files = Object.keys({ ...before, ...after }).filter((file) => !isEqualJson(before[file], after[file]));
  return { changed: { ...changed, ...Object.fromEntries(files.map((file) => [file, now])) } };
}
