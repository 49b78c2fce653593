import type { MetaDescriptor } from 'react-router';

import type { Seo } from '../content/schema/fields.ts';
import { site } from '../content/words.ts';
import { wayTo } from './routes.ts';
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

/** For loaders, with the route's path: the request's may end with a slash while pages are built. */
export function pageHead(seo: Seo, path: string): PageHead {
  const way = wayTo(path);
  const title = `${seo.title} | ${site.name}`;
  const canonical = `${import.meta.env.SITE_URL}${path}`;
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
      image: `${import.meta.env.SITE_URL}/cards${path === '/' ? '/home' : path}.png`,
      'image:width': '1200',
      'image:height': '630',
      'image:alt': `${way.at(-1)?.title} – ${site.name}, ${site.tagline}`,
    },
    ...(way.length > 1 && {
      breadcrumbs: way.map((page) => (page.path === path ? { name: page.name } : { name: page.name, to: page.path })),
    }),
    ...(way.length > 0 && { graph: JSON.stringify(structuredData(way, import.meta.env.SITE_URL, site)) }),
  };
}

/** The head's tags of a page whose loader answered; without an answer the error screen sets its own title. */
export function metaTags(head: PageHead | undefined): MetaDescriptor[] {
  if (!head) return [];
  const { title, description, keywords, canonical, shared } = head;
  return [
    { title },
    { name: 'description', content: description },
    { name: 'keywords', content: keywords },
    { tagName: 'link', rel: 'canonical', href: canonical },
    ...Object.entries(shared).map(([property, content]) => ({ property: `og:${property}`, content })),
    // All but the size of the picture Twitter takes from the tags above.
    { name: 'twitter:card', content: 'summary_large_image' },
  ];
}
