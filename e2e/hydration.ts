import { expect, type Page } from '@playwright/test';

/** Waits until the page's scripts run: only they state on the menu buttons whether the menu is open. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('button[popovertarget="site-menu"]')).toHaveAttribute('aria-expanded');
}

/** Opens a page and stops its clock once its scripts run: from then on time passes only by `page.clock.runFor`. */
export async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await hydrated(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}
