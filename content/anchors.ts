import { sectorKey } from './enquiry-subjects.ts';
import type { Content } from './kinds.ts';

/** What has its place within a page, by its address, with its name: sectors on the home page, products without a page in the catalogue. */
export function anchors({ home, products }: Pick<Content, 'home' | 'products'>): ReadonlyMap<string, string> {
  return new Map([
    ...home.sectors.items.map(({ name }) => [`/#${sectorKey(name)}`, name] as const),
    ...products.filter(({ page }) => !page).map(({ slug, title }) => [`/products#${slug}`, title] as const),
  ]);
}
