import type { Seo } from '../content/seo.ts';
import { site } from '../content/site.ts';

/** What the document's head says of one page. Strings are ready to be shown; URLs are absolute. */
export interface PageHead {
  title: string;
  description: string;
  keywords: string;
  canonical: string;
  siteName: string;
}

/** For loaders only, with the route's path (the request's may end with a slash while pages are built): it reads the content, which must not travel in a page's script. */
export function pageHead(seo: Seo, path: string): PageHead {
  return {
    title: `${seo.title} | ${site.name}`,
    description: seo.description,
    keywords: seo.keywords.join(', '),
    canonical: `${import.meta.env.SITE_URL}${path}`,
    siteName: site.name,
  };
}
