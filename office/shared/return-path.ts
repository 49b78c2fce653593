/** The first page. */
export const firstPage = '/waiting';

/** A place in the inbox to go on to, as a form or an address names it. Whatever could lead elsewhere leads to the first page. */
export function safeReturnPath(text: string | undefined | null): string {
  const path = text ?? '';
  // Browsers read a backslash as a slash, and leave out line breaks and tabs.
  if (!/^\/[\x21-\x5B\x5D-\x7E]*$/.test(path) || path.length > 2000) return firstPage;
  const url = URL.parse(path, 'http://inbox.invalid');
  return url?.origin === 'http://inbox.invalid' && !url.pathname.startsWith('//')
    ? url.pathname + url.search
    : firstPage;
}

/** The same place, with what has become of an act. */
export function addDoneNotice(path: string, act: string, count?: number): string {
  const url = new URL(removeDoneNotice(path), 'http://inbox.invalid');
  url.searchParams.set('done', act);
  if (count !== undefined) url.searchParams.set('count', `${count}`);
  return url.pathname + url.search;
}

/** Told once: whoever comes back to the place is not told again. */
export function removeDoneNotice(path: string): string {
  const url = new URL(safeReturnPath(path), 'http://inbox.invalid');
  // To delete what is not there would still write the rest in another way.
  for (const name of ['done', 'count']) if (url.searchParams.has(name)) url.searchParams.delete(name);
  return url.pathname + url.search;
}

/** Where somebody signs in who is on the way to a place. */
export function formatSignInUrl(to: string): string {
  return `/sign-in?to=${encodeURIComponent(removeDoneNotice(to))}`;
}

/** Whether a part of an address can be the id of an enquiry. */
export function isEnquiryId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
