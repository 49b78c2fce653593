import type { Page } from '@playwright/test';

import { navigation, services } from '../content/words.ts';
import { expectExpanded } from './expanded.ts';
import { expectHoverIntent, showsAfter } from './hover.ts';
import { open, openWithStoppedClock, resize, started } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

const button = (page: Page) => page.getByRole('button', { name: navigation.services.label });
const menu = (page: Page) => page.locator('#services-menu');
const serviceLinks = (page: Page) => menu(page).locator('a');

test('each service in the menu is a cell of its own in one picture', async ({ page }) => {
  await open(page, '/');
  const picture = page.waitForResponse('**/service-miniatures.svg');
  await button(page).click();
  await picture;
  const cells = await serviceLinks(page).evaluateAll((links) =>
    links.map((link) => {
      const { height, maskPosition } = getComputedStyle(link, '::before');
      return Number.parseFloat(maskPosition) / Number.parseFloat(height);
    }),
  );
  expect(cells).toHaveLength(services.length);
  // A cell is 72 wide and 42 high.
  for (const [index, cell] of cells.entries()) expect(cell).toBeCloseTo((-index * 72) / 42, 2);
});

test('wherever the header shows its links they stand on one line inside it', async ({ page }) => {
  await page.goto('/');
  const items = page.locator('#site-menu > ul a:visible, #site-menu > div > button:visible');
  for (const width of [1024, 1152, 1200, 1280, 1440]) {
    await resize(page, { width, height: 800 });
    const header = await page.getByRole('banner').boundingBox();
    const boxes = await items.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
    expect(new Set(boxes.map(({ top }) => top)).size, `lines at ${width} px`).toBeLessThan(2);
    for (const { bottom } of boxes) expect(bottom).toBeLessThanOrEqual(header?.height ?? 0);
  }
  await expect(items).toHaveCount(navigation.links.length + 1);
});

test('a menu that is open when the window becomes wide stays in the header', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/');
  await page.locator('[popovertarget="site-menu"]').click();
  await resize(page, { width: 1280, height: 800 });
  await page.mouse.wheel(0, 500);
  const [header, row] = [await page.getByRole('banner').boundingBox(), await page.locator('#site-menu').boundingBox()];
  expect((row?.y ?? 0) + (row?.height ?? Infinity)).toBeLessThanOrEqual(header?.height ?? 0);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? '' : 'out'} JavaScript the services menu`, () => {
    test.use({ javaScriptEnabled });

    test('opens by a click, and closes by another, a click beside it, or the choice of a link', async ({ page }) => {
      await page.goto('/');
      if (javaScriptEnabled) await started(page);
      await expect(page.locator('[data-theme-toggle]:visible')).toHaveCount(javaScriptEnabled ? 1 : 0);
      for (const isOpen of [true, false]) {
        await expectExpanded(page, navigation.services.label, !isOpen);
        await button(page).click();
        await expect(menu(page)).toBeVisible({ visible: isOpen });
        await expectExpanded(page, navigation.services.label, isOpen);
      }
      await button(page).click();
      await page.mouse.click(640, 700);
      await expect(menu(page)).toBeHidden();
      await button(page).click();
      await serviceLinks(page).last().click();
      await expect(page).toHaveURL(`/services/${services.at(-1)?.slug}`);
      await expect(menu(page)).toBeHidden();
    });
  });
}

test.describe('the services menu', () => {
  test('closes when the focus leaves it in either direction', async ({ page }) => {
    await open(page, '/');
    await button(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await expect(menu(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await serviceLinks(page).last().focus();
    await page.keyboard.press('Tab');
    await expect(page.locator('#site-menu > ul a').first()).toBeFocused();
    await expect(menu(page)).toBeHidden();
  });

  test('opens under a mouse that rests for 200 ms, and at once within 300 ms of the last time', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await button(page).hover();
    await page.clock.runFor(150);
    await page.mouse.move(640, 700);
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeHidden();

    await showsAfter(page, button(page), menu(page), 200);
    await serviceLinks(page).first().hover();
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeVisible();
    await expectHoverIntent(page, button(page), menu(page), 200);
  });

  test('obeys the last click, whether the mouse rests before or after it', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await button(page).click();
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeHidden();

    await page.mouse.move(640, 700);
    await page.clock.runFor(5000);
    await showsAfter(page, button(page), menu(page), 200);
    await button(page).click();
    await page.mouse.move(640, 790);
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeVisible();
    await button(page).click();
    await expect(menu(page)).toBeHidden();
  });
});
