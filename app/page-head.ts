import type { Seo } from '../content/seo.ts';
import { site } from '../content/site.ts';
import { wayTo } from './routes.ts';

/** What comes with a page beside what it shows below: its head, and the way to it. Strings are ready to be shown; URLs are absolute. */
export interface PageHead {
  title: string;
  description: string;
  keywords: string;
  canonical: string;
  /** The pages above it, from the home page on, and at the end itself, which is no link. Only pages below the home page have any. */
  breadcrumbs?: readonly { name: string; to?: string }[];
}

/** For loaders only, with the route's path (the request's may end with a slash while pages are built): it reads the content, which must not travel in a page's script. */
export function pageHead(seo: Seo, path: string): PageHead {
  const way = wayTo(path);
  return {
    title: `${seo.title} | ${site.name}`,
    description: seo.description,
    keywords: seo.keywords.join(', '),
    canonical: `${import.meta.env.SITE_URL}${path}`,
    ...(way.length > 1 && {
      breadcrumbs: way.map((page) => (page.path === path ? { name: page.name } : { name: page.name, to: page.path })),
    }),
  };
}
