import { keep, readKept } from '../behaviours/kept.ts';
import type { Values } from './send-enquiry.ts';

/** Unsent form values, with the idempotency key of their submission. */
export interface Draft {
  key: string;
  values: Values;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

export type FormDraft = ReturnType<typeof createFormDraft>;

/** Returns a draft of a form that survives reloads and navigation in the same tab. */
export function createFormDraft(names: readonly string[]) {
  let key: string | undefined;
  let opened: HTMLFormElement | null = null;
  let begun = '';
  const fields = () =>
    [...(opened?.querySelectorAll<Field>('input, textarea') ?? [])].filter(({ name }) => names.includes(name));

  /** Stores and returns the current values. The key is created at the first call and stays until `forget`. */
  function keep(): Draft {
    key ??= createSubmissionKey();
    const draft = { key, values: Object.fromEntries(fields().map(({ name, value }) => [name, value])) };
    // An unedited prefilled subject is no draft: another link may prefill another one.
    const isBegunOnly = Object.entries(draft.values).every(
      ([name, value]) => value === '' || (name === 'subject' && value === begun),
    );
    keepDraft(isBegunOnly ? { ...draft, values: {} } : draft);
    return draft;
  }

  /** Fires an input event as if the visitor had typed, so that the stored draft and the hints follow. */
  const tell = () => opened?.dispatchEvent(new Event('input', { bubbles: true }));

  return {
    /**
     * Restores the stored values into untouched fields. Restores none if the page is the response to a submission,
     * which shows the submitted values. A stored subject takes precedence over a prefilled one.
     * Returns a cleanup function, as effects do, which stores the values once more.
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
      // Autofill by the browser may fire no input event.
      addEventListener('pagehide', keep);
      return () => {
        removeEventListener('pagehide', keep);
        keep();
      };
    },
    keep,
    /** Empties the fields and drops the key after success: the next text is another enquiry. */
    forget(): void {
      key = undefined;
      // Not `reset()`: after a submission without scripts it would restore the submitted values.
      for (const field of fields()) field.value = '';
      tell();
    },
  };
}

/** Key of the draft in session storage. */
export const draftEntry = 'contact-draft';

/** Returns a random key of 32 hex digits. `crypto.randomUUID` is missing on sites without TLS. */
export function createSubmissionKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the draft stored in this tab, with the given fields only. Undefined if none is stored or it is malformed. */
export function readDraft(names: readonly string[]): Draft | undefined {
  const { key, values }: Record<string, unknown> = Object(readKept(draftEntry));
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return undefined;
  const kept = Object.entries({ ...(values as object) }).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && names.includes(field[0]),
  );
  return { key, values: Object.fromEntries(kept) };
}

/** Stores the draft until the tab closes, or removes it if all values are empty. Ignores storage errors. */
export function keepDraft(draft: Draft): void {
  keep(draftEntry, Object.values(draft.values).some((value) => value !== '') ? draft : undefined);
}
