/**
 * The one address of a page that was asked for by another: with a trailing slash, in capitals, as `index.html`, or with a line
 * break in it, as links have that a mail has broken. Undefined where the address is the page's own, or no page has it; what has
 * a line break is always sent on without it, since the pages' router matches it with nothing, not even as unknown.
 */
export function canonicalAddress(address: string, pages: ReadonlySet<string>): string | undefined {
  // The absolute form of a request line names a host, which is not ours to send anybody to.
  if (address !== '' && !address.startsWith('/')) return undefined;
  const oneLine = address.replaceAll(/%0[ad]|%e2%80%a[89]/gi, '');
  const plain =
    oneLine
      .toLowerCase()
      .replace(/\/(?:index\.html)?$/, '')
      .replace(/\.html$/, '') || '/';
  if (plain !== address && pages.has(plain)) return plain;
  // One slash at the beginning: two would name another host.
  return oneLine === address ? undefined : oneLine.replace(/^[/\\]+/, '/');
}
