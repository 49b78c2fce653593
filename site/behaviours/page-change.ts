import { closeMenus } from './menus.ts';
import { waitForNextTask } from './next-task.ts';

/** A behaviour that starts on each page. `left` is aborted when the visitor leaves the page. */
export type PageBehaviour = (main: HTMLElement, left: AbortSignal) => void;

/** Hover or focus time on a link before its page is prefetched, in milliseconds. */
const rest = 100;
/** Lifetime of a prefetched page, in milliseconds. */
const lifetime = 60_000;

const ofOnePage =
  'meta[name=description], meta[name=keywords], meta[property], meta[name^="twitter:"], link[rel=canonical]';
const structuredData = 'script[type="application/ld+json"]';

interface Waiting {
  page: Promise<Document>;
  hasCome: boolean;
  until: number;
}

const waiting = new Map<string, Waiting>();
/** Marks a navigation that is left to the browser. */
const leftToBrowser = { info: 'by the browser' };

/**
 * Starts client-side navigation: prefetches a page on hover, focus or press of a link, and replaces `main` and the
 * page's tags in the head. Everything else is left to the browser: another origin, a download, a form, a status other
 * than 200, another version of the site, no network, a browser without the Navigation API.
 * The URL changes with the page: a visitor who stops a navigation stays on the current page.
 * @param show starts the behaviours of a page: called for the current page, then for each that follows
 */
export function startPageChange(show: PageBehaviour): void {
  let left = new AbortController();
  show(mainOf(document), left.signal);
  if (!('navigation' in window && 'CSSScopeRule' in window)) return;

  // Removes the handler of site/after-paint-script.js, which serves until this module has loaded.
  window.onpopstate = null;
  startPrefetching();
  let latest: NavigateEvent;
  navigation.addEventListener('navigate', (event) => {
    latest = event;
    const isSuperseded = () => latest !== event;
    if (!canSwap(event)) return;
    closeMenus();
    const { currentEntry } = navigation;
    const { signal, destination, navigationType } = event;
    const coming = pageAt(destination.url).catch(() => undefined);
    const precommitHandler = async () => {
      if ((await coming) || signal.aborted || navigationType === 'traverse') return;
      navigation.navigate(destination.url, leftToBrowser).committed?.catch(() => {});
    };
    event.intercept({
      focusReset: 'manual',
      scroll: 'manual',
      ...(canWait(event) && { precommitHandler }),
      async handler() {
        const page = await coming;
        if (isSuperseded()) return;
        // Stopped after the URL had changed already: go back.
        if (signal.aborted)
          return void navigation.traverseTo(currentEntry?.key ?? '', leftToBrowser).committed?.catch(() => {});
        if (page === undefined) return location.reload();
        waiting.clear();
        left.abort();
        left = new AbortController();
        swapMain(page);
        show(mainOf(document), left.signal);
        event.scroll();
        await waitForNextTask();
        if (isSuperseded()) return;
        swapHeadTags(page);
        mainOf(document).querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      },
    });
  });
}

function canSwap(event: NavigateEvent): boolean {
  const { canIntercept, hashChange, downloadRequest, formData, navigationType, info, destination } = event;
  if (!canIntercept || hashChange || downloadRequest !== null || formData || info === leftToBrowser.info) return false;
  // A history entry of this document: the browser alone would change only the URL.
  if (navigationType === 'traverse') return true;
  // A link to a section, or to the one that the URL names already.
  if (destination.sameDocument) return false;
  if (navigationType === 'reload' || new URL(destination.url).origin !== location.origin || hasUnsavedInput())
    return false;
  return canWait(event) || Boolean(findPrefetched(destination.url)?.hasCome);
}

/**
 * Tests if the URL change can wait for the page. Not without precommit handlers (Chrome before 141, Firefox before 147,
 * Safari before 27.3), nor on a second Back without user activation, which no page may delay.
 */
function canWait({ cancelable }: NavigateEvent): boolean {
  return cancelable && 'NavigationPrecommitController' in window;
}

/** Tests for edits in a form without a live island: on Back the browser restores them only in their own document. */
function hasUnsavedInput(): boolean {
  const fields = mainOf(document).querySelectorAll<HTMLInputElement>(':not([data-live]) > form :is(input, textarea)');
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue);
}

