/** Returns the parsed entry of session storage. Undefined if it is missing or malformed, or storage is blocked. */
export function readKept(entry: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(entry) ?? '');
  } catch {
    return undefined;
  }
}

/** Writes an entry of session storage; undefined removes it. Does nothing if storage is blocked or full. */
export function keep(entry: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(entry);
    else sessionStorage.setItem(entry, JSON.stringify(value));
  } catch {
    // The next page fetches again, or the text stays in the fields only.
  }
}
