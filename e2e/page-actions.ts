import type { Page } from '@playwright/test';

/**
 * Waits until the page's behaviours run, the styles of its states are loaded, and its islands are hydrated, which
 * hovering triggers.
 */
export async function waitUntilStarted(page: Page): Promise<void> {
  await waitForBehaviours(page);
  await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('head > link[rel=stylesheet]')?.sheet);
  for (const island of await page.locator('[data-island]').all()) await island.dispatchEvent('pointerover');
  await page.waitForFunction(() => !document.querySelector('[data-island]:not([data-live])'));
}

/** Opens a page and waits until it has started. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitUntilStarted(page);
}

export async function waitForBehaviours(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { integrity } = JSON.parse(document.querySelector('script[type=importmap]')?.textContent ?? '{}');
    // A module is evaluated once: this is the instance that the page imports itself.
    await import(Object.keys(integrity).find((address) => address.includes('/entry.client-')) ?? '');
  });
}

/** Opens a page and stops its clock once its scripts run: then time passes only by `page.clock.runFor`. */
export async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await openPage(page, path);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/** Resizes the window, and waits until the page has the size and transitions of font sizes have ended. */
export async function resizePage(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  await waitForAnimations(page);
}

/** Waits until no animation runs. Any transition takes a frame, in which colours of both themes may be mixed. */
export async function waitForAnimations(page: Page): Promise<void> {
  await waitTwoFrames(page);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
}

/** Waits two frames, after which added elements are laid out and painted. */
export function waitTwoFrames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Waits until both fonts are loaded. Names of fallback fonts have no spaces. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.waitForFunction(
    () => [...document.fonts].filter((it) => it.status === 'loaded' && it.family.includes(' ')).length === 2,
  );
}

/** Waits until no part of the page is left to be laid out: for all that measures or shows more than the first screen. */
export async function waitForWholePage(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('main *')].every((it) => getComputedStyle(it).contentVisibility !== 'auto'),
  );
}

/** Marks the document, so that `isSameDocument` can detect that another was loaded. */
export const markDocument = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { marked: true }) && undefined);
export const isSameDocument = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

/** Clicks the header's link to a page, whether it loads a document or replaces the content. */
export const clickHeaderLink = (page: Page, path: string): Promise<void> =>
  page.getByRole('banner').locator(`nav a[href="${path}"]`).click();
