import type { WordFault } from './content-faults.ts';
import {
  changesBetween,
  type FieldChange,
  mergeWords,
  namesOf,
  only,
  same,
  withField,
  type WordFiles,
} from './merge-words.ts';
import { breaksOneLine } from '../text/clean-text.ts';
import type { RevisionStore, WordsDraft, WordsVersion } from './revisions.ts';

/** What visitors see. */
export interface Live {
  /** Of the publication; 0 where nothing was published: then these are the release's own words. */
  number: number;
  files: WordFiles;
  /** The words of the release that runs. */
  released: WordFiles;
  /** The files in which what was published differs from the release. */
  differing: readonly string[];
  /** When publications have changed files last, by their path from content/. */
  changed: Readonly<Record<string, string>>;
  /** What the database has of the publication is no words: these are an older one's, or the release's. */
  isUnreadable?: true;
}

/** What a publication of drafts would be. */
export interface Plan {
  /** Of the publication on which it is made. */
  on: number;
  files: WordFiles;
  /** Between what is live and this. */
  changes: FieldChange[];
  /** What keeps it from being made: also where somebody has published another text since a draft was begun. */
  faults: WordFault[];
}

/** What becomes of a publication. `reason`: the one line says nothing, is longer than 200 characters, or is not one line. */
export type Published =
  | { outcome: 'published'; number: number }
  | { outcome: 'unchanged' | 'overtaken' | 'reason' }
  | { outcome: 'faults'; faults: WordFault[] };

interface Publishing {
  by: string;
  reason: string;
  files: WordFiles;
  /** The publication that was live when this was made. */
  on: number;
  drafts?: readonly Pick<WordsDraft, 'file' | 'by' | 'savedAt'>[];
}

export type LiveWords = ReturnType<typeof openLiveWords>;

/** A page that cannot be rendered, and the files whose words it shows. */
interface PageFault {
  message: string;
  words: readonly string[];
}

/** Renders all that is made of words whose shape is right. Resolves to what fails first, or to null. */
export type ProveWords = (files: WordFiles) => Promise<PageFault | null>;

interface Parts {
  store: RevisionStore;
  /** The words of this release. */
  released: WordFiles;
  prove: ProveWords;
  /** What was read last: what is judged of its files is kept with them. */
  known?: Live;
}

/** How many publications are tried where the newest cannot be shown. */
const mostTried = 20;

/** The words that are live, and all that publishing takes: for the office, the commands and the server's start alike. */
export function openLiveWords(opened: Omit<Parts, 'known'>) {
  const parts: Parts = { ...opened };
  return {
    newest: parts.store.newest,
    version: (number: number): Promise<WordsVersion | null> => readVersion(parts, number),
    live: (): Promise<Live> => live(parts),
    candidates: (from: number): AsyncGenerator<Live> => candidates(parts, from),
    faults: (files: WordFiles): Promise<WordFault[]> => faultsOf(parts, files),
    misfits: (files: WordFiles): Promise<WordFault[]> => misfits(parts, files),
    plan: (drafts: readonly WordsDraft[]): Promise<Plan> => plan(parts, drafts),
    publish: (made: Publishing): Promise<Published> => publish(parts, made),
    undo: (by: string): Promise<Published> => undo(parts, by),
  };
}

// Schemas are loaded where something was or is to be published: see docs/decisions/019.
const judging = () => import('./judge-words.ts');

/**
 * A publication with its words in the shape that this release asks for. Null where it is not kept, or what the database has of it is
 * no words. Rejects where the database is away.
 */
async function readVersion({ store, released }: Parts, number: number): Promise<WordsVersion | null> {
  try {
    const version = await store.version(number);
    if (version === null || Object(version.files) !== version.files) return null;
    const { completeWords } = await import('./complete-words.ts');
    return { ...version, files: completeWords(version.files, released) };
  } catch (fault) {
    // Of JSON, and of what unpacks it.
    if (fault instanceof SyntaxError || /^(?:Z_|ERR__ERROR_)/.test((fault as NodeJS.ErrnoException).code ?? ''))
      return null;
    throw fault;
  }
}

async function live(parts: Parts): Promise<Live> {
  const number = await parts.store.newest();
  if (parts.known?.number === number) return parts.known;
  const read = await readLive(parts, number);
  if (!read.isUnreadable) parts.known = read;
  return read;
}

async function readLive(parts: Parts, number: number): Promise<Live> {
  for await (const found of candidates(parts, number))
    return found.number === number ? found : { ...found, number, isUnreadable: true };
  return liveRelease(parts.released);
}

