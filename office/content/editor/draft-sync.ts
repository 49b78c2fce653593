import type { ContentFiles } from '../../../content/merge-content.ts';
import type { Draft } from '../../../content/revisions.ts';
import type { EditingAct, WordsState } from '../editing.ts';

/** As JSON brings it. */
type SentDraft = Omit<Draft, 'savedAt'> & { savedAt: string };
type Sent = Omit<WordsState, 'drafts'> & { drafts: readonly SentDraft[] };

/** What the person is writing. `known` is when the server saved it last; what it has not yet is in the browser's own storage. */
export interface Own {
  base: unknown;
  value: unknown;
  known: string | null;
  isKept: boolean;
}

export interface Kept {
  /** What visitors read. */
  files: ContentFiles;
  own: Readonly<Record<string, Own>>;
  /** The drafts of others. */
  others: readonly SentDraft[];
  /** The person's own draft of a file as another window has saved it. */
  elsewhere?: SentDraft | undefined;
  faults: WordsState['faults'];
  /** Why something cannot be saved now. `ended`: the session is over; `refused`: what is typed is more than the server takes. */
  obstacle?: 'away' | 'ended' | 'refused' | undefined;
  /** When something was last saved. */
  savedAt?: Date;
}

export type DraftSync = Awaited<ReturnType<typeof openDraftSync>>;

/** Milliseconds after the last key, and between two attempts while the server is away. */
const idle = 2000;
const again = 5000;

/**
 * Keeps what a person writes: on the server once they pause, and until then in the browser's own storage. Rejects where the words
 * cannot be read.
 */
export async function openDraftSync(person: string) {
  const place = (file: string) => `words ${person} ${file}`;
  const listeners = new Set<() => void>();
  let tag = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inHand: Promise<boolean> | undefined;
  let state: Kept = { files: {}, own: allStored(place('')), others: [], faults: [] };

  function set(change: Partial<Kept>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function ask(act: EditingAct, input: { file?: string } = {}, kept?: Own): Promise<void> {
    const body = new URLSearchParams({
      input: JSON.stringify({ tag, ...kept, ...input }),
    });
    const response = await fetch(`/words/${act}`, { method: 'POST', body, redirect: 'error' });
    if (!response.ok) throw new Error(`The answer was ${response.status}`, { cause: response.status });
    const sent = (await response.json()) as Sent;
    tag = sent.tag;
    const { mine = [], others = [] } = Object.groupBy(sent.drafts, ({ by }) => (by === person ? 'mine' : 'others'));
    const stored = new Map(mine.map((draft) => [draft.file, draft]));
    const { files = state.files, faults } = sent;
    if (kept && input.file !== undefined && sent.isOvertaken)
      set({ files, others, faults, elsewhere: stored.get(input.file) });
    else {
      const own = withStored(stored, input.file, kept);
      set({ files, others, faults, own, obstacle: undefined, ...(kept && { savedAt: new Date() }) });
    }
  }

  /** What the server has, but for what was typed since. `kept` is what it was just told of a file. */
  function withStored(stored: ReadonlyMap<string, SentDraft>, file?: string, kept?: Own): Record<string, Own> {
    const own = [...new Set([...stored.keys(), ...Object.keys(state.own)])].map((name): [string, Own][] => {
      const [local, draft] = [state.own[name], stored.get(name)];
      const known = name === file && kept ? (draft?.savedAt ?? null) : (local?.known ?? null);
      if (local && local !== kept && !local.isKept) return [[name, { ...local, known }]];
      forget(place(name));
      if (!draft) return [];
      // The server has set marks of print: the same text, and whoever goes on typing keeps the place in it.
      const { base, value } = local && known === draft.savedAt ? local : draft;
      return [[name, { base, value, known: draft.savedAt, isKept: true }]];
    });
    return Object.fromEntries(own.flat());
  }

  function later(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), wait);
  }

  /** Others may have written meanwhile, and the server may be back. */
  async function refresh(): Promise<void> {
    if (await flush()) await attempt('open');
  }

  /** Saves what is not saved yet, one file after the other. Resolves to whether all is. */
  function flush(): Promise<boolean> {
    return (inHand ??= saveAll().finally(() => (inHand = undefined)));
  }

  async function saveAll(): Promise<boolean> {
    const typed = () => Object.entries(state.own).filter(([, { isKept }]) => !isKept);
    const next = () => typed().find(([file]) => file !== state.elsewhere?.file);
    for (let one = next(); one; one = next()) if (!(await attempt('keep', { file: one[0] }, one[1]))) return false;
    return typed().length === 0;
  }

  /** Resolves to false where the server could not: then what is typed goes up after a while. */
  async function attempt(...asked: Parameters<typeof ask>): Promise<boolean> {
    try {
      await ask(...asked);
      return true;
    } catch (fault) {
      const status = fault instanceof Error ? fault.cause : undefined;
      set({ obstacle: status === 401 ? 'ended' : Number(status) < 500 ? 'refused' : 'away' });
      later(again);
      return false;
    }
  }

  await ask('open');
  later(0);
  for (const event of ['online', 'focus']) addEventListener(event, () => void refresh());

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * The person's text of a file; null removes it. With its base as its value there is no draft of it any more.
     * @param settled what it is based on, and what another window has saved, where the person has decided about that
     */
    change(file: string, value: unknown, settled: Partial<Pick<Own, 'base' | 'known'>> = {}): void {
      const before = { base: state.files[file] ?? null, known: null, ...state.own[file] };
      const own = { ...before, ...settled, value, isKept: false };
      store(place(file), own);
      const elsewhere = settled.known === undefined ? state.elsewhere : undefined;
      set({ own: { ...state.own, [file]: own }, elsewhere });
      later(idle);
    },
    /** Saves at once. */
    flush,
  };
}

/** The browser's storage may be full, or blocked: then a draft lives in the page alone. */
function orElse<Result>(act: () => Result, otherwise: Result): Result {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const store = (key: string, own: Own) => orElse(() => localStorage.setItem(key, JSON.stringify(own)), undefined);
const forget = (key: string) => orElse(() => localStorage.removeItem(key), undefined);

function allStored(start: string): Record<string, Own> {
  return orElse(() => {
    const stored = Object.entries<string>(localStorage).filter(([key]) => key.startsWith(start));
    return Object.fromEntries(stored.map(([key, text]) => [key.slice(start.length), JSON.parse(text) as Own]));
  }, {});
}
