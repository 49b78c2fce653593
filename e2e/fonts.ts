import type { Page } from '@playwright/test';

/** Waits until both fonts are in use. */
export async function fontsAdded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const inUse = [...document.fonts].filter(({ status, family }) => status === 'loaded' && family.includes(' '));
    return inUse.length === 2;
  });
}
