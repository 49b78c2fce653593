import { createSectorSubjectKey } from './enquiry-subjects.ts';
import type { Content } from './content-types.ts';

/** Returns names by link target: the sectors of the home page, and the catalogue's products without a page. */
export function listAnchors({ home, products }: Pick<Content, 'home' | 'products'>): ReadonlyMap<string, string> {
  return new Map([
    ...home.sectors.items.map(({ name }) => [`/#${createSectorSubjectKey(name)}`, name] as const),
    ...products.filter(({ page }) => !page).map(({ slug, title }) => [`/products#${slug}`, title] as const),
  ]);
}
