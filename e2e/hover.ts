import type { Locator, Page } from '@playwright/test';

import { expect } from './site.ts';

/** Rests the mouse on a button whose clock is stopped: what belongs to it shows after exactly as many milliseconds. */
export async function showsAfter(page: Page, button: Locator, shown: Locator, milliseconds: number): Promise<void> {
  await button.hover();
  await page.clock.runFor(milliseconds - 1);
  await expect(shown).toBeHidden();
  await page.clock.runFor(1);
  await expect(shown).toBeVisible();
}

/** It goes when the mouse leaves, shows at once for who is back within 300 ms, and later after the whole time again. */
export async function expectHoverIntent(page: Page, button: Locator, shown: Locator, rest: number): Promise<void> {
  await hidesWhenLeft(page, shown);
  await page.clock.runFor(250);
  await button.hover();
  await page.clock.runFor(1);
  await expect(shown).toBeVisible();
  await hidesWhenLeft(page, shown);
  await page.clock.runFor(301);
  await showsAfter(page, button, shown, rest);
}

/** Moves the mouse away and lets time pass in small steps, so that it is known when it has gone. */
async function hidesWhenLeft(page: Page, shown: Locator): Promise<void> {
  await page.mouse.move(640, 790);
  for (let passed = 0; passed < 1000 && (await shown.isVisible()); passed += 10) await page.clock.runFor(10);
  await expect(shown).toBeHidden();
}
