import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { pages } from '../app/routes.ts';
import { hydrated } from './hydration.ts';
import { expect, test } from './site.ts';

// A colour on its way from one theme to the other would be measured halfway.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { path } of pages) {
  test(`${path} has no fault that a scan finds, dark or light`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    expect(await faults(page), 'dark').toEqual([]);
    await page.locator('[data-theme-toggle]:visible').click();
    await expect(page.locator('html')).toHaveClass('light');
    expect(await faults(page), 'light').toEqual([]);
  });
}

test.describe('at an unknown address', () => {
  test.use({ expectedMessages: [/404/] });

  test('the page has no fault that a scan finds', async ({ page }) => {
    await page.goto('/no-such-page');
    await hydrated(page);
    expect(await faults(page)).toEqual([]);
  });
});

test('the open services menu has no fault that a scan finds, dark or light', async ({ page }) => {
  await page.goto('/services/sap');
  await hydrated(page);
  for (const theme of ['dark', 'light']) {
    await expect(page.locator('html')).toHaveClass(theme);
    await page.getByRole('button', { name: 'Services' }).click();
    await expect(page.locator('#services-menu')).toBeVisible();
    expect(await faults(page), theme).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('[data-theme-toggle]:visible').click();
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const path of ['/', '/products', '/contact', '/cookie-policy', '/services/retail-ecommerce']) {
    test(`${path} and its menus have no fault that a scan finds`, async ({ page }) => {
      await page.goto(path);
      await hydrated(page);
      expect(await faults(page)).toEqual([]);
      await page.getByRole('button', { name: 'Menu', exact: true }).tap();
      await expect(page.getByRole('button', { name: 'Light Mode' })).toBeVisible();
      expect(await faults(page), 'menu').toEqual([]);
      await page.getByRole('button', { name: 'Light Mode' }).tap();
      expect(await faults(page), 'menu, light').toEqual([]);
      await page.getByRole('button', { name: 'Services' }).tap();
      await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
      expect(await faults(page), 'services, light').toEqual([]);
    });
  }
});

test.describe('as served', () => {
  test.use({ javaScriptEnabled: false });

  test('no page scrolls sideways at 320 px, and no kind of page at greater widths', async ({ page }) => {
    const oneOfEachKind = [
      '/',
      '/products',
      '/products/lis365',
      '/about',
      '/contact',
      '/cookie-policy',
      '/services/sap',
    ];
    for (const { width, paths } of [
      { width: 320, paths: pages.map(({ path }) => path) },
      { width: 768, paths: oneOfEachKind },
      { width: 1152, paths: oneOfEachKind },
      { width: 2560, paths: oneOfEachKind },
    ]) {
      await page.setViewportSize({ width, height: 640 });
      for (const path of paths) {
        await page.goto(path);
        const surplus = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(surplus, `${path} at ${width} px`).toBe(0);
      }
    }
  });
});

/** One line for each element at fault: the rule, the element, and what is wrong with it. */
async function faults(page: Page) {
  // However short, a transition takes a frame: a scan before it sees the colours of both themes at once.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const { violations } = await new AxeBuilder({ page })
    .options({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    })
    // A third of the time of the newer mode, which differs only in how it reaches into frames: there are none.
    .setLegacyMode(true)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
