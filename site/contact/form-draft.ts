import { keep, readKept } from '../behaviours/kept.ts';
import type { Values } from './send-enquiry.ts';

/** What was typed and not yet sent, with the key that marks its sending. */
export interface Draft {
  key: string;
  values: Values;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

export type FormDraft = ReturnType<typeof createFormDraft>;

/** Keeps what is typed into a form, over a reload and over a walk through the site in the same tab. */
export function createFormDraft(names: readonly string[]) {
  let key: string | undefined;
  let opened: HTMLFormElement | null = null;
  let begun = '';
  const fields = () =>
    [...(opened?.querySelectorAll<Field>('input, textarea') ?? [])].filter(({ name }) => names.includes(name));

  /** Keeps what the fields hold now. The key is made at the first use, and stays the same until the draft is forgotten. */
  function keep(): Draft {
    key ??= createSubmissionKey();
    const draft = { key, values: Object.fromEntries(fields().map(({ name, value }) => [name, value])) };
    // A subject that nobody has added a word to is no draft: another link may begin another one.
    const isBegunOnly = Object.entries(draft.values).every(
      ([name, value]) => value === '' || (name === 'subject' && value === begun),
    );
    keepDraft(isBegunOnly ? { ...draft, values: {} } : draft);
    return draft;
  }

  /** As if somebody had typed: what is kept and what stands beside the fields follow. */
  const tell = () => opened?.dispatchEvent(new Event('input', { bubbles: true }));

  return {
    /**
     * Fills in what was kept, in fields that nobody has touched since, and in none where the page is itself an answer, which shows what
     * it answers to. A subject that was kept stays before one that the page begins.
     * Returns what ends it, as effects do, and keeps what the fields hold by then.
     */
    open(form: HTMLFormElement | null, isAnswer: boolean): () => void {
      opened = form;
      const kept = isAnswer ? undefined : readDraft(names);
      key ??= kept?.key;
      for (const field of fields()) {
        if (field.name === 'subject' && !isAnswer) begun = field.defaultValue;
        if (field.value === field.defaultValue) field.value = kept?.values[field.name] || field.value;
      }
      tell();
      // What a browser fills in by itself may come without an event of its own.
      addEventListener('pagehide', keep);
      return () => {
        removeEventListener('pagehide', keep);
        keep();
      };
    },
    keep,
    /** Empties the fields after success: the next words are another message. */
    forget(): void {
      key = undefined;
      // Not `reset()`: after a form sent without scripts that would bring back what was typed then.
      for (const field of fields()) field.value = '';
      tell();
    },
  };
}

/** Where a draft waits, in session storage. */
export const draftEntry = 'contact-draft';

/** A key that no other submission has. `crypto.randomUUID` would be missing where the site is served without TLS. */
export function createSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What this tab has kept of these fields. Undefined where nothing of use is kept: a draft
 * is a convenience, and a storage that is blocked or holds rubbish must not get in anybody's way.
 */
export function readDraft(names: readonly string[]): Draft | undefined {
  const { key, values }: Record<string, unknown> = Object(readKept(draftEntry));
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return undefined;
  const kept = Object.entries({ ...(values as object) }).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && names.includes(field[0]),
  );
  return { key, values: Object.fromEntries(kept) };
}

/** Keeps the draft for as long as the tab is open, or forgets it where nothing is typed. Says nothing when it cannot. */
export function keepDraft(draft: Draft): void {
  keep(draftEntry, Object.values(draft.values).some((value) => value !== '') ? draft : undefined);
}
