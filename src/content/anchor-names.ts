import { formatSectorSubjectKey } from './enquiry-subjects.ts';
import type { Content } from './content-models.ts';

/** Returns the names of places within pages by link target: sectors of the home page, and products without a page. */
export function getAnchorNames({ home, products }: Pick<Content, 'home' | 'products'>): ReadonlyMap<string, string> {
  return new Map([
    ...home.sectors.items.map(({ name }) => [`/#${formatSectorSubjectKey(name)}`, name] as const),
    ...products.filter(({ page }) => !page).map(({ slug, title }) => [`/products#${slug}`, title] as const),
  ]);
}
