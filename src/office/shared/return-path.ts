/** Path of the start page, and the default return path. */
export const homePath = '/open';

/** Where to return after signing in: a page, or, with `replayedFields`, a form posted there with these values. */
export interface ReturnTarget {
  returnPath: string;
  replayedFields?: Readonly<Record<string, string | readonly string[]>>;
}

/** Returns a return path from a form or URL, or `homePath` if it is malformed or could lead to another origin. */
export function sanitiseReturnPath(text: string | undefined | null): string {
  const path = text ?? '';
  // Browsers read a backslash as a slash, and ignore line breaks and tabs.
  if (!/^\/[\x21-\x5B\x5D-\x7E]*$/.test(path) || path.length > 2000) return homePath;
  const url = URL.parse(path, 'http://office.invalid');
  return url?.origin === 'http://office.invalid' && !url.pathname.startsWith('//')
    ? url.pathname + url.search
    : homePath;
}

/** Returns the path with a completed action, and its count, in the query: see `parseNotice`. */
export function addDoneQuery(path: string, action: string, ...counts: readonly number[]): string {
  const url = new URL(removeDoneQuery(path), 'http://office.invalid');
  url.searchParams.set('done', action);
  if (counts.length > 0) url.searchParams.set('count', counts.join('.'));
  return url.pathname + url.search;
}

/** Returns a safe return path without the completed action and the ticks: both are of one page view only. */
export function removeDoneQuery(path: string): string {
  const url = new URL(sanitiseReturnPath(path), 'http://office.invalid');
  // Deleting an absent parameter would re-encode the rest of the query.
  for (const name of ['done', 'count', 'since', 'ticked'])
    if (url.searchParams.has(name)) url.searchParams.delete(name);
  return url.pathname + url.search;
}

/** Returns the URL of the sign-in page that leads on to a path. */
export function formatSignInUrl(returnPath: string): string {
  return `/sign-in?to=${encodeURIComponent(removeDoneQuery(returnPath))}`;
}

/** Returns true if a part of a path has the format of an enquiry's id. */
export function isEnquiryId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
