/** Returns the parsed entry of session storage. Undefined if it is missing or malformed, or storage is blocked. */
export function readSessionEntry(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '');
  } catch {
    return undefined;
  }
}

/** Writes an entry of session storage; undefined removes it. Does nothing if storage is blocked or full. */
export function writeSessionEntry(key: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The next page fetches again, or the draft stays in the fields only.
  }
}
