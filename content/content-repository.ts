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

/** What visitors see. */
export interface LiveContent {
  /** Of the publication; 0 where nothing was published: then these are the release's own words. */
  number: number;
  files: ContentFiles;
  /** The words of the release that runs. */
  released: ContentFiles;
  /** The files in which what was published differs from the release. */
  differing: readonly string[];
  /** When publications have changed files last, by their path from content/. */
  changed: Readonly<Record<string, string>>;
  /** What the database has of the publication is no words: these are an older one's, or the release's. */
  isUnreadable?: true;
}

/** What a publication of drafts would be. */
export interface PublicationPlan {
  /** Of the publication on which it is made. */
  on: number;
  files: ContentFiles;
  /** Between what is live and this. */
  changes: FieldChange[];
  /** What keeps it from being made: also where somebody has published another text since a draft was begun. */
  faults: ContentIssue[];
}

/** What becomes of a publication. `reason`: the one line says nothing, is longer than 200 characters, or is not one line. */
export type PublicationResult =
  | { outcome: 'published'; number: number }
  | { outcome: 'unchanged' | 'overtaken' | 'reason' }
  | { outcome: 'faults'; faults: ContentIssue[] };

interface Publishing {
  by: string;
  reason: string;
  files: ContentFiles;
  /** The publication that was live when this was made. */
  on: number;
  drafts?: readonly Pick<Draft, 'file' | 'by' | 'savedAt'>[];
}

export type ContentRepository = ReturnType<typeof openContentRepository>;

/** A page that cannot be rendered, and the files whose words it shows. */
interface PageFault {
  message: string;
  words: readonly string[];
}

/** Renders all that is made of words whose shape is right. Resolves to what fails first, or to null. */
export type CheckRendering = (files: ContentFiles) => Promise<PageFault | null>;

interface Parts {
  store: RevisionStore;
  /** The words of this release. */
  released: ContentFiles;
  prove: CheckRendering;
  /** What was read last: what is judged of its files is kept with them. */
  known?: LiveContent;
}

/** How many publications are tried where the newest cannot be shown. */
const mostTried = 20;

/** The words that are live, and all that publishing takes: for the office, the commands and the server's start alike. */
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

// Schemas are loaded where something was or is to be published: see docs/decisions/019.
const judging = () => import('./validate-content.ts');

/**
 * A publication with its words in the shape that this release asks for. Null where it is not kept, or what the database has of it is
 * no words. Rejects where the database is away.
 */
async function readVersion({ store, released }: Parts, number: number): Promise<Revision | null> {
  try {
    const version = await store.version(number);
    if (version === null || Object(version.files) !== version.files) return null;
    const { completeContent } = await import('./complete-content.ts');
    return { ...version, files: completeContent(version.files, released) };
  } catch (fault) {
    // Of JSON, and of what unpacks it.
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

/** What visitors may be shown, the best first: the last publications that can be read, from the newest on, and the release's words. */
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

/** What is live where nothing was published. */
export function createReleaseContent(released: ContentFiles): LiveContent {
  return { number: 0, files: released, released, differing: [], changed: {} };
}

/** What of the words does not have the shape that this release asks for. */
async function misfits({ released }: Parts, files: ContentFiles): Promise<ContentIssue[]> {
  return files === released ? [] : (await judging()).findSchemaIssues(files);
}

/** All that keeps the pages from being made of words, which replace others. */
async function faultsOf(parts: Parts, files: ContentFiles, before = files): Promise<ContentIssue[]> {
  const ofShape = await misfits(parts, files);
  return ofShape.length > 0 ? ofShape : pageFaults(parts, files, before);
}

/** The page that cannot be rendered, named by its fields that were changed or, where none was, by all that were. */
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

/** A fault in a line for operators. */
export function formatIssue({ file, path, message }: ContentIssue): string {
  return `${[file, ...path].join(' ')} ${message}`;
}

/** Drafts put into what is live, one of each file. */
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

/** Publishes again what was live before the newest publication. Undone again, that one is back. */
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

/** When each file was changed by a publication last, with one that is made now. */
function dated({ files: before, changed }: LiveContent, after: ContentFiles): Pick<LiveContent, 'changed'> {
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const files = Object.keys({ ...before, ...after }).filter((file) => !isEqualJson(before[file], after[file]));
  return { changed: { ...changed, ...Object.fromEntries(files.map((file) => [file, now])) } };
}
