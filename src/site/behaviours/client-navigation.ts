import { closeMenus } from './menus.ts';
import { waitForNextTask } from './next-task.ts';

/** A behaviour that starts on each page. `signal` is aborted when the visitor leaves the page. */
export type PageBehaviour = (main: HTMLElement, signal: AbortSignal) => void;

/** Hover or focus time on a link before its page is prefetched, in milliseconds. */
const prefetchDelay = 100;
/** Lifetime of a prefetched page, in milliseconds. */
const prefetchLifetime = 60_000;

const pageTagsSelector =
  'meta[name=description], meta[name=keywords], meta[property], meta[name^="twitter:"], link[rel=canonical]';
const structuredDataSelector = 'script[type="application/ld+json"]';

interface Prefetch {
  page: Promise<Document>;
  isLoaded: boolean;
  expiresAt: number;
}

const prefetches = new Map<string, Prefetch>();
/** Marks a navigation that is left to the browser. */
const browserNavigation = { info: 'by the browser' };

/**
 * Starts client-side navigation: prefetches a page on hover, focus or press of a link, and replaces `main` and the
 * page's tags in the head. Everything else is left to the browser: another origin, a download, a form, a status other
 * than 200, another version of the site, no network, a browser without the Navigation API.
 * The URL changes with the page: a visitor who stops a navigation stays on the current page.
 * @param startBehaviours called with `main` and a signal for the current page, then for each that follows
 */
export function startClientNavigation(startBehaviours: PageBehaviour): void {
  let pageLifetime = new AbortController();
  startBehaviours(findMain(document), pageLifetime.signal);
  if (!('navigation' in window && 'CSSScopeRule' in window)) return;

  // Removes the handler of src/site/after-paint-script.js, which serves until this module has loaded.
  window.onpopstate = null;
  startPrefetching();
  let latest: NavigateEvent;
  navigation.addEventListener('navigate', (event) => {
    latest = event;
    const isSuperseded = () => latest !== event;
    const { signal, destination, navigationType, hashChange } = event;
    const { documentElement: root } = document;
    if (hashChange) root.removeAttribute('data-first-screen');
    if (!canSwap(event)) return;
    closeMenus();
    const { currentEntry } = navigation;
    const pendingPage = loadPage(destination.url).catch(() => undefined);
    const precommitHandler = async () => {
      if ((await pendingPage) || signal.aborted || navigationType === 'traverse') return;
      navigation.navigate(destination.url, browserNavigation).committed?.catch(() => {});
    };
    event.intercept({
      focusReset: 'manual',
      scroll: 'manual',
      ...(canDeferCommit(event) && { precommitHandler }),
      async handler() {
        const page = await pendingPage;
        if (isSuperseded()) return;
        // Stopped after the URL had changed already: go back.
        if (signal.aborted)
          return void navigation.traverseTo(currentEntry?.key ?? '', browserNavigation).committed?.catch(() => {});
        if (page === undefined) return location.reload();
        prefetches.clear();
        pageLifetime.abort();
        pageLifetime = new AbortController();
        // Before `scroll` restores a position or finds a part of the page: see src/site/theme-script.js.
        root.toggleAttribute('data-first-screen', navigationType !== 'traverse' && !destination.url.includes('#'));
        swapMain(page);
        startBehaviours(findMain(document), pageLifetime.signal);
        event.scroll();
        await waitForNextTask();
        if (isSuperseded()) return;
        swapHeadTags(page);
        // To a part of the page `scroll` has moved the start of the keyboard's way, as a load of the page would; on Back it
        // restores the position alone, and the focus may be on a link of the header still.
        const { activeElement } = document;
        if (!document.querySelector(':target')) findMain(document).querySelector('h1')?.focus({ preventScroll: true });
        else if (activeElement instanceof HTMLElement) activeElement.blur();
      },
    });
  });
}

function canSwap(event: NavigateEvent): boolean {
  const { canIntercept, hashChange, downloadRequest, formData, navigationType, info, destination } = event;
  if (!canIntercept || hashChange || downloadRequest !== null || formData || info === browserNavigation.info)
    return false;
  // A history entry of this document: the browser alone would change only the URL.
  if (navigationType === 'traverse') return true;
  // A link to a section, or to the one that the URL names already.
  if (destination.sameDocument) return false;
  if (navigationType === 'reload' || new URL(destination.url).origin !== location.origin || hasUnsavedInput())
    return false;
  return canDeferCommit(event) || Boolean(findPrefetched(destination.url)?.isLoaded);
}

/**
 * Tests if the URL change can wait for the page. Not without precommit handlers (Chrome before 141, Firefox before 147,
 * Safari before 27.3), nor on a second Back without user activation, which no page may delay.
 */
function canDeferCommit({ cancelable }: NavigateEvent): boolean {
  return cancelable && 'NavigationPrecommitController' in window;
}

/** Tests for edits in a form without a live island: on Back the browser restores them only in their own document. */
function hasUnsavedInput(): boolean {
  const fields = findMain(document).querySelectorAll<HTMLInputElement>(':not([data-live]) > form :is(input, textarea)');
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue);
}

/** Prefetches the page of a link that is hovered or focused for a moment, or pressed. */
function startPrefetching(): void {
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
function loadPage(url: string): Promise<Document> {
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

function findPrefetched(url: string): Prefetch | undefined {
  const known = prefetches.get(stripHash(url));
  return known && performance.now() < known.expiresAt ? known : undefined;
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

/** Scope names of adopted styles, by their text. The styles of the first page need none. */
const adoptedStyles = new Map([[readStyles(document), '']]);

/**
 * Adopts the inline styles of a fetched page, once. On arrival, so that the page change itself has no style sheets to
 * add. They are scoped to the page's own `main`, where they win over the first page's: neither the current page nor
 * their order matters. Header and footer keep the styles of the first page.
 */
function adoptStyles(page: Document): void {
  const styles = readStyles(page);
  if (adoptedStyles.has(styles)) return;
  const name = `${adoptedStyles.size}`;
  adoptedStyles.set(styles, name);
  // After this mark: rules that cannot stand inside @scope, see src/server/stylesheet.ts.
  const [rules, others] = styles.split('/**/');
  const sheet = new CSSStyleSheet();
  // `body>div` is for elements that an island adds outside `main`, such as the notifications.
  sheet.replaceSync(`@scope(main[data-styles="${name}"],body>div){${rules}}${others}`);
  document.adoptedStyleSheets.push(sheet);
}

function readStyles(page: Document): string {
  return page.querySelector('head > style')?.textContent ?? '';
}

function swapMain(page: Document): void {
  const main = findMain(page);
  main.dataset['arrived'] = '';
  main.dataset['styles'] = adoptedStyles.get(readStyles(page)) ?? '';
  document.title = page.title;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header :is(nav a, .contact-button)')) {
    const isOfList = location.pathname.startsWith(`${link.pathname}/`);
    link.ariaCurrent = link.pathname === location.pathname ? 'page' : isOfList ? 'true' : null;
  }
  findMain(document).replaceWith(main);
}

/** Moves the elements themselves into the head: Trusted Types would refuse copies of the structured data. */
function swapHeadTags(page: Document): void {
  for (const old of document.head.querySelectorAll(pageTagsSelector)) old.remove();
  document.head.append(...page.head.querySelectorAll(pageTagsSelector));
  const data = page.querySelector(structuredDataSelector);
  if (data) document.querySelector(structuredDataSelector)?.replaceWith(data);
}

function findMain(page: Document): HTMLElement {
  return page.querySelector('main') ?? page.body;
}
