import { closeMenus } from './menus.ts';
import { waitForNextTask } from './next-task.ts';

/** What a behaviour does with each page: `left` is aborted when the page is left. */
export type PageBehaviour = (main: HTMLElement, left: AbortSignal) => void;

/** How long the mouse or the focus rests on a link before its page is read ahead, in milliseconds. */
const rest = 100;
/** For how long a fetched page waits to be shown, in milliseconds. */
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
/** Says of a navigation that the browser makes it by itself. */
const byBrowser = { info: 'by the browser' };

/**
 * Lets the browser keep the document while its page changes: the next one is fetched when a link shows the intent, and its
 * `main` and head take the place of the old ones. Whatever cannot be shown so is left to the browser: another origin, a
 * download, a form, an answer other than 200, another version of the site, no network, a browser without the Navigation API.
 * The address changes with the page: whoever stops a page on its way stays where they are.
 * @param show starts what a page needs, for the page that is shown now and for each that follows
 */
export function startPageChange(show: PageBehaviour): void {
  let left = new AbortController();
  show(mainOf(document), left.signal);
  if (!('navigation' in window && 'CSSScopeRule' in window)) return;

  // That of site/after-paint-script.js, which serves until now.
  window.onpopstate = null;
  readAhead();
  let latest: NavigateEvent;
  navigation.addEventListener('navigate', (event) => {
    latest = event;
    if (!canBeExchanged(event)) return;
    closeMenus();
    const { currentEntry } = navigation;
    const { signal, destination, navigationType } = event;
    const coming = pageAt(destination.url).catch(() => undefined);
    const precommitHandler = async () => {
      if ((await coming) || signal.aborted || navigationType === 'traverse') return;
      navigation.navigate(destination.url, byBrowser).committed?.catch(() => {});
    };
    event.intercept({
      focusReset: 'manual',
      scroll: 'manual',
      ...(canWait(event) && { precommitHandler }),
      async handler() {
        const page = await coming;
        if (latest !== event) return;
        // Stopped, with an address that could not wait.
        if (signal.aborted)
          return void navigation.traverseTo(currentEntry?.key ?? '', byBrowser).committed?.catch(() => {});
        if (page === undefined) return location.reload();
        waiting.clear();
        left.abort();
        left = new AbortController();
        exchangeWhatIsSeen(page);
        show(mainOf(document), left.signal);
        event.scroll();
        await waitForNextTask();
        if (latest !== event) return;
        exchangeWhatIsSaid(page);
        mainOf(document).querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
      },
    });
  });
}

function canBeExchanged(event: NavigateEvent): boolean {
  const { canIntercept, hashChange, downloadRequest, formData, navigationType, info, destination } = event;
  if (!canIntercept || hashChange || downloadRequest !== null || formData || info === byBrowser.info) return false;
  // Its document is this one: the browser by itself would change the address alone.
  if (navigationType === 'traverse') return true;
  // A link to a section, also to the one that the address names already.
  if (destination.sameDocument) return false;
  if (navigationType === 'reload' || new URL(destination.url).origin !== location.origin || hasUnkeptWords())
    return false;
  return canWait(event) || Boolean(readAlready(destination.url)?.hasCome);
}

/**
 * Whether the address can wait for the page. It cannot where the browser has no such handlers (Chrome before 141, Firefox before 147,
 * Safari before 27.3), nor at a second Back to which nothing was touched: no page may hold that up.
 */
function canWait({ cancelable }: NavigateEvent): boolean {
  return cancelable && 'NavigationPrecommitController' in window;
}

/** Words in a form that no island keeps: the browser itself restores them on the way back, to a document of its own. */
function hasUnkeptWords(): boolean {
  const fields = mainOf(document).querySelectorAll<HTMLInputElement>(':not([data-live]) > form :is(input, textarea)');
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue);
}

/** Fetches the page of a link on which the mouse or the focus rests, or which a finger or a button presses. */
function readAhead(): void {
  let resting: ReturnType<typeof setTimeout>;
  const begin = ({ target }: Event) => {
    clearTimeout(resting);
    resting = setTimeout(fetchWhatIsIntended, rest, target);
  };
  for (const sign of ['pointerover', 'focusin']) addEventListener(sign, begin, { passive: true });
  addEventListener('pointerdown', ({ target }) => fetchWhatIsIntended(target), { passive: true });
}

function fetchWhatIsIntended(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target || link.origin !== location.origin || link.pathname === location.pathname) return;
  if (Reflect.get(navigator, 'connection')?.saveData) return;
  pageAt(link.href).catch(() => {});
}

/** The document at an address, ready to be shown. Rejects where only the browser itself can show what is there. */
function pageAt(url: string): Promise<Document> {
  const known = readAlready(url);
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

function readAlready(url: string): Waiting | undefined {
  const known = waiting.get(withoutHash(url));
  return known && performance.now() < known.until ? known : undefined;
}

function withoutHash(url: string): string {
  return url.split('#')[0] ?? url;
}

function fetchPage(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    // Not fetch: what XMLHttpRequest answers is parsed already, and so needs no exception from Trusted Types.
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.onload = () => {
      const page: Document | null = request.response;
      const isWhole = request.status === 200 && request.responseURL === address;
      if (isWhole && page?.querySelector('main') && versionOf(page) === versionOf(document)) {
        bringStyles(page);
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

/** The names of the styles that came with other pages, by their text. The first page's need none. */
const broughtStyles = new Map([[stylesIn(document), '']]);

/**
 * Each page has its own styles, and no others, inside its HTML. Those of a page that is read ahead are adopted at once, so that its
 * change has nothing to do with sheets. They hold for its own `main` alone, where they win over the first page's, so that neither
 * the page that is shown nor the order in which they come makes a difference. Header and footer keep those of the first page.
 */
function bringStyles(page: Document): void {
  const styles = stylesIn(page);
  if (broughtStyles.has(styles)) return;
  const name = `${broughtStyles.size}`;
  broughtStyles.set(styles, name);
  // What no scope can hold stands behind this mark: see server/stylesheet.ts.
  const [rules, others] = styles.split('/**/');
  const sheet = new CSSStyleSheet();
  // What stands beside the page's own parts came with an island of one of them, such as the notifications.
  sheet.replaceSync(`@scope(main[data-styles="${name}"],body>div){${rules}}${others}`);
  document.adoptedStyleSheets.push(sheet);
}

function stylesIn(page: Document): string {
  return page.querySelector('head > style')?.textContent ?? '';
}

function exchangeWhatIsSeen(page: Document): void {
  const main = mainOf(page);
  main.dataset['arrived'] = '';
  main.dataset['styles'] = broughtStyles.get(stylesIn(page)) ?? '';
  document.title = page.title;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header :is(nav a, .contact-button)')) {
    const isOfList = location.pathname.startsWith(`${link.pathname}/`);
    link.ariaCurrent = link.pathname === location.pathname ? 'page' : isOfList ? 'true' : null;
  }
  mainOf(document).replaceWith(main);
}

/** Takes over the very elements: Trusted Types would refuse copies of those that hold data. */
function exchangeWhatIsSaid(page: Document): void {
  for (const old of document.head.querySelectorAll(ofOnePage)) old.remove();
  document.head.append(...page.head.querySelectorAll(ofOnePage));
  const data = page.querySelector(structuredData);
  if (data) document.querySelector(structuredData)?.replaceWith(data);
}

function mainOf(page: Document): HTMLElement {
  return page.querySelector('main') ?? page.body;
}
