import { adoptStyles } from './page-styles.ts';

/** Hover or focus time on a link before its page is prefetched, in milliseconds. */
const prefetchDelay = 100;
/** Lifetime of a prefetched page, in milliseconds. */
const prefetchLifetime = 60_000;

interface Prefetch {
  page: Promise<Document>;
  isLoaded: boolean;
  expiresAt: number;
}

const prefetches = new Map<string, Prefetch>();

/** Prefetches the page of a link that is hovered or focused for a moment, or pressed. */
export function startPrefetching(): void {
  let timer: ReturnType<typeof setTimeout>;
  const begin = ({ target }: Event) => {
    clearTimeout(timer);
    timer = setTimeout(prefetchLink, prefetchDelay, target);
  };
  for (const eventType of ['pointerover', 'focusin']) addEventListener(eventType, begin, { passive: true });
  addEventListener('pointerdown', ({ target }) => prefetchLink(target), { passive: true });
}

function prefetchLink(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname) return;
  if (Reflect.get(navigator, 'connection')?.saveData) return;
  loadPage(link.href).catch(() => {});
}

/** Resolves to the document at a URL, with its styles adopted. Rejects if only a full page load can show it. */
export function loadPage(url: string): Promise<Document> {
  const known = findPrefetched(url);
  if (known) return known.page;
  const pageUrl = stripHash(url);
  const fetched: Prefetch = {
    page: fetchPage(pageUrl),
    isLoaded: false,
    expiresAt: performance.now() + prefetchLifetime,
  };
  fetched.page.then(
    () => (fetched.isLoaded = true),
    () => prefetches.delete(pageUrl),
  );
  prefetches.set(pageUrl, fetched);
  return fetched.page;
}

/** Returns the prefetched page of a URL, complete or still loading. Undefined if there is none, or it is too old. */
export function findPrefetched(url: string): Prefetch | undefined {
  const known = prefetches.get(stripHash(url));
  return known && performance.now() < known.expiresAt ? known : undefined;
}

/** Forgets all prefetched pages, so that each is fetched anew when it is wanted again. */
export function forgetPrefetchedPages(): void {
  prefetches.clear();
}

function stripHash(url: string): string {
  return url.split('#')[0] ?? url;
}

function fetchPage(url: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, not fetch: its response is a parsed document, which needs no exception from Trusted Types.
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.onload = () => {
      const page: Document | null = request.response;
      const isWhole = request.status === 200 && request.responseURL === url;
      if (isWhole && page?.querySelector('main') && readVersion(page) === readVersion(document)) {
        adoptStyles(page);
        resolve(page);
      } else reject(new Error(`${url} is not a page of this version`));
    };
    request.onabort = request.onerror = () => reject(new Error(`${url} cannot be reached`));
    request.send();
  });
}

function readVersion({ documentElement }: Document): string | undefined {
  return documentElement.dataset['version'];
}