/** What visitors may be shown, the best first: the last publications that can be read, from the newest on, and the release's words. */
async function* candidates(parts: Parts, from: number): AsyncGenerator<Live> {
  const { released } = parts;
  for (let number = from; number > Math.max(0, from - mostTried); number -= 1) {
    const version = await readVersion(parts, number);
    if (version === null) continue;
    const { files, changed = {} } = version;
    const differing = namesOf(released, files).filter((file) => !same(files[file], released[file]));
    yield { number, files, released, differing, changed };
  }
  yield liveRelease(released);
}

/** What is live where nothing was published. */
export function liveRelease(released: WordFiles): Live {
  return { number: 0, files: released, released, differing: [], changed: {} };
}

/** What of the words does not have the shape that this release asks for. */
async function misfits({ released }: Parts, files: WordFiles): Promise<WordFault[]> {
  return files === released ? [] : (await judging()).findShapeFaults(files);
}

/** All that keeps the pages from being made of words, which replace others. */
async function faultsOf(parts: Parts, files: WordFiles, before = files): Promise<WordFault[]> {
  const ofShape = await misfits(parts, files);
  return ofShape.length > 0 ? ofShape : pageFaults(parts, files, before);
}

/** The page that cannot be rendered, named by its fields that were changed or, where none was, by all that were. */
async function pageFaults({ prove }: Parts, files: WordFiles, before: WordFiles): Promise<WordFault[]> {
  const fault = await prove(files);
  if (fault === null) return [];
  const ofPage = fault.words.map((file) => ({ file: file.replace(/^content\//, ''), path: [] }));
  const changes = changesBetween(before, files);
  const own = changes.filter(({ file }) => ofPage.some((page) => page.file === file));
  const places = [own, changes, ofPage].find(({ length }) => length > 0) ?? [{ file: 'content', path: [] }];
  const message = `cannot be published. ${fault.message}`;
  return places.slice(0, 10).map(({ file, path }) => ({ file, path, message }));
}

/** A fault in a line for operators. */
export function inLine({ file, path, message }: WordFault): string {
  return `${[file, ...path].join(' ')} ${message}`;
}

/** Drafts put into what is live, one of each file. */
async function plan(parts: Parts, drafts: readonly WordsDraft[]): Promise<Plan> {
  const { number, files: before } = await live(parts);
  let files = before;
  const clashes: WordFault[] = [];
  for (const { file, base, value } of drafts) {
    const merged = mergeWords(only(file, base), only(file, value), only(file, files[file]));
    clashes.push(...merged.conflicts.map((place) => ({ ...place, message: publishedSince })));
    files = withField(files, { file, path: [] }, merged.files[file]);
  }
  const faults = [...clashes, ...(await judging()).findWordFaults(files)];
  return { on: number, files, changes: changesBetween(before, files), faults };
}

const publishedSince = 'has another text on the site since you began. Open it, and choose one';

async function publish(parts: Parts, made: Publishing): Promise<Published> {
  const { by, on, files, drafts = [] } = made;
  const reason = made.reason.trim();
  if (reason === '' || reason.length > 200 || breaksOneLine(reason)) return { outcome: 'reason' };
  const before = await live(parts);
  if (before.number !== on) return { outcome: 'overtaken' };
  const faults = (await judging()).findWordFaults(files);
  if (faults.length > 0) return { outcome: 'faults', faults };
  if (same(before.files, files) && !before.isUnreadable) return { outcome: 'unchanged' };
  const ofPages = await pageFaults(parts, files, before.files);
  if (ofPages.length > 0) return { outcome: 'faults', faults: ofPages };
  return outcomeOf(await parts.store.publish({ by, reason, files, after: on, drafts, ...dated(before, files) }));
}

/** Publishes again what was live before the newest publication. Undone again, that one is back. */
async function undo(parts: Parts, by: string): Promise<Published> {
  const before = await live(parts);
  const { number: on } = before;
  if (on === 0) return { outcome: 'unchanged' };
  const { files } = await readLive(parts, on - 1);
  const faults = await faultsOf(parts, files, before.files);
  if (faults.length > 0) return { outcome: 'faults', faults };
  const made = { by, reason: `Undo number ${on}`, files, after: on };
  return outcomeOf(await parts.store.publish({ ...made, ...dated(before, files) }));
}

function outcomeOf(number: number | 'overtaken'): Published {
  return number === 'overtaken' ? { outcome: number } : { outcome: 'published', number };
}

/** When each file was changed by a publication last, with one that is made now. */
function dated({ files: before, changed }: Live, after: WordFiles): Pick<Live, 'changed'> {
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const files = Object.keys({ ...before, ...after }).filter((file) => !same(before[file], after[file]));
  return { changed: { ...changed, ...Object.fromEntries(files.map((file) => [file, now])) } };
}
