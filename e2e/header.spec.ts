import type { Page } from '@playwright/test';

import { navigation } from '../content/navigation.ts';
import { services } from '../content/services/index.ts';
import { hydrated, openWithStoppedClock } from './hydration.ts';
import { expect, test } from './site.ts';

test('the header leads to the seven pages and, from its menu, to the eleven services', async ({ page }) => {
  await page.goto('/');
  const pages = ['/', '/products', '/microsoft-partner', '/strategic-consultation', '/about', '/resources', '/contact'];
  const links = page.locator('#site-menu > ul a');
  expect(await hrefs(links)).toEqual(pages);
  await expect(links).toHaveText(navigation.links.map(({ label }) => label));
  await expect(page.getByRole('banner').locator('.site-logo')).toHaveAttribute('href', '/');

  expect(await hrefs(serviceLinks(page))).toEqual(services.map(({ slug }) => `/services/${slug}`));
  await expect(serviceLinks(page)).toHaveText(services.map(({ name }) => name));
  await expect(serviceLinks(page)).toHaveCount(11);
});

test('at the narrowest width with a full header its links stay on one line inside it', async ({ page }) => {
  await page.setViewportSize({ width: 1152, height: 800 });
  await page.goto('/');
  const header = await page.getByRole('banner').boundingBox();
  const items = await page.locator('#site-menu > ul a, #site-menu > div > button').all();
  const boxes = await Promise.all(items.map((item) => item.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  for (const box of boxes) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(header?.height ?? 0);
});

test.describe('the services menu', () => {
  test('opens and closes by a click, and says so', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await expect(button(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(menu(page)).toBeHidden();
    await button(page).focus();
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeVisible();
    await expect(button(page)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Enter');
    await expect(menu(page)).toBeHidden();
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await button(page).click();
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toHaveAttribute('aria-expanded', 'false');
  });

  test('is walked by keyboard, and Escape closes it and gives the focus back', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await button(page).focus();
    await page.keyboard.press('Space');
    for (const { name } of services.slice(0, 2)) {
      await page.keyboard.press('Tab');
      await expect(serviceLinks(page).filter({ hasText: name })).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(button(page)).toBeFocused();
  });

  test('closes when the focus leaves it in either direction', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
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

  test('closes by a click beside it', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await button(page).click();
    await expect(menu(page)).toBeVisible();
    await page.mouse.click(640, 700);
    await expect(menu(page)).toBeHidden();
  });

  test('closes when one of its links is chosen', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await button(page).click();
    await serviceLinks(page).last().click();
    await expect(page).toHaveURL(`/services/${services.at(-1)?.slug}`);
    await expect(menu(page)).toBeHidden();
  });

  test('opens under a mouse that rests for 200 ms and not before', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await button(page).hover();
    await page.clock.runFor(199);
    await expect(menu(page)).toBeHidden();
    await page.clock.runFor(1);
    await expect(menu(page)).toBeVisible();
  });

  test('stays closed under a mouse that only passes', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await button(page).hover();
    await page.clock.runFor(150);
    await page.mouse.move(640, 700);
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeHidden();
  });

  test('lets the mouse cross over to it, closes when it leaves, and reopens at once within 300 ms', async ({
    page,
  }) => {
    await openWithStoppedClock(page, '/');
    await button(page).hover();
    await page.clock.runFor(200);
    await serviceLinks(page).first().hover();
    await page.clock.runFor(5000);
    await expect(menu(page)).toBeVisible();

    await page.mouse.move(640, 790);
    await closesWithin(page, 1000);
    await page.clock.runFor(250);
    await button(page).hover();
    await page.clock.runFor(1);
    await expect(menu(page)).toBeVisible();

    await page.mouse.move(640, 790);
    await closesWithin(page, 1000);
    await page.clock.runFor(301);
    await button(page).hover();
    await page.clock.runFor(199);
    await expect(menu(page)).toBeHidden();
    await page.clock.runFor(1);
    await expect(menu(page)).toBeVisible();
  });

  test('stays open when the button is clicked that the mouse has just opened it with', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await button(page).hover();
    await page.clock.runFor(200);
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
const serviceLinks = (page: Page) => menu(page).locator('a');

function hrefs(links: ReturnType<Page['locator']>) {
  return links.evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
}

/** Lets time pass in small steps until the menu has closed, so that the moment is known. */
async function closesWithin(page: Page, milliseconds: number) {
  for (let passed = 0; passed < milliseconds && (await menu(page).isVisible()); passed += 10)
    await page.clock.runFor(10);
  await expect(menu(page)).toBeHidden();
}
