const presentPaths: Readonly<Record<string, string>> = {
  '/words/versions': '/content/revisions',
  '/words': '/content',
  '/numbers': '/statistics',
};

/** Returns the address in place of one of earlier releases, which bookmarks, mails and open pages have. */
export function findCurrentAddress(url: string): string | undefined {
  const [earlier] = /^\/(?:words(?:\/versions)?|numbers)(?=[/.?]|$)/.exec(url) ?? [];
  return earlier && `${presentPaths[earlier]}${url.slice(earlier.length)}`;
}
