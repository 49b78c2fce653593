/** Tells the console which address was asked for in vain. Such a page is always a document of its own. */
export function logUnknownAddress(): void {
  if (document.querySelector('[data-not-found]')) console.error('404: no page at', location.pathname);
}
