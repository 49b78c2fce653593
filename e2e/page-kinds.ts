import { pages } from './pages.ts';

/** The path of one page of each layout. The pages of the services share one, as do those of the products. */
export const oneOfEachKind = [...new Map(pages.map(({ layout, path }) => [layout, path])).values()];
