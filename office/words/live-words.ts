import type { WordFault } from '../../content/content-faults.ts';
import {
  changesBetween,
  effectiveWords,
  fieldAt,
  mergeWords,
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
  /** Fields that the office and the release have changed, each in another way. The office's text is live. */
  conflicts: readonly Conflict[];
  /** The words of the release that runs. */
  released: WordFiles;
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
  /** Conflicts with the release of which nobody has decided by this: they go on being told. */
  undecided?: readonly Conflict[];
  /** Only the shape of the words is judged: what puts something right must not wait for everything else. */
  isRepair?: boolean;
}

type Field = Pick<Conflict, 'file' | 'path'>;
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
    version: (number: number): Promise<WordsVersion | null> => readVersion(parts.store, number),
    live: (): Promise<Live> => live(parts),
    misfits: (files: WordFiles): Promise<WordFault[]> => misfits(parts, files),
    plan: (drafts: readonly WordsDraft[]): Promise<Plan> => plan(parts, drafts),
    publish: (made: Publishing): Promise<Published> => publish(parts, made),
    undo: (by: string): Promise<Published> => undo(parts, by),
    takeRelease: (by: string, wanted: (live: Live) => readonly Field[]) => takeRelease(parts, by, wanted),
    takeOverFacts: (): Promise<number | null> => takeOverFacts(parts),
  };
}

// Schemas are loaded where something was or is to be published: see docs/decisions/019.
const judging = () => import('../../content/judge-words.ts');

/** A line for each conflict with the release, with both texts. */
export async function conflictsInWords({ files, conflicts }: Pick<Live, 'files' | 'conflicts'>): Promise<string[]> {
  if (conflicts.length === 0) return [];
  const { placeTitle } = await judging();
  const said = (text: unknown) => (text === undefined ? 'nothing' : JSON.stringify(text));
  return conflicts.map(
    ({ ours, theirs, ...place }) =>
      `${placeTitle(place, files)}: ${said(ours)} is shown, and the release has ${said(theirs)}`,
  );
}

/** Null where it is not kept, or what the database has of it is no words. Rejects where the database is away. */
async function readVersion(store: WordsStore, number: number): Promise<WordsVersion | null> {
  try {
    const version = await store.version(number);
    const isWhole = [version?.files, version?.release].every((files) => Object(files) === files);
    return isWhole ? version : null;
  } catch (fault) {
    // Of JSON, and of what unpacks it.
    if (fault instanceof SyntaxError || /^(?:Z_|ERR__ERROR_)/.test((fault as NodeJS.ErrnoException).code ?? ''))
      return null;
    throw fault;
  }
}

async function live({ store, released }: Parts): Promise<Live> {
  const number = await store.newest();
  const version = number === 0 ? null : await readVersion(store, number);
  const isUnreadable = number > 0 && version === null;
  const { changed = {} } = version ?? {};
  return { number, ...effectiveWords(released, version), released, changed, ...(isUnreadable && { isUnreadable }) };
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
  const { store, released } = parts;
  const { by, on, files, drafts = [], undecided = [], isRepair = false } = made;
  const reason = made.reason.trim();
  if (reason === '' || reason.length > 200 || breaksOneLine(reason)) return { outcome: 'reason' };
  const before = await live(parts);
  if (before.number !== on) return { outcome: 'overtaken' };
  const judge = await judging();
  const faults = isRepair ? judge.findShapeFaults(files) : judge.findWordFaults(files);
  if (faults.length > 0) return { outcome: 'faults', faults };
  const isDecided = before.isUnreadable || undecided.length < before.conflicts.length;
  if (same(before.files, files) && !isDecided) return { outcome: 'unchanged' };
  // Of a file with an open conflict the release's text of before is kept: it is compared with again.
  const last = undecided.length > 0 ? await readVersion(store, on) : null;
  let release = released;
  for (const { file } of undecided) release = withField(release, { file, path: [] }, last?.release[file]);
  return outcomeOf(await store.publish({ by, reason, files, release, after: on, drafts, ...dated(before, files) }));
}

/** Publishes again what was live before the newest publication. Undone again, that one is back. */
async function undo(parts: Parts, by: string): Promise<Published> {
  const { store, released } = parts;
  const before = await live(parts);
  const { number: on } = before;
  if (on === 0) return { outcome: 'unchanged' };
  const { files, release } = (await readVersion(store, on - 1)) ?? { files: released, release: released };
  const after = effectiveWords(released, { files, release }).files;
  const faults = await misfits(parts, after);
  if (faults.length > 0) return { outcome: 'faults', faults };
  const made = { by, reason: `Undo number ${on}`, files, release, after: on };
  return outcomeOf(await store.publish({ ...made, ...dated(before, after) }));
}

/**
 * Publishes the release's text of some fields, and of those that the release's schema does not take any more; where the release
 * has no such field, of what surrounds it. Resolves to the fields as well.
 */
async function takeRelease(parts: Parts, by: string, wanted: (live: Live) => readonly Field[]) {
  const { released } = parts;
  const now = await live(parts);
  const taken = [...wanted(now)];
  let files = taken.reduce((all, field) => withField(all, field, fieldAt(released, field)), now.files);
  for (let up = 0; ; up += 1) {
    const faults = await misfits(parts, files);
    if (faults.length === 0) break;
    for (const { file, path } of faults) {
      const field = { file, path: path.slice(0, Math.max(0, path.length - up)) };
      files = withField(files, field, fieldAt(released, field));
      taken.push(field);
    }
  }
  const undecided = now.conflicts.filter((conflict) => !taken.some((field) => isSameField(field, conflict)));
  const reason = 'The release’s text of what did not fit';
  const published = await publish(parts, { by, reason, files, on: now.number, undecided, isRepair: true });
  return { ...published, taken };
}

/** Contact facts that earlier releases have kept apart become a publication. Resolves to its number; null where there are none. */
function takeOverFacts({ store, released }: Parts): Promise<number | null> {
  return store.takeOver((facts, newest) => {
    const { files, release } = newest ?? { files: released, release: released };
    const changed = Object.entries(facts).reduce((all, [fact, value]) => {
      const path = fact === 'linkedin' ? ['contact', 'socialMedia', fact] : ['contact', fact];
      return withField(all, { file: 'site.yaml', path }, value);
    }, files);
    return { files: changed, release, reason: 'The contact facts that were set in the inbox or by the command' };
  });
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

function isSameField(one: Field, other: Field): boolean {
  return one.file === other.file && same(one.path, other.path);
}
