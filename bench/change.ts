import type { Browser } from '@playwright/test';
import { serveChanged } from './changed-site.ts';
import { compare, type Figures, type Options, type Row } from './report.ts';
import { launchBrowser, startSite } from './start.ts';

/** From a page to one that it links to: by the header, by a card, to and from the page with the form. */
const pairs = [
  ['/', '/about'],
  ['/', '/services/dynamics-365'],
  ['/products', '/products/shipguru'],
  ['/about', '/contact'],
  ['/contact', '/'],
] as const;

const painted = 'ms from the click to the end of the frame that shows the next page';
const longestTask = 'ms of the longest task since the click (0: none of 50 or more)';

/**
 * How soon the next page is painted after the click on its link, for a visitor with a processor slowed four times, beside the same
 * pages whose script changes pages by as little as can do it.
 */
export async function measure({ rounds }: Options): Promise<Row[]> {
  const site = await startSite();
  const plain = await serveChanged(site, pairs.flat(), withPlainPageChange);
  const browser = await launchBrowser();
  const cases = pairs.map(([from, to]) => ({
    name: `${from} → ${to}`,
    // In the longest task the next page's own start is included.
    aims: { [painted]: ['ratio', 'at most', 1.25], [longestTask]: ['figure', 'at most', 50] } as const,
    ours: () => changePage(browser, site.url, from, to),
    reference: () => changePage(browser, plain, from, to),
  }));
  return compare(cases, rounds);
}

/** Goes from one page to another as a visitor does: the page has come to rest, the pointer rests on the link, then a click. */
async function changePage(browser: Browser, url: string, from: string, to: string): Promise<Figures> {
  // As wide as the header needs to show its links. Nothing is cached, and the line is not slowed.
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url + from, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  const watched = await page.evaluateHandle(watchChange);
  await page.locator(`a[href="${to}"]`).filter({ visible: true }).first().hover();
  // The least time between the pointer's coming to rest, or the finger's touching, and the click.
  await page.waitForTimeout(80);
  await page.mouse.down();
  await page.mouse.up();
  // For so long the next page is watched. Nothing is asked of it meanwhile: the answer would be work of its own.
  await page.waitForTimeout(2000);
  const change = await watched.jsonValue();
  await page.close();
  if (!(change.painted > 0)) throw new Error(`The click on ${from} did not bring ${to}`);
  return { [painted]: change.painted, [longestTask]: change.longestTask };
}

/** Runs in the browser. What it returns is filled in later. */
function watchChange() {
  const change = { painted: NaN, longestTask: 0 };
  const heading = document.querySelector('main h1');
  addEventListener('click', ({ timeStamp }) => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('main h1') === heading) return;
      observer.disconnect();
      // The frame's own work follows its callbacks, and this task that work.
      requestAnimationFrame(() => setTimeout(() => (change.painted = performance.now() - timeStamp)));
    }).observe(document.body, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) change.longestTask = Math.max(change.longestTask, duration);
    }).observe({ type: 'longtask' });
  });
  return change;
}

/** Makes a page that is like the site's, but for its script: that changes pages by as little as can do it, and does nothing else. */
function withPlainPageChange(text: string, path: string): string {
  if (/\/entry\.client-[\w-]+\.js$/.test(path)) return `(${String(changePagesPlainly)})()`;
  // The import map holds the hash of the script that was there before.
  return path.endsWith('.js') ? text : text.replace(/<script type="importmap">.*?<\/script>/s, '');
}

/** Runs in the browser, and so uses nothing from outside. */
function changePagesPlainly(): void {
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
