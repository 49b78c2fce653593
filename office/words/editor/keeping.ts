import type { WordFiles, WordsDraft } from '../../../enquiries/core/words-store.ts';
import type { EditingAct, WordsState } from '../editing.ts';

/** As JSON brings it. */
export type SentDraft = Omit<WordsDraft, 'savedAt'> & { savedAt: string };
type Sent = Omit<WordsState, 'drafts'> & { drafts: readonly SentDraft[] };

/** What the person is writing. `known` is when the server saved it last; what it has not yet is in the browser's own storage. */
export interface Own {
  base: unknown;
  value: unknown;
  known: string | null;
  isKept: boolean;
}

export interface Kept {
  /** What visitors read, or what the files hold. */
  files: WordFiles;
  own: Readonly<Record<string, Own>>;
  others: readonly SentDraft[];
  /** The person's own draft of a file as another window has saved it. */
  elsewhere?: SentDraft | undefined;
  faults: WordsState['faults'];
  /** What becomes of what is typed. `ended`: the session is over. */
  status: 'kept' | 'typing' | 'away' | 'ended';
  /** When something was last saved. */
  savedAt?: Date;
}

export type Keeping = Awaited<ReturnType<typeof openKeeping>>;

/** Milliseconds after the last key, and between two attempts while the server is away. */
const idle = 2000;
const again = 5000;

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The answer was ${status}`);
    this.status = status;
  }
}

/**
 * Keeps what a person writes: on the server once they pause, and until then in the browser's own storage. Rejects where the words
 * cannot be read.
 * @param at the address below which the acts are
 */
export async function openKeeping(at: string, person: string) {
  const storage = createStorage(person);
  const listeners = new Set<() => void>();
  let tag = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let inHand: Promise<void> | undefined;
  let state: Kept = { files: {}, own: storage.all(), others: [], faults: [], status: 'kept' };

  function set(change: Partial<Kept>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function ask(act: EditingAct, input: object = {}): Promise<Sent> {
    const body = new URLSearchParams({ input: JSON.stringify({ tag, ...input }) });
    const response = await fetch(`${at}/${act}`, { method: 'POST', body, redirect: 'error' });
    if (!response.ok) throw new Refused(response.status);
    const sent = (await response.json()) as Sent;
    tag = sent.tag;
    const stored = sent.drafts
      .filter(({ by }) => by === person)
      .map(({ file, base, value, savedAt }): [string, Own] => {
        const before = state.own[file];
        // The server has set marks of print: the same text, and whoever goes on typing keeps the place in it.
        return [file, before?.known === savedAt ? before : { base, value, known: savedAt, isKept: true }];
      });
    const unsaved = Object.entries(state.own).filter(([, { isKept }]) => !isKept);
    set({
      ...(sent.files && { files: sent.files }),
      own: Object.fromEntries([...stored, ...unsaved]),
      others: sent.drafts.filter(({ by }) => by !== person),
      faults: sent.faults,
      status: unsaved.length > 0 ? 'typing' : 'kept',
    });
    return sent;
  }

  function later(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), wait);
  }

  const typed = () => Object.entries(state.own).find(([, { isKept }]) => !isKept);

  /** Saves what is not saved yet, one file after the other. */
  function flush(): Promise<void> {
    return (inHand ??= saveNext().finally(() => (inHand = undefined)));
  }

  async function saveNext(): Promise<void> {
    const [file, own] = typed() ?? [];
    if (file !== undefined && own !== undefined) await keep(file, own);
    else if (state.status !== 'kept') await attempt(() => ask('open'));
  }

  /** Resolves once all that was typed is saved, or cannot be. */
  async function settle(): Promise<boolean> {
    await inHand;
    for (let left = Object.keys(state.own).length; left >= 0 && typed(); left -= 1) await flush();
    return typed() === undefined;
  }

  async function keep(file: string, own: Own): Promise<void> {
    const { base, value, known } = own;
    const sent = await attempt(() => ask('keep', { file, base, value, known }));
    if (!sent) return;
    const stored = sent.drafts.find((draft) => draft.by === person && draft.file === file);
    if (sent.isOvertaken) return set({ elsewhere: stored });
    const { [file]: now = own, ...rest } = state.own;
    const isKept = now === own;
    if (isKept) storage.forget(file);
    // What is as it was before is no draft any more.
    const isGone = isKept && stored === undefined;
    const all = isGone ? rest : { ...rest, [file]: { ...now, known: stored?.savedAt ?? null, isKept } };
    const isRest = Object.values(all).some(({ isKept }) => !isKept);
    set({ own: all, status: isRest ? 'typing' : 'kept', savedAt: new Date() });
    if (isRest) later(idle);
  }

  /** Undefined where the server could not: then what is typed goes up after a while. */
  async function attempt(act: () => Promise<Sent>): Promise<Sent | undefined> {
    try {
      return await act();
    } catch (fault) {
      set({ status: fault instanceof Refused && fault.status === 401 ? 'ended' : 'away' });
      later(again);
      return undefined;
    }
  }

  function change(file: string, value: unknown, base?: unknown): void {
    const before = state.own[file];
    const own: Own = {
      base: base === undefined ? (before?.base ?? state.files[file] ?? null) : base,
      value,
      known: before?.known ?? null,
      isKept: false,
    };
    storage.put(file, own);
    set({ own: { ...state.own, [file]: own }, status: state.status === 'kept' ? 'typing' : state.status });
    later(idle);
  }

  function forget(file: string): void {
    storage.forget(file);
    const { [file]: _done, ...own } = state.own;
    set({ own, elsewhere: undefined });
  }

  await ask('open');
  later(0);
  // Others may have written meanwhile.
  for (const event of ['online', 'focus'])
    addEventListener(event, () => void flush().then(() => attempt(() => ask('open'))));

  return {
    current: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change,
    /** Saves at once: a field was left. */
    flush: () => void flush(),
    settle,
    async discard(file: string) {
      await inHand;
      forget(file);
      await attempt(() => ask('discard', { file }));
    },
    /** Mine in the place of what another window has saved. */
    insist(file: string) {
      const [own, known] = [state.own[file], state.elsewhere?.savedAt ?? null];
      if (own) set({ own: { ...state.own, [file]: { ...own, known } }, elsewhere: undefined });
      void flush();
    },
    /** The file is to go. */
    async remove(file: string) {
      await inHand;
      forget(file);
      await attempt(() => ask('remove', { file }));
    },
    create: (entry: object) => attempt(() => ask('create', entry)),
    /** Into the file of a checkout. */
    async save(file: string) {
      if (!(await settle()) || state.own[file] === undefined) return undefined;
      const sent = await attempt(() => ask('save', { file }));
      if (sent && !sent.isRefused && !sent.isOvertaken) forget(file);
      return sent;
    },
  };
}

/** What the browser keeps by person and file. It may be full, or blocked: then a draft lives in the page alone. */
function createStorage(person: string) {
  const key = (file: string) => `words ${person} ${file}`;
  const attempt = <Result>(act: () => Result): Result | undefined => {
    try {
      return act();
    } catch {
      return undefined;
    }
  };
  return {
    put: (file: string, own: Own) => attempt(() => localStorage.setItem(key(file), JSON.stringify(own))),
    forget: (file: string) => attempt(() => localStorage.removeItem(key(file))),
    all(): Record<string, Own> {
      const start = key('');
      const files = attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(start))) ?? [];
      const read = (name: string) => attempt(() => JSON.parse(localStorage.getItem(name) ?? '') as Own);
      return Object.fromEntries(
        files.flatMap((name) => {
          const own = read(name);
          return own ? [[name.slice(start.length), own]] : [];
        }),
      );
    },
  };
}
