import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../tooling/browser.ts';
import type { Figure } from './report.ts';
import { startChangedSite, startUnlimitedSite } from './start-site.ts';

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
 * pages whose script changes pages by as little as can do it, in turns.
 */
export async function measureChanges(runs: number): Promise<Figure[]> {
  const site = await startUnlimitedSite();
  const plainSite = await startChangedSite(site, 'withPlainPageChange', pairs.flat());
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const painted: Record<string, Rounds> = {};
  const tasks: Record<string, Rounds> = {};
  for (const [from, to] of pairs) {
    const paints: Rounds = (painted[`${from} → ${to}`] = { ours: [], reference: [] });
    const longest: Rounds = (tasks[`${from} → ${to}`] = { ours: [], reference: [] });
    for (let run = 0; run < runs; run += 1) {
      for (const [which, { url }] of [['ours', site] as const, ['reference', plainSite] as const]) {
        const change = await changePage(browser, url, from, to);
        paints[which].push(change.painted);
        longest[which].push(change.longestTask);
      }
    }
  }
  await browser.close();
  await Promise.all([site.stop(), plainSite.stop()]);
  return [
    { name: 'ms from the click to the paint of the next page', aim: ['ratio', 'at most', 1.25], rows: painted },
    { name: 'ms of the longest task (0: none of 50 or more)', aim: ['figure', 'at most', 50], rows: tasks },
  ];
}

type Rounds = Record<'ours' | 'reference', number[]>;

/** In milliseconds. */
interface PageChange {
  /** From the click to the end of the frame that shows the next page. */
  painted: number;
  /** The longest task since the click, those that the next page starts with included. */
  longestTask: number;
}

/** Goes from one page to another as a visitor does: the page has come to rest, the pointer rests on the link, then a click. */
async function changePage(browser: Browser, url: string, from: string, to: string): Promise<PageChange> {
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
  return change;
}

/** Runs in the browser. What it returns is filled in later. */
function watchChange(): PageChange {
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
