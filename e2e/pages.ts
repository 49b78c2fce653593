import { listPages } from '../site/routes.ts';
import * as words from '../content/words.ts';

/** Every page of the site with its own words. */
export const pages = listPages(words);
