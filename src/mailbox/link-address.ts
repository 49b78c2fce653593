const maxLength = 4000;
const toBareAddress = (text: string) =>
  text
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/, '')
    .replace(/\/$/, '');

/** Returns the address of a link in a mail; '' if its words tell it, or if it leads to no page and no person. */
export function findLinkAddress(href: string, words: string): string {
  const url = href.length > maxLength ? null : URL.parse(href);
  if (url === null || !/^(?:https?|mailto):$/.test(url.protocol)) return '';
  // Outlook leads every link by way of a check.
  const checked = url.hostname.endsWith('.safelinks.protection.outlook.com') ? url.searchParams.get('url') : null;
  if (checked !== null) return findLinkAddress(checked, words);
  const address = url.protocol === 'mailto:' ? url.pathname : url.href;
  return toBareAddress(words.trim()) === toBareAddress(address) ? '' : address;
}
