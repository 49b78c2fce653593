import { formatFileTitle } from '../../../content/validate-content.ts';
import { collections, contentGroups, findContentType, singletons } from '../../../content/content-types.ts';
import { isEqualJson } from '../../../content/merge-content.ts';
import type { SyncState } from './draft-sync.ts';

/** A content file in the list of the editor. */
export interface ContentEntry {
  file: string;
  title: string;
  group: (typeof contentGroups)[number];
  /** Path of the page that shows it, if any. */
  pagePath: string | undefined;
  /** Value with the person's draft applied. */
  value: unknown;
  state: 'as it was' | 'changed' | 'new' | 'to go';
}

/** Returns every file, ordered by group; texts shared by a group's pages come last in it. */
export function listEntries({ files, ownDrafts }: Pick<SyncState, 'files' | 'ownDrafts'>): ContentEntry[] {
  return [...new Set([...Object.keys(files), ...Object.keys(ownDrafts)])]
    .flatMap((file): ContentEntry[] => {
      const [contentType, before] = [findContentType(file), files[file] ?? null];
      const { value = before } = ownDrafts[file] ?? {};
      if (!contentType || (value === null && before === null)) return [];
      const isSame = isEqualJson(value, before);
      const state = value === null ? 'to go' : before === null ? 'new' : isSame ? 'as it was' : 'changed';
      const shown = value ?? before;
      const pagePath = contentType.name === 'products' && !('page' in Object(shown)) ? '/products' : contentType.path;
      return [{ file, title: formatFileTitle(file, shown), group: contentType.group, pagePath, value: shown, state }];
    })
    .sort((a, b) => contentGroups.indexOf(a.group) - contentGroups.indexOf(b.group) || getPosition(a) - getPosition(b));
}

function getPosition({ file, value }: Pick<ContentEntry, 'file' | 'value'>): number {
  const { place } = Object(value) as { place?: unknown };
  const single = Object.values(singletons).findIndex((one) => one.file === file);
  return typeof place === 'number' ? place : single < 0 ? 0 : 100 + single;
}

/** Collections whose entries can be added and removed. */
export const extensibleCollections = { services: 'service', products: 'product' } as const satisfies Partial<
  Record<keyof typeof collections, string>
>;

/** Returns the value of a new entry for the end of a collection: a copy of its fullest entry, with this title. */
export function copyFullestEntry(
  entries: readonly ContentEntry[],
  collection: keyof typeof extensibleCollections,
  title: string,
): unknown {
  const siblings = entries.filter(({ file }) => file.startsWith(`${collections[collection].folder}/`));
  const countFields = ({ value }: ContentEntry) => Object.keys(Object(value)).length;
  const [fullest] = siblings.toSorted((a, b) => countFields(b) - countFields(a) || getPosition(b) - getPosition(a));
  const place = Math.min(99, Math.max(0, ...siblings.map(getPosition)) + 1);
  return { ...Object(fullest?.value), place, ...(collection === 'services' && { name: title }), title };
}
