import { type Draft, keepDraft, newKey, readDraft } from './draft.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Keeps what is typed into a form, over a reload and over a walk through the site in the same tab. */
export interface FormDraft {
  /**
   * Fills in what was kept: empty fields alone, and none where the page is itself an answer, which shows what it answers to.
   * Returns what ends it, as effects do, and keeps what the fields hold by then.
   */
  open(form: HTMLFormElement | null, isAnswer: boolean): () => void;
  /** Keeps what the fields hold now. The key is made at the first use, and stays the same until the draft is forgotten. */
  keep(): Draft;
  /** Empties the fields after success: the next words are another message. */
  forget(): void;
}

/** @param limits the fields by their names, with their greatest lengths */
export function createFormDraft(limits: Readonly<Record<string, number>>): FormDraft {
  let key: string | undefined;
  let opened: HTMLFormElement | null = null;
  const fields = () =>
    [...(opened?.querySelectorAll<Field>('input, textarea') ?? [])].filter(({ name }) => name in limits);

  function keep(): Draft {
    key ??= newKey();
    const draft = { key, values: Object.fromEntries(fields().map(({ name, value }) => [name, value])) };
    keepDraft(draft);
    return draft;
  }

  return {
    open(form, isAnswer) {
      opened = form;
      const kept = isAnswer ? undefined : readDraft(limits);
      key ??= kept?.key;
      for (const field of fields()) field.value ||= kept?.values[field.name] ?? '';
      keep();
      // What a browser fills in by itself may come without an event of its own.
      addEventListener('pagehide', keep);
      return () => {
        removeEventListener('pagehide', keep);
        keep();
      };
    },
    keep,
    forget() {
      key = undefined;
      // Not `reset()`: after a form sent without scripts that would bring back what was typed then.
      for (const field of fields()) field.value = '';
      keepDraft({ key: '', values: {} });
    },
  };
}
