import type { Page } from '@playwright/test';

/** Waits until both fonts are in use. */
export async function fontsAdded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const inUse = [...document.fonts].filter(({ status, family }) => status === 'loaded' && family.includes(' '));
    return inUse.length === 2;
  });
}

/** The families of the site's own that are in use: those that stand in for them have names without spaces. */
export function fontsInUse(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.fonts]
      .filter(({ status, family }) => status === 'loaded' && family.includes(' '))
      .map(({ family }) => family),
  );
}
