import type { WordFault } from '../../content/content-faults.ts';
import {
  changesBetween,
  mergeWords,
  namesOf,
  only,
  same,
  withField,
  type Conflict,
  type FieldChange,
} from '../../content/merge-words.ts';
import { breaksOneLine } from '../../enquiries/core/enquiry.ts';
import type { WordFiles, WordsDraft, WordsStore, WordsVersion } from '../../enquiries/core/words-store.ts';

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
  /** What the database has of the publication is no words: the release's own are live. */
  isUnreadable?: true;
}

/** What a publication of drafts would be. */
export interface Plan {
  /** Of the publication on which it is made. */
  on: number;
  files: WordFiles;
  /** Between what is live and this. */
  changes: FieldChange[];
  /** Where somebody has published another text since a draft was begun. They keep the draft from being published. */
  clashes: Conflict[];
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

interface Parts {
  store: WordsStore;
  /** The words of this release. */
  released: WordFiles;
}

/** The words that are live, and all that publishing takes: for the office, the commands and the server's start alike. */
export function openLiveWords(parts: Parts) {
  return {
    newest: parts.store.newest,
    version: (number: number): Promise<WordsVersion | null> => readVersion(parts, number),
    live: (): Promise<Live> => live(parts),
    misfits: (files: WordFiles): Promise<WordFault[]> => misfits(parts, files),
    plan: (drafts: readonly WordsDraft[]): Promise<Plan> => plan(parts, drafts),
    publish: (made: Publishing): Promise<Published> => publish(parts, made),
    undo: (by: string): Promise<Published> => undo(parts, by),
  };
}

// Schemas are loaded where something was or is to be published: see docs/decisions/019.
const judging = () => import('../../content/judge-words.ts');

/**
 * A publication with its words in the shape that this release asks for. Null where it is not kept, or what the database has of it is
 * no words. Rejects where the database is away.
 */
async function readVersion({ store, released }: Parts, number: number): Promise<WordsVersion | null> {
  try {
    const version = await store.version(number);
    if (version === null || Object(version.files) !== version.files) return null;
    const { completeWords } = await import('../../content/complete-words.ts');
    return { ...version, files: completeWords(version.files, released) };
  } catch (fault) {
    // Of JSON, and of what unpacks it.
    if (fault instanceof SyntaxError || /^(?:Z_|ERR__ERROR_)/.test((fault as NodeJS.ErrnoException).code ?? ''))
      return null;
    throw fault;
  }
}

async function live(parts: Parts): Promise<Live> {
  const { store, released } = parts;
  const number = await store.newest();
  const version = number === 0 ? null : await readVersion(parts, number);
  if (version === null) return { ...liveRelease(released), number, ...(number > 0 && { isUnreadable: true }) };
  const { files, changed = {} } = version;
  const differing = namesOf(released, files).filter((file) => !same(files[file], released[file]));
  return { number, files, released, differing, changed };
}

/** What is live where nothing was published. */
export function liveRelease(released: WordFiles): Live {
  return { number: 0, files: released, released, differing: [], changed: {} };
}

/** What keeps the pages from being made of words. */
async function misfits({ released }: Parts, files: WordFiles): Promise<WordFault[]> {
  return files === released ? [] : (await judging()).findShapeFaults(files);
}

/** Drafts put into what is live: several of one file, one after the other. */
async function plan(parts: Parts, drafts: readonly WordsDraft[]): Promise<Plan> {
  const { number, files: before } = await live(parts);
  let files = before;
  const clashes: Conflict[] = [];
  for (const { file, base, value } of drafts) {
    const merged = mergeWords(only(file, base), only(file, value), only(file, files[file]));
    clashes.push(...merged.conflicts);
    files = withField(files, { file, path: [] }, merged.files[file]);
  }
  const faults = (await judging()).findWordFaults(files);
  return { on: number, files, changes: changesBetween(before, files), clashes, faults };
}

async function publish(parts: Parts, made: Publishing): Promise<Published> {
  const { by, on, files, drafts = [] } = made;
  const reason = made.reason.trim();
  if (reason === '' || reason.length > 200 || breaksOneLine(reason)) return { outcome: 'reason' };
  const before = await live(parts);
  if (before.number !== on) return { outcome: 'overtaken' };
  const faults = (await judging()).findWordFaults(files);
  if (faults.length > 0) return { outcome: 'faults', faults };
  if (same(before.files, files) && !before.isUnreadable) return { outcome: 'unchanged' };
  return outcomeOf(await parts.store.publish({ by, reason, files, after: on, drafts, ...dated(before, files) }));
}

/** Publishes again what was live before the newest publication. Undone again, that one is back. */
async function undo(parts: Parts, by: string): Promise<Published> {
  const { store, released } = parts;
  const before = await live(parts);
  const { number: on } = before;
  if (on === 0) return { outcome: 'unchanged' };
  const { files } = (await readVersion(parts, on - 1)) ?? { files: released };
  const faults = await misfits(parts, files);
  if (faults.length > 0) return { outcome: 'faults', faults };
  const made = { by, reason: `Undo number ${on}`, files, after: on };
  return outcomeOf(await store.publish({ ...made, ...dated(before, files) }));
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
