import type { Page } from '@playwright/test';

/**
 * Waits until the page's behaviours run, the styles of its states have come, and its islands are alive, which turning to one brings
 * about.
 */
export async function started(page: Page): Promise<void> {
  await behavioursRun(page);
  await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('head > link[rel=stylesheet]')?.sheet);
  for (const island of await page.locator('[data-island]').all()) await island.dispatchEvent('pointerover');
  await page.waitForFunction(() => !document.querySelector('[data-island]:not([data-live])'));
}

/** Opens a page and waits until it has started. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await started(page);
}

export async function behavioursRun(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { integrity } = JSON.parse(document.querySelector('script[type=importmap]')?.textContent ?? '{}');
    // A module is run once: this is the very one that the page asks for by itself.
    await import(Object.keys(integrity).find((address) => address.includes('/entry.client-')) ?? '');
  });
}

/** Opens a page and stops its clock once its scripts run: from then on time passes only by `page.clock.runFor`. */
export async function openWithStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await open(page, path);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
}

/** Gives the window another size, and waits until the page has it, and for sizes of text that follow it by a transition. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
  await settled(page);
}

/** Waits until nothing moves. However short, a transition takes a frame: before it colours may be those of both themes at once. */
export async function settled(page: Page): Promise<void> {
  await twoFrames(page);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
}

/** By then what has been added is laid out and painted. */
export function twoFrames(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Waits until both fonts are in use. Those that stand in for them have names without spaces. */
export async function fontsAdded(page: Page): Promise<void> {
  await page.waitForFunction(
    () => [...document.fonts].filter((it) => it.status === 'loaded' && it.family.includes(' ')).length === 2,
  );
}

/** Lets `isSameDocument` tell later whether the browser has loaded another document since. */
export const markDocument = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { marked: true }) && undefined);
export const isSameDocument = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

/** Presses the header's link to a page, whether it comes anew or in place of this one. */
export const follow = (page: Page, path: string): Promise<void> =>
  page.getByRole('banner').locator(`nav a[href="${path}"]`).click();
