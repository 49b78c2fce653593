import { listPages } from '../site/routes.ts';
import * as words from '../content/words.ts';

/** Every page of the site with its own words. */
export const pages = listPages(words);

/** The path of one page of each layout. The pages of the services share one, as do those of the products. */
export const oneOfEachKind = [...new Map(pages.map(({ layout, path }) => [layout, path])).values()];
