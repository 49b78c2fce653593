import type { Browser } from '@playwright/test';
import { phone } from './page-browser.ts';

/**
 * How many bytes of JavaScript's heap are in use once a page has loaded, all that it starts by itself included, and what is no
 * longer needed is gone. Some 0.6 MB of them are the browser's own. Not in Lighthouse's tab: its helpers would count.
 */
export async function measureHeap(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  // What waits for an idle moment after the load may not have been asked for at that time.
  await page.waitForTimeout(500);
  const session = await context.newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await context.close();
  return usedSize;
}
