import type { Page } from '@playwright/test';

/** What stands in a page, as a program reads it. */
export type ReadPage = Awaited<ReturnType<typeof readPage>>;

/** Everything that tests compare between pages, in one look. Works without JavaScript in the page. */
export function readPage(page: Page) {
  return page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll(selector)];
    const read = (selector: string, attribute: string) => all(selector).map((it) => it.getAttribute(attribute));
    const textOf = (element: Element) => element.textContent?.trim() ?? '';
    const linkOf = (element: Element) => ({ name: textOf(element), to: element.getAttribute('href') });

    return {
      language: document.documentElement.lang,
      theme: document.documentElement.className,
      title: all('head > title').map(textOf),
      description: read('meta[name=description]', 'content'),
      keywords: read('meta[name=keywords]', 'content'),
      canonical: read('link[rel=canonical]', 'href'),
      robots: read('meta[name=robots]', 'content'),
      /** Open Graph and Twitter: each fact as often as it stands there. */
      shared: all('meta[property], meta[name^="twitter:"]').map((it) => [
        it.getAttribute('property') ?? it.getAttribute('name'),
        it.getAttribute('content'),
      ]),
      graphs: all('script[type="application/ld+json"]').map((it) => it.textContent ?? ''),
      endsWithGraph: document.body.lastElementChild?.getAttribute('type') === 'application/ld+json',
      breadcrumbs: all('.breadcrumbs > li > *').map((it) => ({
        ...linkOf(it),
        current: it.getAttribute('aria-current'),
      })),
      parts: [...document.body.children].map((it) => it.localName).filter((it) => it !== 'script'),
      /** Each with its rank. */
      headings: all('h1, h2, h3, h4, h5, h6').map((it) => ({ rank: Number(it.tagName[1]), text: textOf(it) })),
      sectionsWithoutHeading: all('main section:not(:has(h1, h2, h3))').length,
      current: all('#site-menu [aria-current]').map((it) => [it.getAttribute('href'), it.getAttribute('aria-current')]),
      /** Texts that are not displayed, or that an entrance animation has left transparent. */
      invisible: all('main :is(h1, h2, h3, h4, p, li, dt, dd, label), footer :is(a, p)')
        .filter((it) => it.closest('.outcome, [hidden], [aria-hidden=true]') === null)
        .filter((it) => !it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .map(textOf),
      styled: all('[style]').map((it) => it.outerHTML.slice(0, 120)),
      /** All words that are shown, on one line. */
      text: document.body.innerText.replaceAll(/\s+/g, ' '),
      main: document.querySelector('main')?.innerText.replaceAll(/\s+/g, ' ') ?? '',
      menus: all('header a[href], footer a[href]').map(linkOf),
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((it) => ({
        name: textOf(it),
        href: it.href,
        target: it.target,
        rel: it.rel,
      })),
      files: all('link:not([rel=canonical])[href], script[src], img[src]').map(
        (it) => new URL(it.getAttribute('href') ?? it.getAttribute('src') ?? '', location.href).href,
      ),
      ids: read('[id]', 'id'),
    };
  });
}
