/**
 * The one address of a page that was asked for by another: with a trailing slash, in capitals, as `index.html`.
 * Undefined where no such page exists, or where the address is the page's own.
 */
export function canonicalAddress(address: string, pages: ReadonlySet<string>): string | undefined {
  const plain =
    address
      .toLowerCase()
      .replace(/\/(?:index\.html)?$/, '')
      .replace(/\.html$/, '') || '/';
  return plain !== address && pages.has(plain) ? plain : undefined;
}
