import { formatFileTitle } from '../../../content/validate-content.ts';
import { collections, groups, findContentType, singletons } from '../../../content/content-types.ts';
import { isEqualJson } from '../../../content/merge-content.ts';
import type { Kept } from './draft-sync.ts';

/** A content file in the list. */
export interface Entry {
  file: string;
  name: string;
  group: (typeof groups)[number];
  /** Path of the page that shows it, if any. */
  path: string | undefined;
  /** Value with the person's draft applied. */
  value: unknown;
  state: 'as it was' | 'changed' | 'new' | 'to go';
}

/** Returns every file, ordered by group; texts shared by a group's pages come last in it. */
export function listEntries({ files, own }: Pick<Kept, 'files' | 'own'>): Entry[] {
  return [...new Set([...Object.keys(files), ...Object.keys(own)])]
    .flatMap((file): Entry[] => {
      const [kind, before] = [findContentType(file), files[file] ?? null];
      const { value = before } = own[file] ?? {};
      if (!kind || (value === null && before === null)) return [];
      const isSame = isEqualJson(value, before);
      const state = value === null ? 'to go' : before === null ? 'new' : isSame ? 'as it was' : 'changed';
      const shown = value ?? before;
      const path = kind.name === 'products' && !('page' in Object(shown)) ? '/products' : kind.path;
      return [{ file, name: formatFileTitle(file, shown), group: kind.group, path, value: shown, state }];
    })
    .sort((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || placeOf(a) - placeOf(b));
}

function placeOf({ file, value }: Pick<Entry, 'file' | 'value'>): number {
  const { place } = Object(value) as { place?: unknown };
  const single = Object.values(singletons).findIndex((one) => one.file === file);
  return typeof place === 'number' ? place : single < 0 ? 0 : 100 + single;
}

/** Collections whose entries can be added and removed. */
export const kinds = { services: 'service', products: 'product' } as const satisfies Partial<
  Record<keyof typeof collections, string>
>;

/** Returns a new entry for the end of its collection: a copy of the fullest one. */
export function duplicateEntry(entries: readonly Entry[], kind: keyof typeof kinds, name: string): unknown {
  const alike = entries.filter(({ file }) => file.startsWith(`${collections[kind].folder}/`));
  const fields = ({ value }: Entry) => Object.keys(Object(value)).length;
  const [model] = alike.toSorted((a, b) => fields(b) - fields(a) || placeOf(b) - placeOf(a));
  const place = Math.min(99, Math.max(0, ...alike.map(placeOf)) + 1);
  return { ...Object(model?.value), place, ...(kind === 'services' && { name }), title: name };
}
