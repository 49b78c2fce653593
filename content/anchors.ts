import { createSectorKey } from './enquiry-subjects.ts';
import type { Content } from './content-types.ts';

/** What has its place within a page, by its address, with its name: sectors on the home page, products without a page in the catalogue. */
export function listAnchors({ home, products }: Pick<Content, 'home' | 'products'>): ReadonlyMap<string, string> {
  return new Map([
    ...home.sectors.items.map(({ name }) => [`/#${createSectorKey(name)}`, name] as const),
    ...products.filter(({ page }) => !page).map(({ slug, title }) => [`/products#${slug}`, title] as const),
  ]);
}
