import { listPages } from '../site/routes.ts';
import * as words from '../content/words.ts';

/** All pages of the site with its own content. */
export const pages = listPages(words);

/** Path of one page per layout. All services share a layout, as do all products. */
export const oneOfEachKind = [...new Map(pages.map(({ layout, path }) => [layout, path])).values()];
