import { listPages } from '../src/site/routes.ts';
import * as content from '../src/content/release-content.ts';

/** All pages of the site with its own content. */
export const pages = listPages(content);

/** Path of one page per layout. All services share a layout, as do all products. */
export const onePathPerLayout = [...new Map(pages.map(({ layout, path }) => [layout, path])).values()];
