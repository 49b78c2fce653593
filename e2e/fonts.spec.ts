import type { Page } from '@playwright/test';

import { pages } from './pages.ts';
import { fontsAdded } from './fonts.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';
import { twoFrames } from './started.ts';

const font = '**/*.woff2';

test('the fonts are asked for once the page is painted, and then shown', async ({ page }) => {
  await page.goto('/about');
  await fontsAdded(page);
  const { painted, asked } = await fontTimes(page);
  expect(asked).toHaveLength(2);
  for (const startTime of asked) expect(startTime).toBeGreaterThanOrEqual(painted);
});

test('for who comes from another of our pages they belong to the first paint', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  await page.goto('/about');
  await fontsAdded(page);
  await page.getByRole('banner').locator('a[href="/contact"]').click();
  await expect(page).toHaveURL('/contact');
  await fontsAdded(page);
  const { painted, asked } = await fontTimes(page);
  for (const startTime of asked) expect(startTime).toBeLessThan(painted);
});

test('a letter that no page has comes in a file of its own, when somebody writes it', async ({ page }) => {
  await page.goto('/contact');
  await fontsAdded(page);
  const others = page.waitForRequest('**/other-letters-*.woff2');
  await page.locator('#name').fill('Þórarinn');
  await others;
});

test.describe('a font that is none', () => {
  test.use({ expectedMessages: [/font|OTS/] });

  test('leaves the page in the typefaces that stand in for it', async ({ page }) => {
    await page.route(font, (route) => route.fulfill({ status: 200, body: 'no font' }));
    const asked = page.waitForResponse(font);
    await page.goto('/about');
    await asked;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The families that stand in for them have names without spaces.
    const loaded = () => [...document.fonts].filter((it) => it.status === 'loaded' && it.family.includes(' ')).length;
    expect(await page.evaluate(loaded)).toBe(0);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the fonts come with the styles', async ({ page }) => {
    const asked = page.waitForRequest(font);
    await page.goto('/about');
    await asked;
  });
});

for (const { width, paths } of [
  { width: 390, paths: pages.map(({ path }) => path) },
  { width: 1280, paths: oneOfEachKind },
]) {
  test(`at ${width} px the fonts move next to nothing on most pages when they come`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('value' in entry) Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const shifts: number[] = [];
    for (const path of paths) {
      await page.goto(path);
      await fontsAdded(page);
      await twoFrames(page);
      shifts.push(await page.evaluate(() => Number(Reflect.get(window, 'shift'))));
    }
    // Some words fill a line to its last pixel in one typeface, and begin another in the next.
    expect(shifts.filter((shift) => shift >= 0.05).length, String(shifts)).toBeLessThanOrEqual(paths.length / 4);
  });
}

/** When the page was painted first, and when each font was asked for. */
function fontTimes(page: Page): Promise<{ painted: number; asked: number[] }> {
  return page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
  }));
}
