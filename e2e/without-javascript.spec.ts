import type { Page } from '@playwright/test';

import { pages } from '../app/routes.ts';
import { navigation } from '../content/navigation.ts';
import { services } from '../content/services/index.ts';
import { expect, test } from './site.ts';

test.use({ javaScriptEnabled: false });

test('every page can be read to its end', async ({ page }) => {
  test.setTimeout(120_000);
  for (const { path } of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    expect((await page.getByRole('main').innerText()).length, path).toBeGreaterThan(400);
    await expect.poll(() => invisibleTexts(page), `invisible on ${path}`).toEqual([]);
    await expect(page.getByRole('contentinfo').getByRole('link').last(), path).toBeVisible();
  }
});

test.describe('at an unknown address', () => {
  test.use({ expectedMessages: [/404/] });

  test('the way home is there', async ({ page }) => {
    expect((await page.goto('/no-such-page'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await page.getByRole('main').getByRole('link').click();
    await expect(page).toHaveURL('/');
  });
});

test('the services menu opens by click and key, and its links lead on', async ({ page }) => {
  await page.goto('/');
  await servicesButton(page).focus();
  await page.keyboard.press('Enter');
  for (const { name } of services) await expect(serviceLink(page, name)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(serviceLink(page, 'SAP')).toBeHidden();
  await servicesButton(page).click();
  await serviceLink(page, 'SAP').click();
  await expect(page).toHaveURL('/services/sap');
  await expect(serviceLink(page, 'SAP')).toBeHidden();
});

test('the theme is dark, and the button that needs a script is not offered', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveClass('dark');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await expect(page.locator('[data-theme-toggle]:visible')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the menu opens, then the services in it, and both lead on', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    for (const { label } of navigation.links) await expect(pageLink(page, label)).toBeVisible();
    await expect(page.locator('[data-theme-toggle]:visible')).toHaveCount(0);
    await pageLink(page, 'About').tap();
    await expect(page).toHaveURL('/about');
    await expect(pageLink(page, 'About')).toBeHidden();

    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    await servicesButton(page).tap();
    for (const { name } of services) await expect(serviceLink(page, name)).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).tap();
    await expect(pageLink(page, 'About')).toBeVisible();
    await servicesButton(page).tap();
    await serviceLink(page, 'SAP').tap();
    await expect(page).toHaveURL('/services/sap');
  });
});

const servicesButton = (page: Page) => page.getByRole('button', { name: navigation.services.label });
const serviceLink = (page: Page, name: string) =>
  page.locator('#services-menu').getByRole('link', { name, exact: true });
const pageLink = (page: Page, name: string) => page.locator('#site-menu > ul').getByRole('link', { name, exact: true });

/** Texts of the page's content that are not displayed, or that an entrance animation has left transparent. */
function invisibleTexts(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2, h3, h4, p, li, dt, dd, label)')]
      .filter((it) => it.closest('.outcome, [hidden], [aria-hidden=true]') === null)
      .filter((it) => !it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((it) => it.textContent),
  );
}
