import type { Page } from '@playwright/test';

/** Waits until the page's scripts run, React's effects included: one of them takes over where the page is scrolled to. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => history.scrollRestoration === 'manual');
}

/** Opens a page and stops its clock once its scripts run: from then on time passes only by `page.clock.runFor`. */
export async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await hydrated(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}
