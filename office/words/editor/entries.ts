import { fileTitle } from '../../../content/judge-words.ts';
import { type collections, type groups, kindOf, singles } from '../../../content/kinds.ts';
import { same } from '../../../content/merge-words.ts';
import type { Kept } from './keeping.ts';

/** A file of the words as the list shows it. */
export interface Entry {
  file: string;
  name: string;
  group: (typeof groups)[number];
  /** The page that shows it, where one does. */
  path: string | undefined;
  /** With what the person has written. */
  value: unknown;
  state: 'as it was' | 'changed' | 'new' | 'to go';
}

/** Every file, in the order of the groups; what all pages of a group share comes after the last. */
export function entriesOf({ files, own }: Pick<Kept, 'files' | 'own'>): Entry[] {
  return [...new Set([...Object.keys(files), ...Object.keys(own)])]
    .flatMap((file): Entry[] => {
      const kind = kindOf(file);
      const draft = own[file];
      if (!kind) return [];
      const isToGo = draft?.value === null;
      const value = draft && !isToGo ? draft.value : (files[file] ?? draft?.base);
      const isNew = files[file] === undefined;
      const state = isToGo
        ? 'to go'
        : isNew
          ? 'new'
          : draft && !same(draft.value, files[file])
            ? 'changed'
            : 'as it was';
      const path = kind.name === 'products' && !('page' in Object(value)) ? '/products' : kind.path;
      return [{ file, name: fileTitle(file, value), group: kind.group, path, value, state }];
    })
    .sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ file, value }: Entry): number {
  const { place } = Object(value) as { place?: unknown };
  const single = Object.values(singles).findIndex((one) => one.file === file);
  return typeof place === 'number' ? place : single < 0 ? 0 : 100 + single;
}

/** What can be added and removed. */
export const kinds = { services: 'service', products: 'product' } as const satisfies Partial<
  Record<keyof typeof collections, string>
>;
