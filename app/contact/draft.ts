import type { Values } from './outcome.ts';

/** What was typed and not yet sent, with the key that marks its sending. */
export interface Draft {
  key: string;
  values: Values;
}

const entry = 'contact-draft';

/** A key that no other submission has. `crypto.randomUUID` would be missing where the site is served without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What this tab has kept, of the fields in `limits` and no longer than those. Undefined where nothing of use is kept: a draft
 * is a convenience, and a storage that is blocked or holds rubbish must not get in anybody's way.
 */
export function readDraft(limits: Readonly<Record<string, number>>): Draft | undefined {
  try {
    const { key, values }: Record<string, unknown> = JSON.parse(sessionStorage.getItem(entry) ?? '{}');
    if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return undefined;
    const kept = Object.entries({ ...(values as object) }).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && field[1].length <= (limits[field[0]] ?? -1),
    );
    return { key, values: Object.fromEntries(kept) };
  } catch {
    return undefined;
  }
}

/** Keeps the draft for as long as the tab is open, or forgets it where nothing is typed. Says nothing when it cannot. */
export function keepDraft(draft: Draft): void {
  try {
    if (Object.values(draft.values).some((value) => value !== '')) sessionStorage.setItem(entry, JSON.stringify(draft));
    else sessionStorage.removeItem(entry);
  } catch {
    // Blocked or full: then the words live in the fields alone.
  }
}
