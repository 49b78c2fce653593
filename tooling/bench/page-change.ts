import type { Browser } from '@playwright/test';
import { measureCases, type Figures, type BenchOptions, type ReportRow } from './report.ts';
import { launchBrowser, startSite } from './start.ts';

/** Pairs of pages: by a link in the header, by a card, to and from the page with the form. */
const pairs: readonly (readonly [from: string, to: string])[] = [
  ['/', '/about'],
  ['/', '/services/dynamics-365'],
  ['/products', '/products/shipguru'],
  ['/about', '/contact'],
  ['/contact', '/'],
];

const painted = 'ms from the click to the end of the frame that shows the next page';
const longestTask = 'ms of the longest task since the click (0: none of 50 or more)';

/**
 * Measures the time from the click on a link to the next page's paint, with a processor slowed four times. Reference:
 * the same pages with a minimal script for page changes.
 */
export async function measure({ rounds }: BenchOptions): Promise<ReportRow[]> {
  const site = await startSite();
  const browser = await launchBrowser();
  const cases = pairs.map(([from, to]) => ({
    name: `${from} → ${to}`,
    // The longest task includes the next page's own start.
    aims: { [painted]: ['ratio', 'at most', 1.25], [longestTask]: ['figure', 'at most', 50] } as const,
    ours: () => changePage(browser, site.url, [from, to]),
    reference: () => changePage(browser, site.url, [from, to], changePagesPlainly),
  }));
  return measureCases(cases, rounds);
}

/** Changes the page as a visitor does: waits until it is idle, hovers over the link, then clicks. */
async function changePage(
  browser: Browser,
  url: string,
  [from, to]: readonly [string, string],
  otherScript?: () => void,
): Promise<Figures> {
  // Wide enough for the header's links. Nothing is cached, and the connection is not slowed.
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, bypassCSP: otherScript !== undefined });
  if (otherScript) await page.addInitScript(otherScript);
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url + from, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  const watched = await page.evaluateHandle(watchChange);
  await page.locator(`a[href="${to}"]`).filter({ visible: true }).first().hover();
  // Shortest time from hover or touch to the click.
  await page.waitForTimeout(80);
  await page.mouse.down();
  await page.mouse.up();
  // Duration of the observation, without queries to the page: answering would be work of its own.
  await page.waitForTimeout(2000);
  const change = await watched.jsonValue();
  await page.close();
  if (!(change.painted > 0)) throw new Error(`The click on ${from} did not bring ${to}`);
  return { [painted]: change.painted, [longestTask]: change.longestTask };
}

/** Runs in the browser. The returned object is filled in later. */
function watchChange() {
  const change = { painted: NaN, longestTask: 0 };
  const heading = document.querySelector('main h1');
  addEventListener('click', ({ timeStamp }) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('main h1') === heading) return;
      observer.disconnect();
      // A frame's rendering follows its callbacks, and this task follows the rendering.
      requestAnimationFrame(() => setTimeout(() => (change.painted = performance.now() - timeStamp)));
    }).observe(document.body, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) change.longestTask = Math.max(change.longestTask, duration);
    }).observe({ type: 'longtask' });
  });
  return change;
}

/**
 * Changes pages in place of the site's script, as simply as possible, and lays out the whole page. Runs in the browser,
 * and so uses nothing from outside.
 */
function changePagesPlainly(): void {
  // Without @scope the site leaves the change of page to others.
  Reflect.deleteProperty(window, 'CSSScopeRule');
  addEventListener('load', () => document.documentElement.removeAttribute('data-first-screen'));
  const fetched = new Map<string, Promise<Document>>();

  async function read(url: string): Promise<Document> {
    const page = Document.parseHTMLUnsafe(await (await fetch(url)).text());
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(page.querySelector('style')?.textContent ?? '');
    document.adoptedStyleSheets.push(sheet);
    return page;
  }

  addEventListener('pointerover', ({ target }) => {
    const link = target instanceof Element && target.closest('a');
    if (link && link.origin === location.origin && !fetched.has(link.href)) fetched.set(link.href, read(link.href));
  });
  navigation.addEventListener('navigate', (event) => {
    event.intercept({
      async handler() {
        const page = await (fetched.get(event.destination.url) ?? read(event.destination.url));
        document.title = page.title;
        document.querySelector('main')?.replaceWith(...page.querySelectorAll('main'));
      },
    });
  });
}
