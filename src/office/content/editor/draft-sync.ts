import type { ContentFiles } from '../../../content/merge-content.ts';
import type { Draft } from '../../../content/revisions.ts';
import type { EditingActionName, EditorState } from '../editing.ts';

/** Draft as parsed from JSON. */
type JsonDraft = Omit<Draft, 'savedAt'> & { savedAt: string };
type EditorResponse = Omit<EditorState, 'drafts' | 'schedules'> &
  Pick<SyncState, 'schedules'> & { drafts: readonly JsonDraft[] };

/** The person's draft. `known` is the time of the last save on the server; unsaved text is in the browser's storage. */
export interface OwnDraft {
  base: unknown;
  value: unknown;
  known: string | null;
  isSaved: boolean;
}

/** State of the editor: published content, drafts, issues, and whether saving works. */
export interface SyncState {
  /** Published content. */
  files: ContentFiles;
  ownDrafts: Readonly<Record<string, OwnDraft>>;
  /** Drafts of others. */
  otherDrafts: readonly JsonDraft[];
  /** The person's drafts that another window has saved since, by file. What is typed here is not sent until the person chooses. */
  otherWindowDrafts: Readonly<Record<string, JsonDraft | undefined>>;
  issues: EditorState['faults'];
  /** When the person's draft of each file is published; null if it was changed since, or is held. */
  schedules: Readonly<Record<string, string | null>>;
  /** Reason why saving fails. `ended`: the session is over; `refused`: the text exceeds the server's limit. */
  saveFailure?: 'away' | 'ended' | 'refused' | undefined;
  /** A picture is being sent, or the last one was not stored. */
  pictureState?: 'sending' | 'failed' | undefined;
  /** Time of the last save. */
  savedAt?: Date;
}

/** Store of a person's drafts, for `useSyncExternalStore`. */
export interface DraftSync {
  /** Returns the current state: a new object after each change. */
  getState: () => SyncState;
  /** Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Sets the person's text of a file; null removes the file. If the value equals the base, the draft is deleted.
   * @param resolution new base, or known draft of another window, after the person has resolved a conflict
   */
  change: (file: string, value: unknown, resolution?: Partial<Pick<OwnDraft, 'base' | 'known'>>) => void;
  /** Saves at once. Resolves to true if all files are saved. */
  flush: () => Promise<boolean>;
  /** Registers a picture that is being sent. `upload` resolves to true once it is in the form. */
  trackUpload: (upload: Promise<boolean>) => Promise<void>;
  /** Waits for pictures that are being sent, and saves. Resolves to true if all of it is saved. */
  settle: () => Promise<boolean>;
}

/** Milliseconds from the last key to saving, and between attempts while the server is unreachable. */
const saveDelay = 2000;
const retryDelay = 5000;

/**
 * Opens the store of a person's drafts: saved on the server after a pause, until then in the browser's storage.
 * Rejects if the content cannot be read.
 */
