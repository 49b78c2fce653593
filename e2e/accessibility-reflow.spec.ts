import type { Page } from '@playwright/test';

import { pages } from './pages.ts';
import { controls, navigation } from '../content/words.ts';
import { losses, spaceText } from './accessibility-reflow.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';
import { resize, started } from './started.ts';

const narrow = [
  [320, 640],
  [320, 256],
] as const;
const wide = [
  [768, 640],
  [1152, 640],
  [2560, 640],
] as const;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('no page scrolls sideways or loses text, from 320 px to 2560 px, at 400 %, and with text as a reader may space it', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    for (const { path } of pages) {
      const isFirstOfKind = oneOfEachKind.includes(path);
      await page.goto(path);
      // The second is a window of 1280 by 1024 px at 400 %.
      for (const [width, height] of isFirstOfKind ? [...narrow, ...wide] : narrow) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => losses(page), `${path} at ${width} px`).toEqual([]);
        if (isFirstOfKind) expect(await heightOfBreadcrumbs(page), path).toBeLessThanOrEqual(3);
      }
      await spaceText(page);
      for (const width of isFirstOfKind ? [320, 1152, 1280] : [320]) {
        await page.setViewportSize({ width, height: 720 });
        await expect.poll(() => losses(page), `${path} at ${width} px, spaced`).toEqual([]);
      }
    }
  });
});

test('text set to 200 % in the browser grows, and every kind of page still reads and opens its menu', async ({
  page,
}) => {
  test.slow();
  // As in the browser's settings, twice the size that browsers come with.
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const path of oneOfEachKind) {
    await page.goto(path);
    for (const width of [1280, 390]) {
      await resize(page, { width, height: 800 });
      const { size, surplus } = await page.evaluate(() => ({
        size: Number.parseFloat(getComputedStyle(document.body).fontSize),
        surplus: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(size, path).toBeGreaterThanOrEqual(34);
      expect(surplus, `${path} at ${width} px`).toBe(0);
    }
  }
  await started(page);
  await page.getByRole('button', { name: controls.menu, exact: true }).click();
  const last = page.getByRole('button', { name: navigation.theme.light });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
  }
});

/** In rem, with short names: how many lines long ones take is up to whoever gives them. */
function heightOfBreadcrumbs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('.breadcrumbs > li > *')].map((place) => ({
      place,
      name: place.textContent,
    }));
    for (const { place } of names) place.textContent = 'Words';
    const height = document.querySelector('nav:has(> .breadcrumbs)')?.getBoundingClientRect().height ?? 0;
    for (const { place, name } of names) place.textContent = name;
    return height / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  });
}
