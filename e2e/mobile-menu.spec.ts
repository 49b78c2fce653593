import type { Page } from '@playwright/test';

import { controls, navigation, services } from '../content/words.ts';
import { expectExpanded } from './expanded.ts';
import { openWithStoppedClock, started } from './started.ts';
import { expect, test } from './site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the menu opens and closes by its button', async ({ page }) => {
  await page.goto('/about');
  await started(page);
  await expect(menu(page)).toBeHidden();
  await expectExpanded(page, controls.menu, false);
  await menuButton(page).tap();
  await expect(menu(page)).toBeVisible();
  await expectExpanded(page, controls.menu, true);
  await menuButton(page).tap();
  await expect(menu(page)).toBeHidden();
  await expectExpanded(page, controls.menu, false);
});

test('the menu closes when a link is chosen, the current page and the logo included', async ({ page }) => {
  await page.goto('/');
  await started(page);
  for (const to of ['/products', '/products', '/']) {
    await menuButton(page).tap();
    await linkTo(page, to).tap();
    await expect(menu(page)).toBeHidden();
    await expect(page).toHaveURL(to);
  }
  await menuButton(page).tap();
  await page.getByRole('banner').locator('.site-logo').tap();
  await expect(menu(page)).toBeHidden();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? '' : 'out'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('the menu leads on, and so do the services, one step further in it', async ({ page }) => {
      await page.goto('/');
      if (javaScriptEnabled) await started(page);
      await menuButton(page).tap();
      for (const { label } of navigation.links) await expect(link(page, label)).toBeVisible();
      await expect(page.locator('[data-theme-toggle]:visible')).toHaveCount(javaScriptEnabled ? 1 : 0);
      await linkTo(page, '/about').tap();
      await expect(page).toHaveURL('/about');
      await expect(menu(page)).toBeHidden();

      await menuButton(page).tap();
      await servicesButton(page).tap();
      for (const { name } of services) await expect(link(page, name)).toBeVisible();
      await page.getByRole('button', { name: controls.back, exact: true }).tap();
      await expect(servicesMenu(page)).toBeHidden();
      await expect(menu(page)).toBeVisible();
      await servicesButton(page).tap();
      const last = services.at(-1);
      await link(page, last?.name ?? '').tap();
      await expect(page).toHaveURL(`/services/${last?.slug}`);
      await expect(servicesMenu(page)).toBeHidden();
      await expect(menu(page)).toBeHidden();
    });
  });
}

test.describe('with a mouse, in a window as narrow as a phone', () => {
  test.use({ hasTouch: false, isMobile: false });

  test('the services wait for a click: their page would open over what the mouse points at', async ({ page }) => {
    await openWithStoppedClock(page, '/');
    await menuButton(page).click();
    await servicesButton(page).hover();
    await page.clock.runFor(5000);
    await expect(servicesMenu(page)).toBeHidden();
    await servicesButton(page).click();
    await page.clock.runFor(5000);
    await expect(servicesMenu(page)).toBeVisible();
  });
});

test('the theme button reads Light Mode while dark and Dark Mode while light', async ({ page }) => {
  await page.goto('/');
  await started(page);
  await menuButton(page).tap();
  await page.getByRole('button', { name: 'Light Mode', exact: true }).tap();
  await expect(page.locator('html')).toHaveClass('light');
  await expect(page.getByRole('button', { name: 'Light Mode' })).toBeHidden();
  await page.getByRole('button', { name: 'Dark Mode', exact: true }).tap();
  await expect(page.locator('html')).toHaveClass('dark');
  await expect(page.getByRole('button', { name: 'Light Mode', exact: true })).toBeVisible();
});

test('on a phone held sideways the last entry of either menu can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 667, height: 320 });
  await page.goto('/');
  await started(page);
  await menuButton(page).tap();
  const theme = page.getByRole('button', { name: 'Light Mode' });
  await theme.scrollIntoViewIfNeeded();
  await expect(theme).toBeInViewport({ ratio: 1 });
  await servicesButton(page).tap();
  const last = link(page, services.at(-1)?.name ?? '');
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 1 });
});

const menuButton = (page: Page) => page.getByRole('button', { name: controls.menu, exact: true });
const servicesButton = (page: Page) => page.getByRole('button', { name: navigation.services.label });
const menu = (page: Page) => page.locator('#site-menu');
const servicesMenu = (page: Page) => page.locator('#services-menu');
const link = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true });
const linkTo = (page: Page, to: string) => menu(page).locator(`a[href="${to}"]`);
