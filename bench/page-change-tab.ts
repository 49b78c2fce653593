import type { Browser } from '@playwright/test';
import { desk, openSlowTab } from './page-browser.ts';

/** In milliseconds. */
export interface PageChange {
  /** From the click to the end of the frame that shows the next page. */
  painted: number;
  /** The longest task since the click, those that the next page starts with included. 0: none of 50 ms or more. */
  longestTask: number;
}

/** For how long the next page is watched, from the click on. */
const watch = 2000;

/** Goes from one page to another as a visitor does: the page has come to rest, the pointer rests on the link, then a click. */
export async function changePage(browser: Browser, site: string, from: string, to: string): Promise<PageChange> {
  const page = await openSlowTab(browser, desk);
  await page.goto(site + from, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  await page.evaluate(watchChange);
  await page.locator(`a[href="${to}"]`).filter({ visible: true }).first().hover();
  // The least time between the pointer's coming to rest, or the finger's touching, and the click.
  await page.waitForTimeout(80);
  await page.mouse.down();
  await page.mouse.up();
  // Nothing is asked of the page meanwhile: the answer would be work of its own.
  await page.waitForTimeout(watch);
  const change = await page.evaluate(() => window.change);
  await page.context().close();
  if (!(change.painted > 0)) throw new Error(`The click on ${from} did not bring ${to}`);
  return change;
}

/** Runs in the browser. */
function watchChange(): void {
  const change = { painted: NaN, longestTask: 0 };
  window.change = change;
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
}

declare global {
  interface Window {
    change: PageChange;
  }
}
