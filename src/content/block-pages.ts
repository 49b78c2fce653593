import type { BlockPage } from './schema/block-page.ts';
import { collections, type Content } from './content-types.ts';

/** The collections of pages that editors compose of blocks. Those with a list have its page and its path. */
export const blockPageCollections = ['caseStudies', 'news', 'pages'] as const;

/** Returns every page of blocks, with its path. */
export function listBlockPages(
  content: Pick<Content, (typeof blockPageCollections)[number]>,
): readonly (BlockPage & { path: string; collection: (typeof blockPageCollections)[number] })[] {
  return blockPageCollections.flatMap((collection) =>
    content[collection].map((page) => ({ ...page, collection, path: `${collections[collection].path}${page.slug}` })),
  );
}

/** Returns the subject key of the call to action that is a page's block, counted from 0. */
export function createBlockSubjectKey(path: string, index: number): string {
  return `${path.slice(1)}/${index + 1}`;
}
