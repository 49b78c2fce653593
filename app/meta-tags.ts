import type { MetaDescriptor } from 'react-router';

import type { PageHead } from './page-head.ts';

/** The head's tags of a page whose loader answered; without an answer the error screen sets its own title. */
export function metaTags(head: PageHead | undefined): MetaDescriptor[] {
  if (!head) return [];
  return [
    { title: head.title },
    { name: 'description', content: head.description },
    { name: 'keywords', content: head.keywords },
    { tagName: 'link', rel: 'canonical', href: head.canonical },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: head.siteName },
    { property: 'og:title', content: head.title },
    { property: 'og:description', content: head.description },
    { property: 'og:url', content: head.canonical },
    { property: 'og:locale', content: 'en_GB' },
    { name: 'twitter:card', content: 'summary' },
  ];
}
