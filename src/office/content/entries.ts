import { formatFileTitle } from '../../content/validate-content.ts';
import { getAnchorNames } from '../../content/anchor-names.ts';
import { listPagePaths } from '../../content/content-issues.ts';
import {
  collections,
  type Content,
  contentGroups,
  findContentModel,
  singletons,
} from '../../content/content-models.ts';
import { createBlankValue, findFieldSchema } from '../../content/field-schema.ts';
import { type ContentFiles, isEqualJson } from '../../content/merge-content.ts';
import type { SyncState } from './editor/draft-sync.ts';

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
      const [contentModel, before] = [findContentModel(file), files[file] ?? null];
      const { value = before } = ownDrafts[file] ?? {};
      if (!contentModel || (value === null && before === null)) return [];
      const isSame = isEqualJson(value, before);
      const state = value === null ? 'to go' : before === null ? 'new' : isSame ? 'as it was' : 'changed';
      const shown = value ?? before;
      const pagePath = contentModel.name === 'products' && !('page' in Object(shown)) ? '/products' : contentModel.path;
      return [{ file, title: formatFileTitle(file, shown), group: contentModel.group, pagePath, value: shown, state }];
    })
    .sort((a, b) => contentGroups.indexOf(a.group) - contentGroups.indexOf(b.group) || getPosition(a) - getPosition(b));
}

function getPosition({ file, value }: Pick<ContentEntry, 'file' | 'value'>): number {
  const { place } = Object(value) as { place?: unknown };
  const single = Object.values(singletons).findIndex((one) => one.file === file);
  return typeof place === 'number' ? place : single < 0 ? 0 : 100 + single;
}

/** Collections whose entries can be added and removed, with the name of an entry. */
export const extensibleCollections = {
  caseStudies: 'case study',
  news: 'news item',
  pages: 'page',
  services: 'service',
  products: 'product',
} as const satisfies Partial<Record<keyof typeof collections, string>>;
/** Name of a collection whose entries can be added and removed. */
export type ExtensibleCollection = keyof typeof extensibleCollections;

/** Returns the value of a new page: with an empty text, or of a service or product a copy of the fullest. */
export function createPageValue(entries: readonly ContentEntry[], file: string, title: string): unknown {
  const schema = findFieldSchema(file, []);
  const blank = Object(schema && createBlankValue(schema)) as object;
  if (!('blocks' in blank))
    return copyFullestEntry(entries, file.startsWith('services/') ? 'services' : 'products', title);
  const today = new Date().toISOString().slice(0, 10);
  return { ...blank, ...('date' in blank && { date: today }), title, blocks: [{ text: '' }] };
}

/** Returns a copy of the fullest entry of a collection with another title, for its end. */
export function copyFullestEntry(
  entries: readonly ContentEntry[],
  collection: 'services' | 'products',
  title: string,
): unknown {
  const siblings = entries.filter(({ file }) => file.startsWith(`${collections[collection].folder}/`));
  const countFields = ({ value }: ContentEntry) => Object.keys(Object(value)).length;
  const [fullest] = siblings.toSorted((a, b) => countFields(b) - countFields(a) || getPosition(b) - getPosition(a));
  const place = Math.min(99, Math.max(0, ...siblings.map(getPosition)) + 1);
  return { ...Object(fullest?.value), place, ...(collection === 'services' && { name: title }), title };
}

/** What fields choose from, by their control. */
export type FieldChoices = Readonly<Record<string, readonly { value: string; label: string }[]>>;

/** Returns the pages and products of the content with drafts as choices of fields. */
export function collectChoicesByControl(entries: readonly ContentEntry[], files: ContentFiles): FieldChoices {
  const paths = listPagePaths(files);
  const pages = listPages(entries).filter(({ value }) => paths.has(value));
  const products = Object.entries(files).flatMap(([file, value]) =>
    file.startsWith('products/') ? [{ ...Object(value), slug: findContentModel(file)?.slug ?? '' }] : [],
  ) as Content['products'];
  const anchors = [...getAnchorNames({ home: files['home.yaml'] as Content['home'], products })];
  return {
    link: [...pages, ...anchors.map(([value, label]) => ({ value, label }))],
    'proof page': pages.filter(({ value }) => /^\/(?:(?:services|products)\/.+)?$/.test(value)),
    product: products.map(({ slug, title }) => ({ value: slug, label: title })),
  };
}

/** Returns the pages with names. A page that shows several files is named after its own file, else after the first. */
export function listPages(entries: readonly ContentEntry[]): { value: string; label: string }[] {
  return [...Map.groupBy(entries, ({ pagePath }) => pagePath)].flatMap(([path, shown]) => {
    const own = shown.find(({ group }) => group === 'Pages') ?? shown[0];
    return path === undefined || own === undefined ? [] : [{ value: path, label: own.title }];
  });
}