export async function openDraftSync(person: string): Promise<DraftSync> {
  // Texts that were not saved before an update wait under this name.
  const formatStorageKey = (file: string) => `words ${person} ${file}`;
  const listeners = new Set<() => void>();
  let tag = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pendingSave: Promise<boolean> | undefined;
  // One request after another: an earlier answer must not replace what a later one says.
  let lastRequest: Promise<unknown> = Promise.resolve();
  let pendingUploads: Promise<boolean> | undefined;
  let state: SyncState = {
    files: {},
    otherDrafts: [],
    issues: [],
    schedules: {},
    otherWindowDrafts: {},
    ownDrafts: readStoredDrafts(formatStorageKey('')),
  };

  function update(change: Partial<SyncState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }

  async function requestAction(
    name: EditingActionName,
    input: { file?: string } = {},
    sentDraft?: OwnDraft,
  ): Promise<void> {
    const body = new URLSearchParams({ input: JSON.stringify({ tag, ...sentDraft, ...input }) });
    const response = await fetch(`/content/${name}`, { method: 'POST', body, redirect: 'error' });
    if (!response.ok) throw new Error(`the server answered with status ${response.status}`, { cause: response.status });
    const received = (await response.json()) as EditorResponse;
    tag = received.tag;
    const { mine = [], others: otherDrafts = [] } = Object.groupBy(received.drafts, ({ by }) =>
      by === person ? 'mine' : 'others',
    );
    const stored = new Map(mine.map((draft) => [draft.file, draft]));
    const { files = state.files, faults: issues, schedules } = received;
    if (sentDraft && input.file !== undefined && received.isOvertaken) {
      const otherWindowDrafts = { ...state.otherWindowDrafts, [input.file]: stored.get(input.file) };
      update({ files, otherDrafts, issues, schedules, otherWindowDrafts });
    } else {
      const ownDrafts = mergeStoredDrafts(stored, input.file, sentDraft);
      const saved = sentDraft && { savedAt: new Date() };
      update({ files, otherDrafts, issues, schedules, ownDrafts, saveFailure: undefined, ...saved });
    }
  }

  /** Returns the server's drafts with newer typed text. `sentDraft` was just sent for `file`. */
  function mergeStoredDrafts(
    storedDrafts: ReadonlyMap<string, JsonDraft>,
    file?: string,
    sentDraft?: OwnDraft,
  ): Record<string, OwnDraft> {
    const own = [...new Set([...storedDrafts.keys(), ...Object.keys(state.ownDrafts)])].map(
      (name): [string, OwnDraft][] => {
        const [local, draft] = [state.ownDrafts[name], storedDrafts.get(name)];
        const known = name === file && sentDraft ? (draft?.savedAt ?? null) : (local?.known ?? null);
        if (local && local !== sentDraft && !local.isSaved)
          return [[name, known === local.known ? local : { ...local, known }]];
        removeStoredDraft(formatStorageKey(name));
        if (!draft) return [];
        // The server only curled the quotes: keep the local text, so that the caret does not jump.
        const { base, value } = local && known === draft.savedAt ? local : draft;
        return [[name, { base, value, known: draft.savedAt, isSaved: true }]];
      },
    );
    return Object.fromEntries(own.flat());
  }

  function scheduleRefresh(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), wait);
  }

  /** Saves, then fetches the state of the server. */
  async function refresh(): Promise<void> {
    if (await flush()) await tryRequest('open');
  }

  /** Saves unsaved files one after the other. Resolves to true if all are saved. */
  function flush(): Promise<boolean> {
    return (pendingSave ??= saveAll().finally(() => (pendingSave = undefined)));
  }

  async function saveAll(): Promise<boolean> {
    const listUnsaved = () => Object.entries(state.ownDrafts).filter(([, { isSaved }]) => !isSaved);
    const findNextUnsaved = () => listUnsaved().find(([file]) => state.otherWindowDrafts[file] === undefined);
    for (let one = findNextUnsaved(); one; one = findNextUnsaved())
      if (!(await tryRequest('keep', { file: one[0] }, one[1]))) return false;
    return listUnsaved().length === 0;
  }

  async function trackUpload(upload: Promise<boolean>): Promise<void> {
    const uploads = Promise.all([pendingUploads ?? true, upload]).then(([...stored]) => stored.every(Boolean));
    pendingUploads = uploads;
    update({ pictureState: 'sending' });
    const areStored = await uploads;
    if (pendingUploads !== uploads) return;
    pendingUploads = undefined;
    update({ pictureState: areStored ? undefined : 'failed' });
  }

  /** Resolves to false if the request failed: saving is then retried later. */
  async function tryRequest(...args: Parameters<typeof requestAction>): Promise<boolean> {
    try {
      await (lastRequest = lastRequest.catch(() => {}).then(() => requestAction(...args)));
      return true;
    } catch (error) {
      const status = error instanceof Error ? error.cause : undefined;
      update({ saveFailure: status === 401 ? 'ended' : Number(status) < 500 ? 'refused' : 'away' });
      scheduleRefresh(retryDelay);
      return false;
    }
  }

  await requestAction('open');
  scheduleRefresh(0);
  for (const event of ['online', 'focus']) addEventListener(event, () => void refresh());
  // Whoever leaves now loses the picture.
  addEventListener('beforeunload', (event) => state.pictureState === 'sending' && event.preventDefault());

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(file, value, resolution = {}) {
      const before = { base: state.files[file] ?? null, known: null, ...state.ownDrafts[file] };
      const own = { ...before, ...resolution, value, isSaved: false };
      storeDraft(formatStorageKey(file), own);
      const resolved = resolution.known === undefined ? {} : { [file]: undefined };
      const otherWindowDrafts = { ...state.otherWindowDrafts, ...resolved };
      update({ ownDrafts: { ...state.ownDrafts, [file]: own }, otherWindowDrafts });
      scheduleRefresh(saveDelay);
    },
    flush,
    trackUpload,
    settle: async () => (await (pendingUploads ?? true)) && flush(),
  };
}

/** Returns `fallback` if the browser's storage is full or blocked: the draft is then in memory only. */
function runWithFallback<Result>(operation: () => Result, fallback: Result): Result {
  try {
    return operation();
  } catch {
    return fallback;
  }
}

const storeDraft = (key: string, own: OwnDraft) =>
  runWithFallback(() => localStorage.setItem(key, JSON.stringify(own)), undefined);
const removeStoredDraft = (key: string) => runWithFallback(() => localStorage.removeItem(key), undefined);

function readStoredDrafts(keyPrefix: string): Record<string, OwnDraft> {
  return runWithFallback(() => {
    const stored = Object.entries<string>(localStorage).filter(([key]) => key.startsWith(keyPrefix));
    return Object.fromEntries(stored.map(([key, text]) => [key.slice(keyPrefix.length), JSON.parse(text) as OwnDraft]));
  }, {});
}
