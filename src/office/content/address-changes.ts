import { type Content, findContentType, singletons } from '../../content/content-types.ts';
import type { ContentFiles } from '../../content/merge-content.ts';
import { formatFileTitle } from '../../content/validate-content.ts';

/**
 * Returns the new file of each removed one whose page only gets another address: both are of one collection, and have a
 * redirect from one to the other, or the same title.
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
    const hasSameTitle = (name: string) =>
      formatFileTitle(name, before[name]) === formatFileTitle(newFile, after[newFile]);
    const file = removed.find(isRedirected) ?? removed.find(hasSameTitle);
    if (file !== undefined) addresses.set(file, newFile);
  }
  return addresses;
}
