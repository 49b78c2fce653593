/** What this tab has kept under a name. Undefined where that is nothing, or rubbish, and where storage is blocked. */
export function readKept(entry: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(entry) ?? '');
  } catch {
    return undefined;
  }
}

/** Keeps it for as long as the tab is open; undefined takes it away. Where storage is blocked or full, the page does without. */
export function keep(entry: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(entry);
    else sessionStorage.setItem(entry, JSON.stringify(value));
  } catch {
    // Then the next page asks again, or the words live in the fields alone.
  }
}
