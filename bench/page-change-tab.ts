import type { Browser, Page } from '@playwright/test';

export interface PageChange {
  /** Milliseconds from the click to the frame that shows the new page's heading. */
  painted: number;
  /** The tasks of more than 50 ms since the click, in milliseconds. */
  longTasks: number[];
}

/** Opens the home page anew and returns the tasks of more than 50 ms since its scripts were asked for, in milliseconds. */
export async function watchFirstView(browser: Browser, site: string): Promise<number[]> {
  const page = await openSlowed(browser, `${site}/`);
  const tasks = await page.evaluate(() => {
    const hydration = performance.getEntriesByType('resource').find(({ name }) => name.includes('/hydrate-'));
    const since = hydration?.startTime ?? 0;
    return window.longTasks.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration);
  });
  await page.context().close();
  return tasks;
}

/** Goes to a page as a visitor does: from one that links to it, the pointer on the link for a moment, then a click. */
export async function changePage(browser: Browser, site: string, path: string): Promise<PageChange> {
  const page = await openSlowed(browser, site + (path.startsWith('/products/') ? '/products' : '/'));
  const link = page.locator(`a[href="${path}"]`).last();
  // The services are in a menu, which opens for this.
  await page.evaluate(() => document.querySelector<HTMLElement>('#services-menu')?.showPopover());
  await link.hover();
  // The least time between the pointer's coming to rest, or the finger's touching, and the click.
  await page.waitForTimeout(80);
  await page.evaluate(() => {
    window.longTasks = [];
    const heading = document.querySelector('main h1');
    addEventListener(
      'click',
      ({ timeStamp }) => {
        new MutationObserver((_changes, observer) => {
          if (document.querySelector('main h1') === heading && heading?.isConnected) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => (window.painted = performance.now() - timeStamp)));
        }).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true });
      },
      { capture: true, once: true },
    );
  });
  await link.click();
  await page.waitForFunction(() => window.painted !== undefined);
  await page.waitForTimeout(300);
  const change = await page.evaluate(() => ({
    painted: Math.round(window.painted ?? NaN),
    longTasks: window.longTasks.map(({ duration }) => duration),
  }));
  await page.context().close();
  return change;
}

async function openSlowed(browser: Browser, url: string): Promise<Page> {
  // As wide as the header needs to show the links that are measured.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => void window.longTasks.push(...list.getEntries())).observe({ type: 'longtask' });
  });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  // One of React's effects takes over where the page is scrolled to.
  await page.waitForFunction(() => history.scrollRestoration === 'manual');
  await page.waitForTimeout(500);
  return page;
}

declare global {
  interface Window {
    longTasks: PerformanceEntry[];
    painted?: number;
  }
}
