import type { MetaDescriptor } from 'react-router';

import type { PageHead } from './page-head.ts';

/** The head's tags of a page whose loader answered; without an answer the error screen sets its own title. */
export function metaTags(head: PageHead | undefined): MetaDescriptor[] {
  if (!head) return [];
  const { title, description, keywords, canonical } = head;
  return [
    { title },
    { name: 'description', content: description },
    { name: 'keywords', content: keywords },
    { tagName: 'link', rel: 'canonical', href: canonical },
  ];
}
