import type { Browser } from '@playwright/test';
import { compare, type Figures } from './compare.ts';
import { launchBrowser } from './launch-browser.ts';
import type { Aim, Row } from './report.ts';
import { startChangedSite, startUnlimitedSite } from './start-server.ts';

/** From a page to one that it links to: by the header, by a card, to and from the page with the form. */
const pairs = [
  ['/', '/about'],
  ['/', '/services/dynamics-365'],
  ['/products', '/products/shipguru'],
  ['/about', '/contact'],
  ['/contact', '/'],
] as const;

/**
 * How soon the next page is painted after the click on its link, for a visitor with a processor slowed four times, beside the same
 * pages whose script changes pages by as little as can do it.
 */
export async function measureChanges(runs: number): Promise<Row[]> {
  const site = await startUnlimitedSite();
  const plainSite = await startChangedSite(site, 'withPlainPageChange', pairs.flat());
  const browser = await launchBrowser();
  const cases = pairs.map(([from, to]) => ({
    name: `${from} → ${to}`,
    aims,
    ours: () => changePage(browser, site.url, from, to),
    reference: () => changePage(browser, plainSite.url, from, to),
  }));
  return compare(cases, runs);
}

const painted = 'ms from the click to the end of the frame that shows the next page';
const longestTask = 'ms of the longest task since the click (0: none of 50 or more)';
const aims = {
  [painted]: ['ratio', 'at most', 1.25],
  // The next page's own start included.
  [longestTask]: ['figure', 'at most', 50],
} as const satisfies Record<string, Aim>;

/** Goes from one page to another as a visitor does: the page has come to rest, the pointer rests on the link, then a click. */
async function changePage(browser: Browser, url: string, from: string, to: string): Promise<Figures> {
  // As wide as the header needs to show its links. Nothing is cached, and the line is not slowed.
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
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
