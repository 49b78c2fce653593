import type { WordFault } from '../../content/judge-words.ts';
import {
  changesBetween,
  effectiveWords,
  fieldAt,
  mergeWords,
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

/**
 * The words that are live, and all that publishing takes: for the office, the commands and the server's start alike.
 * @param released the words of this release
 */
export function openLiveWords({ store, released }: { store: WordsStore; released: WordFiles }) {
  // Schemas are loaded where something was or is to be published: see docs/decisions/019.
  const judging = () => import('../../content/judge-words.ts');

  async function live(): Promise<Live> {
    return stateOf(await newestVersion(store));
  }

  function stateOf(version: WordsVersion | null): Live {
    return { number: version?.number ?? 0, ...effectiveWords(released, version), released };
  }

  /** What keeps the pages from being made of words. */
  async function misfits(files: WordFiles): Promise<WordFault[]> {
    return files === released ? [] : (await judging()).findShapeFaults(files);
  }

  /** Drafts put into what is live: several of one file, one after the other. */
  async function plan(drafts: readonly WordsDraft[]): Promise<Plan> {
    const { number, files: before } = await live();
    let files = before;
    const clashes: Conflict[] = [];
    for (const { file, base, value } of drafts) {
      const merged = mergeWords(only(file, base ?? undefined), only(file, value ?? undefined), only(file, files[file]));
      clashes.push(...merged.conflicts);
      files = withField(files, { file, path: [] }, merged.files[file]);
    }
    const faults = (await judging()).findWordFaults(files);
    return { on: number, files, changes: changesBetween(before, files), clashes, faults };
  }

  async function publish(made: Publishing): Promise<Published> {
    const { by, on, files, drafts = [], undecided = [], isRepair = false } = made;
    const reason = made.reason.trim();
    if (reason === '' || reason.length > 200 || breaksOneLine(reason)) return { outcome: 'reason' };
    const version = await newestVersion(store);
    const before = stateOf(version);
    if (before.number !== on) return { outcome: 'overtaken' };
    const judge = await judging();
    const faults = isRepair ? judge.findShapeFaults(files) : judge.findWordFaults(files);
    if (faults.length > 0) return { outcome: 'faults', faults };
    if (same(before.files, files) && undecided.length === before.conflicts.length) return { outcome: 'unchanged' };
    // Of a file with an open conflict the release's text of before is kept: it is compared with again.
    let release = released;
    for (const { file } of undecided) release = withField(release, { file, path: [] }, version?.release[file]);
    const number = await store.publish({ by, reason, files, release, after: on, drafts });
    return number === 'overtaken' ? { outcome: number } : { outcome: 'published', number };
  }

  /** Publishes again what was live before the newest publication. Undone again, that one is back. */
  async function undo(by: string): Promise<Published> {
    const on = await store.newest();
    if (on === 0) return { outcome: 'unchanged' };
    const { files, release } = (await store.version(on - 1)) ?? { files: released, release: released };
    const faults = await misfits(effectiveWords(released, { files, release }).files);
    if (faults.length > 0) return { outcome: 'faults', faults };
    const number = await store.publish({ by, reason: `Undo number ${on}`, files, release, after: on });
    return number === 'overtaken' ? { outcome: number } : { outcome: 'published', number };
  }

  /**
   * Publishes the release's text of some fields, and of those that the release's schema does not take any more; where the release
   * has no such field, of what surrounds it. Resolves to the fields as well.
   */
  async function takeRelease(by: string, wanted: (live: Live) => readonly Field[]) {
    const now = await live();
    const taken = [...wanted(now)];
    let files = taken.reduce((all, field) => withField(all, field, fieldAt(released, field)), now.files);
    for (let up = 0; ; up += 1) {
      const faults = await misfits(files);
      if (faults.length === 0) break;
      for (const { file, path } of faults) {
        const field = { file, path: path.slice(0, Math.max(0, path.length - up)) };
        files = withField(files, field, fieldAt(released, field));
        taken.push(field);
      }
    }
    const undecided = now.conflicts.filter((conflict) => !taken.some((field) => isSameField(field, conflict)));
    const reason = 'The release’s text of what did not fit';
    const published = await publish({ by, reason, files, on: now.number, undecided, isRepair: true });
    return { ...published, taken };
  }

  /** Contact facts that earlier releases have kept apart become a publication. Resolves to its number; null where there are none. */
  function takeOverFacts(storage: { takeOver(make: TakeOver): Promise<number | null> }): Promise<number | null> {
    return storage.takeOver((facts, newest) => {
      const { files, release } = newest ?? { files: released, release: released };
      const changed = Object.entries(facts).reduce((all, [fact, value]) => {
        const path = fact === 'linkedin' ? ['contact', 'socialMedia', fact] : ['contact', fact];
        return withField(all, { file: 'site.yaml', path }, value);
      }, files);
      return { files: changed, release, reason: 'The contact facts that were set in the inbox or by the command' };
    });
  }

  return { live, misfits, plan, publish, undo, takeRelease, takeOverFacts };
}

type TakeOver = (
  facts: Readonly<Record<string, string>>,
  newest: WordsVersion | null,
) => Pick<WordsVersion, 'files' | 'release' | 'reason'>;

async function newestVersion(store: Pick<WordsStore, 'newest' | 'version'>): Promise<WordsVersion | null> {
  const number = await store.newest();
  return number === 0 ? null : store.version(number);
}

function only(file: string, value: unknown): WordFiles {
  return value === undefined ? {} : { [file]: value };
}

function isSameField(one: Field, other: Field): boolean {
  return one.file === other.file && same(one.path, other.path);
}
