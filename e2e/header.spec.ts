import type { Page } from '@playwright/test';

import { navigation } from '../content/navigation.ts';
import { services } from '../content/services/index.ts';
import { expectExpanded } from './expanded.ts';
import { openWithStoppedClock, started } from './started.ts';
import { expect, test } from './site.ts';

test('the header leads to the seven pages and, from its menu, to the eleven services', async ({ page }) => {
  await page.goto('/');
  const pages = ['/', '/products', '/microsoft-partner', '/strategic-consultation', '/about', '/resources', '/contact'];
  expect(await hrefs(pageLinks(page))).toEqual(pages);
  await expect(pageLinks(page)).toHaveText(navigation.links.map(({ label }) => label));
  await expect(page.getByRole('banner').locator('.site-logo')).toHaveAttribute('href', '/');

  expect(await hrefs(serviceLinks(page))).toEqual(services.map(({ slug }) => `/services/${slug}`));
  await expect(serviceLinks(page)).toHaveText(services.map(({ name }) => name));
  await expect(serviceLinks(page)).toHaveCount(11);
});

test('wherever the header shows its links they stand on one line inside it', async ({ page }) => {
  await page.goto('/');
  const shown = [];
  for (const width of [1024, 1152, 1200, 1240, 1280, 1360, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const header = await page.getByRole('banner').boundingBox();
    const items = page.locator('#site-menu > ul a:visible, #site-menu > div > button:visible');
    const boxes = await items.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
    expect(new Set(boxes.map(({ top }) => top)).size, `lines at ${width} px`).toBeLessThan(2);
    for (const { bottom } of boxes) expect(bottom).toBeLessThanOrEqual(header?.height ?? 0);
    shown.push(boxes.length);
  }
  expect(shown.at(-1)).toBe(8);
});

test.describe('the services menu', () => {
  test('opens by a click, and closes by another, a click beside it, or the choice of a link', async ({ page }) => {
    await page.goto('/');
    await started(page);
    await expect(menu(page)).toBeHidden();
    await expectExpanded(page, navigation.services.label, false);
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await expectExpanded(page, navigation.services.label, true);
    await button(page).click();
    await expect(menu(page)).toBeHidden();
    await expectExpanded(page, navigation.services.label, false);

    await button(page).click();
    await page.mouse.click(640, 700);
    await expect(menu(page)).toBeHidden();

    await button(page).click();
    await serviceLinks(page).last().click();
    await expect(page).toHaveURL(`/services/${services.at(-1)?.slug}`);
    await expect(menu(page)).toBeHidden();
  });

  test('is opened and walked by keyboard, and Escape closes it and gives the focus back', async ({ page }) => {
    await page.goto('/');
    await started(page);
    await button(page).focus();
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key);
      await expect(menu(page)).toBeVisible();
      for (const { name } of services.slice(0, 2)) {
        await page.keyboard.press('Tab');
        await expect(serviceLinks(page).filter({ hasText: name })).toBeFocused();
      }
      await page.keyboard.press('Escape');
      await expect(menu(page)).toBeHidden();
      await expect(button(page)).toBeFocused();
    }
  });

  test('closes when the focus leaves it in either direction', async ({ page }) => {
    await page.goto('/');
    await started(page);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await expect(menu(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await serviceLinks(page).last().focus();
    await page.keyboard.press('Tab');
    await expect(pageLinks(page).first()).toBeFocused();
    await expect(menu(page)).toBeHidden();
  });

  test('opens under a mouse that rests for 200 ms, and not before nor under one that passes', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await button(page).hover();
    await page.clock.runFor(150);
    await page.mouse.move(640, 700);
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeHidden();
    await opensAfter(page, 200);
  });

  test('lets the mouse cross to it, closes when it leaves, and reopens at once within 300 ms', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await opensAfter(page, 200);
    await serviceLinks(page).first().hover();
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeVisible();

    await closesWhenLeft(page);
    await page.clock.runFor(250);
    await button(page).hover();
    await page.clock.runFor(1);
    await expect(menu(page)).toBeVisible();

    await closesWhenLeft(page);
    await page.clock.runFor(301);
    await opensAfter(page, 200);
  });

  test('stays closed when two clicks open and close it before the mouse has rested', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await button(page).click();
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeHidden();
  });

  test('stays open when the button is clicked that the mouse has just opened it with', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await opensAfter(page, 200);
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await page.mouse.move(640, 790);
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeVisible();
    await button(page).click();
    await expect(menu(page)).toBeHidden();
  });
});

test('the link that the keyboard reaches first skips the header', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test.describe('in the HTML as served', () => {
  test.use({ javaScriptEnabled: false });

  test('the current page is marked, and no other', async ({ page }) => {
    test.slow();
    const paths = [...navigation.links.map(({ to }) => to), ...services.map(({ slug }) => `/services/${slug}`)];
    for (const path of paths) {
      await page.goto(path);
      expect(await hrefs(page.getByRole('banner').locator('#site-menu [aria-current="page"]'))).toEqual([path]);
    }
    await page.goto('/privacy-policy');
    await expect(page.locator('#site-menu [aria-current]')).toHaveCount(0);
  });
});

const button = (page: Page) => page.getByRole('button', { name: navigation.services.label });
const menu = (page: Page) => page.locator('#services-menu');
const pageLinks = (page: Page) => page.locator('#site-menu > ul a');
const serviceLinks = (page: Page) => menu(page).locator('a');

function hrefs(links: ReturnType<Page['locator']>) {
  return links.evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
}

/** Rests the mouse on the button: the menu opens after exactly as many milliseconds. */
async function opensAfter(page: Page, milliseconds: number) {
  await button(page).hover();
  await page.clock.runFor(milliseconds - 1);
  await expect(menu(page)).toBeHidden();
  await page.clock.runFor(1);
  await expect(menu(page)).toBeVisible();
}

/** Moves the mouse away and lets time pass in small steps, so that it is known when the menu has closed. */
async function closesWhenLeft(page: Page) {
  await page.mouse.move(640, 790);
  for (let passed = 0; passed < 1000 && (await menu(page).isVisible()); passed += 10) await page.clock.runFor(10);
  await expect(menu(page)).toBeHidden();
}
