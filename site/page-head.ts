import { type Page, wayTo } from './routes.ts';
import type { Site } from './site.ts';
import { structuredData } from './structured-data/graph.ts';

/** What comes with a page beside what it shows below: its head, and the way to it. Strings are ready to be shown; URLs are absolute. */
export interface PageHead {
  title: string;
  description: string;
  keywords: string;
  canonical: string;
  /** What a link to the page looks like where it is shared, by the names of https://ogp.me without their prefix. */
  shared: Readonly<Record<string, string>>;
  /** The pages above it, from the home page on, and at the end itself, which is no link. Only pages below the home page have any. */
  breadcrumbs?: readonly { name: string; to?: string }[];
  /** What the page states in the words of schema.org, as JSON. */
  graph?: string;
}

export function pageHead(
  { words: { site }, siteUrl, pages }: Site,
  { seo, path }: Pick<Page, 'seo' | 'path'>,
): PageHead {
  const way = wayTo(pages, path);
  const title = `${seo.title} | ${site.name}`;
  const canonical = `${siteUrl}${path}`;
  return {
    title,
    description: seo.description,
    keywords: seo.keywords.join(', '),
    canonical,
    shared: {
      type: 'website',
      site_name: site.name,
      title,
      description: seo.description,
      url: canonical,
      locale: 'en_GB',
      // The page's card, as the build draws it: its heading beside its drawing, and whose it is.
      image: `${siteUrl}/cards${path === '/' ? '/home' : path}.png`,
      'image:width': '1200',
      'image:height': '630',
      'image:alt': `${way.at(-1)?.title} – ${site.name}, ${site.tagline}`,
    },
    ...(way.length > 1 && {
      breadcrumbs: way.map((page) => (page.path === path ? { name: page.name } : { name: page.name, to: page.path })),
    }),
    ...(way.length > 0 && { graph: JSON.stringify(structuredData(way, siteUrl, site)) }),
  };
}
