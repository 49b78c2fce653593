import type { Page } from '@playwright/test';

import { fontsAdded } from './fonts.ts';
import { expect, testOfPages as test } from './site.ts';

const font = '**/*.woff2';

test('the fonts are asked for once the page is painted, and then shown', async ({ page }) => {
  await page.goto('/about');
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

/** When the page was painted first, and when each font was asked for. */
async function fontTimes(page: Page): Promise<{ painted: number; asked: number[] }> {
  await fontsAdded(page);
  return page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    asked: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ startTime }) => startTime),
  }));
}