/** Prefetches the page of a link that is hovered or focused for a moment, or pressed. */
function startPrefetching(): void {
  let resting: ReturnType<typeof setTimeout>;
  const begin = ({ target }: Event) => {
    clearTimeout(resting);
    resting = setTimeout(prefetchLink, rest, target);
  };
  for (const sign of ['pointerover', 'focusin']) addEventListener(sign, begin, { passive: true });
  addEventListener('pointerdown', ({ target }) => prefetchLink(target), { passive: true });
}

function prefetchLink(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname) return;
  if (Reflect.get(navigator, 'connection')?.saveData) return;
  pageAt(link.href).catch(() => {});
}

/** Resolves to the document at a URL, with its styles adopted. Rejects if only a full page load can show it. */
function pageAt(url: string): Promise<Document> {
  const known = findPrefetched(url);
  if (known) return known.page;
  const address = withoutHash(url);
  const fetched: Waiting = { page: fetchPage(address), hasCome: false, until: performance.now() + lifetime };
  fetched.page.then(
    () => (fetched.hasCome = true),
    () => waiting.delete(address),
  );
  waiting.set(address, fetched);
  return fetched.page;
}

function findPrefetched(url: string): Waiting | undefined {
  const known = waiting.get(withoutHash(url));
  return known && performance.now() < known.until ? known : undefined;
}

function withoutHash(url: string): string {
  return url.split('#')[0] ?? url;
}

function fetchPage(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    // XMLHttpRequest, not fetch: its response is a parsed document, which needs no exception from Trusted Types.
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onload = () => {
      const page: Document | null = request.response;
      const isWhole = request.status === 200 && request.responseURL === address;
      if (isWhole && page?.querySelector('main') && versionOf(page) === versionOf(document)) {
        adoptStyles(page);
        resolve(page);
      } else reject(new Error(`${address} is no page of this version`));
    };
    request.onabort = request.onerror = () => reject(new Error(`${address} cannot be reached`));
    request.send();
  });
}

function versionOf({ documentElement }: Document): string | undefined {
  return documentElement.dataset['version'];
}

/** Scope names of adopted styles, by their text. The styles of the first page need none. */
const adoptedStyles = new Map([[stylesIn(document), '']]);

/**
 * Adopts the inline styles of a fetched page, once. On arrival, so that the page change itself has no style sheets to
 * add. They are scoped to the page's own `main`, where they win over the first page's: neither the current page nor
 * their order matters. Header and footer keep the styles of the first page.
 */
function adoptStyles(page: Document): void {
  const styles = stylesIn(page);
  if (adoptedStyles.has(styles)) return;
  const name = `${adoptedStyles.size}`;
  adoptedStyles.set(styles, name);
  // After this mark: rules that cannot stand inside @scope, see server/stylesheet.ts.
  const [rules, others] = styles.split('/**/');
  const sheet = new CSSStyleSheet();
  // `body>div` is for elements that an island adds outside `main`, such as the notifications.
  sheet.replaceSync(`@scope(main[data-styles="${name}"],body>div){${rules}}${others}`);
  document.adoptedStyleSheets.push(sheet);
}

function stylesIn(page: Document): string {
  return page.querySelector('head > style')?.textContent ?? '';
}

function swapMain(page: Document): void {
  const main = mainOf(page);
  main.dataset['arrived'] = '';
  main.dataset['styles'] = adoptedStyles.get(stylesIn(page)) ?? '';
  document.title = page.title;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header :is(nav a, .contact-button)')) {
    const isOfList = location.pathname.startsWith(`${link.pathname}/`);
    link.ariaCurrent = link.pathname === location.pathname ? 'page' : isOfList ? 'true' : null;
  }
  mainOf(document).replaceWith(main);
}

/** Moves the elements themselves into the head: Trusted Types would refuse copies of the structured data. */
function swapHeadTags(page: Document): void {
  for (const old of document.head.querySelectorAll(ofOnePage)) old.remove();
  document.head.append(...page.head.querySelectorAll(ofOnePage));
  const data = page.querySelector(structuredData);
  if (data) document.querySelector(structuredData)?.replaceWith(data);
}

function mainOf(page: Document): HTMLElement {
  return page.querySelector('main') ?? page.body;
}
