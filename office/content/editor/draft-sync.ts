import type { ContentFiles } from '../../../content/merge-content.ts';
import type { Draft } from '../../../content/revisions.ts';
import type { EditingAct, WordsState } from '../editing.ts';

/** Draft as parsed from JSON. */
type SentDraft = Omit<Draft, 'savedAt'> & { savedAt: string };
type Sent = Omit<WordsState, 'drafts'> & { drafts: readonly SentDraft[] };

/** The person's draft. `known` is the time of the last save on the server; unsaved text is in the browser's storage. */
export interface Own {
  base: unknown;
  value: unknown;
  known: string | null;
  isKept: boolean;
}

export interface Kept {
  /** Live content. */
  files: ContentFiles;
  own: Readonly<Record<string, Own>>;
  /** Drafts of others. */
  others: readonly SentDraft[];
  /** The person's own draft of a file, saved by another window. */
  elsewhere?: SentDraft | undefined;
  faults: WordsState['faults'];
  /** Reason why saving fails. `ended`: the session is over; `refused`: the text exceeds the server's limit. */
  obstacle?: 'away' | 'ended' | 'refused' | undefined;
  /** Time of the last save. */
  savedAt?: Date;
}

export type DraftSync = Awaited<ReturnType<typeof openDraftSync>>;

/** Milliseconds from the last key to saving, and between attempts while the server is unreachable. */
const idle = 2000;
const again = 5000;

/**
 * Opens the store of a person's drafts: saved on the server after a pause, until then in the browser's storage.
 * Rejects if the content cannot be read.
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

  /** Returns the server's drafts with newer typed text. `kept` is the value just sent for `file`. */
  function withStored(stored: ReadonlyMap<string, SentDraft>, file?: string, kept?: Own): Record<string, Own> {
    const own = [...new Set([...stored.keys(), ...Object.keys(state.own)])].map((name): [string, Own][] => {
      const [local, draft] = [state.own[name], stored.get(name)];
      const known = name === file && kept ? (draft?.savedAt ?? null) : (local?.known ?? null);
      if (local && local !== kept && !local.isKept) return [[name, { ...local, known }]];
      forget(place(name));
      if (!draft) return [];
      // The server only curled the quotes: keep the local text, so that the caret does not jump.
      const { base, value } = local && known === draft.savedAt ? local : draft;
      return [[name, { base, value, known: draft.savedAt, isKept: true }]];
    });
    return Object.fromEntries(own.flat());
  }

  function later(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), wait);
  }

  /** Saves, then fetches the state of the server. */
  async function refresh(): Promise<void> {
    if (await flush()) await attempt('open');
  }

  /** Saves unsaved files one after the other. Resolves to true if all are saved. */
  function flush(): Promise<boolean> {
    return (inHand ??= saveAll().finally(() => (inHand = undefined)));
  }

  async function saveAll(): Promise<boolean> {
    const typed = () => Object.entries(state.own).filter(([, { isKept }]) => !isKept);
    const next = () => typed().find(([file]) => file !== state.elsewhere?.file);
    for (let one = next(); one; one = next()) if (!(await attempt('keep', { file: one[0] }, one[1]))) return false;
    return typed().length === 0;
  }

  /** Resolves to false if the request failed: saving is then retried later. */
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
     * Sets the person's text of a file; null removes the file. If the value equals the base, the draft is deleted.
     * @param settled new base, or known draft of another window, after the person has resolved a conflict
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

/** Returns `otherwise` if the browser's storage is full or blocked: the draft is then in memory only. */
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
