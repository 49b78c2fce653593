import { closeMenus } from './menus.ts';
import { waitForNextTask } from './next-task.ts';
import { findPrefetched, forgetPrefetchedPages, loadPage, startPrefetching } from './prefetch.ts';
import { findMain, swapHeadTags, swapMain } from './swap-page.ts';

/** A behaviour that starts on each page. `signal` is aborted when the visitor leaves the page. */
export type PageBehaviour = (main: HTMLElement, signal: AbortSignal) => void;

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
        forgetPrefetchedPages();
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
