import { writeSessionEntry, readSessionEntry } from '../behaviours/session-entries.ts';
import type { FormValues } from './send-enquiry.ts';

/** Unsent form values, with the idempotency key of their submission. */
export interface FormDraftData {
  key: string;
  values: FormValues;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Draft of a form in session storage. */
export interface FormDraft {
  /**
   * Restores the stored values into untouched fields. Restores none if the page is the response to a submission,
   * which shows the submitted values. A stored subject takes precedence over a prefilled one.
   * Returns a cleanup function, as effects do, which stores the values once more.
   */
  attach(openedForm: HTMLFormElement | null, isResponse: boolean): () => void;
  /** Stores and returns the current values. The key is created at the first call and stays until `clear`. */
  save(): FormDraftData;
  /** Empties the fields and drops the key after success: the next text is another enquiry. */
  clear(): void;
}

/** Returns a draft of a form that survives reloads and navigation in the same tab. */
export function createFormDraft(fieldNames: readonly string[]): FormDraft {
  let key: string | undefined;
  let form: HTMLFormElement | null = null;
  let prefilledSubject = '';
  const fields = () => fieldNames.flatMap((name) => (form?.elements.namedItem(name) as Field | null) ?? []);

  function save(): FormDraftData {
    key ??= createIdempotencyKey();
    const draft = { key, values: Object.fromEntries(fields().map(({ name, value }) => [name, value])) };
    // An unedited prefilled subject is no draft: another link may prefill another one.
    const isOnlyPrefilled = Object.entries(draft.values).every(
      ([name, value]) => value === '' || (name === 'subject' && value === prefilledSubject),
    );
    storeDraft(isOnlyPrefilled ? { ...draft, values: {} } : draft);
    return draft;
  }

  /** Fires an input event as if the visitor had typed, so that the stored draft and the hints follow. */
  const dispatchInput = () => form?.dispatchEvent(new Event('input', { bubbles: true }));

  return {
    attach(openedForm, isResponse) {
      form = openedForm;
      const stored = isResponse ? undefined : readStoredDraft(fieldNames);
      key ??= stored?.key;
      for (const field of fields()) {
        const initialValue = getInitialValue(field);
        if (field.name === 'subject' && !isResponse) prefilledSubject = initialValue;
        if (field.value === initialValue) field.value = stored?.values[field.name] || field.value;
      }
      dispatchInput();
      // Autofill by the browser may fire no input event.
      addEventListener('pagehide', save);
      return () => {
        removeEventListener('pagehide', save);
        save();
      };
    },
    save,
    clear() {
      key = undefined;
      // Not `reset()`: after a submission without scripts it would restore the submitted values.
      for (const field of fields()) field.value = '';
      dispatchInput();
    },
  };
}

/** Returns the value that a field had in the page's HTML. */
function getInitialValue(field: Field): string {
  if (!('options' in field)) return field.defaultValue;
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/** Key of the draft in session storage. */
export const draftStorageKey = 'contact-draft';

/** Returns a random key of 32 hex digits. `crypto.randomUUID` is missing on sites without TLS. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the draft stored in this tab, with the given fields only. Undefined if none is stored or it is malformed. */
export function readStoredDraft(fieldNames: readonly string[]): FormDraftData | undefined {
  const { key, values }: Record<string, unknown> = Object(readSessionEntry(draftStorageKey));
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return undefined;
  const knownFields = Object.entries({ ...(values as object) }).filter(
    (field): field is [string, string] => typeof field[1] === 'string' && fieldNames.includes(field[0]),
  );
  return { key, values: Object.fromEntries(knownFields) };
}

/** Stores the draft until the tab closes, or removes it if all values are empty. Ignores storage errors. */
export function storeDraft(draft: FormDraftData): void {
  writeSessionEntry(draftStorageKey, Object.values(draft.values).some((value) => value !== '') ? draft : undefined);
}
