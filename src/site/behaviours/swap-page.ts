import { getStyleScope } from './page-styles.ts';

const pageTagsSelector =
  'meta[name=description], meta[name=keywords], meta[property], meta[name^="twitter:"], link[rel=canonical]';
const structuredDataSelector = 'script[type="application/ld+json"]';

/** Shows the `main` of a fetched page, its title, and in the header which links lead to it. */
export function swapMain(page: Document): void {
  const main = findMain(page);
  main.dataset['arrived'] = '';
  main.dataset['styles'] = getStyleScope(page);
  document.title = page.title;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header :is(nav a, .contact-button)')) {
    const isOfList = location.pathname.startsWith(`${link.pathname}/`);
    link.ariaCurrent = link.pathname === location.pathname ? 'page' : isOfList ? 'true' : null;
  }
  findMain(document).replaceWith(main);
}

/** Replaces the head's tags. They are moved, not copied: Trusted Types would refuse copies of the structured data. */
export function swapHeadTags(page: Document): void {
  for (const old of document.head.querySelectorAll(pageTagsSelector)) old.remove();
  document.head.append(...page.head.querySelectorAll(pageTagsSelector));
  const data = page.querySelector(structuredDataSelector);
  if (data) document.querySelector(structuredDataSelector)?.replaceWith(data);
}

/** Returns `main`; of a page without one, its body. */
export function findMain(page: Document): HTMLElement {
  return page.querySelector('main') ?? page.body;
}
