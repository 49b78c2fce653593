import { type Content, findContentType, singletons } from '../../content/content-types.ts';
import { type ContentFiles, isEqualJson } from '../../content/merge-content.ts';

/**
 * Returns the new file of each removed one whose page only gets another address: both are of one collection, and equal
 * or connected by a redirect.
 */
export function findAddressChanges(before: ContentFiles, after: ContentFiles): ReadonlyMap<string, string> {
  const { items = [] } = Object(after[singletons.redirects.file]) as Partial<Content['redirects']>;
  const addresses = new Map<string, string>();
  for (const newFile of Object.keys(after).filter((name) => !(name in before))) {
    const page = findContentType(newFile);
    const removed = Object.keys(before).filter(
      (name) => !(name in after) && !addresses.has(name) && findContentType(name)?.name === page?.name,
    );
    const isRedirected = (name: string) =>
      items.some(({ from, to }) => from === findContentType(name)?.path && to === page?.path);
    const file = removed.find((name) => isEqualJson(before[name], after[newFile])) ?? removed.find(isRedirected);
    if (file !== undefined) addresses.set(file, newFile);
  }
  return addresses;
}
