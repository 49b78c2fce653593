import { pages } from '../app/routes.ts';

/** The path of one page of each layout. The pages of the services share one, as do those of the products. */
export const oneOfEachKind = [...new Map(pages.map(({ file, path }) => [file, path])).values()];
