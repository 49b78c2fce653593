import type { Page } from '@playwright/test';

import { waitForFonts } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  expectedMessages: [/^404: no page at|status of 404/],
});

for (const { theme, width, height } of [
  { theme: 'dark', width: 1280, height: 800 },
  { theme: 'light', width: 390, height: 844 },
] as const) {
  test(`six kinds of page look as they were accepted, ${theme} and ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    for (const path of ['/', '/services/sap', '/products', '/contact', '/terms-of-service', '/nowhere']) {
      await page.goto(path);
      await waitForFonts(page);
      await replaceWords(page);
      const name = `${path === '/' ? 'home' : path.split('/').at(-1)}-${theme}.png`;
      // Versions of the browser render the edges of letters and lines differently.
      await expect.soft(page).toHaveScreenshot(name, { threshold: 0.2, maxDiffPixelRatio: 0.02 });
    }
  });
}

/** Replaces every text by one of a fixed length: the comparison covers the design, not the content. */
function replaceWords(page: Page): Promise<void> {
  return page.evaluate(() => {
    const sentence = 'Words stand here as they do on the page, and end where a line of them would. ';
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: place, textContent } = texts.currentNode;
      if (!place || !textContent?.trim() || place.closest('script, style, noscript')) continue;
      const isLong = place.matches('p, dd, main li') && textContent.length > 40;
      const heading = place.closest('.home-hero') ? 'Words Words Words' : 'A heading of the page';
      const short = place.matches('h1') ? heading : 'Words';
      texts.currentNode.textContent = isLong ? sentence.repeat(2) : short;
    }
  });
}
