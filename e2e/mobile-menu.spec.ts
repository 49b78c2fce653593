import type { Page } from '@playwright/test';

import { controls, navigation, services } from '../content/words.ts';
import { expectExpanded } from './expanded.ts';
import { open, openWithStoppedClock, started } from './started.ts';
import { expect, testOfPages as test } from './site.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const menuButton = (page: Page) => page.getByRole('button', { name: controls.menu, exact: true });
const servicesButton = (page: Page) => page.getByRole('button', { name: navigation.services.label });
const menu = (page: Page) => page.locator('#site-menu');
const servicesMenu = (page: Page) => page.locator('#services-menu');
const linkTo = (page: Page, to: string) => menu(page).locator(`a[href="${to}"]`);
const lastService = `/services/${services.at(-1)?.slug}`;

test('the menu opens and closes by its button', async ({ page }) => {
  await open(page, '/about');
  await expect(menu(page)).toBeHidden();
  await expectExpanded(page, controls.menu, false);
  for (const isOpen of [true, false]) {
    await menuButton(page).tap();
    await expect(menu(page)).toBeVisible({ visible: isOpen });
    await expectExpanded(page, controls.menu, isOpen);
  }
});

test('the menu closes when a link is chosen, the current page and the logo included', async ({ page }) => {
  await open(page, '/');
  for (const link of [linkTo(page, '/products'), linkTo(page, '/products'), page.locator('.site-logo')]) {
    await menuButton(page).tap();
    await link.tap();
    await expect(menu(page)).toBeHidden();
    await expect(page).toHaveURL((await link.getAttribute('href')) ?? '');
  }
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with${javaScriptEnabled ? '' : 'out'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('the menu leads on, and so do the services, one step further in it', async ({ page }) => {
      await page.goto('/');
      if (javaScriptEnabled) await started(page);
      await menuButton(page).tap();
      for (const { to } of navigation.links) await expect(linkTo(page, to)).toBeVisible();
      await expect(page.locator('[data-theme-toggle]:visible')).toHaveCount(javaScriptEnabled ? 1 : 0);
      await linkTo(page, '/about').tap();
      await expect(page).toHaveURL('/about');
      await expect(menu(page)).toBeHidden();

      await menuButton(page).tap();
      await servicesButton(page).tap();
      for (const { slug } of services) await expect(linkTo(page, `/services/${slug}`)).toBeVisible();
      await page.getByRole('button', { name: controls.back, exact: true }).tap();
      await expect(servicesMenu(page)).toBeHidden();
      await expect(menu(page)).toBeVisible();
      await servicesButton(page).tap();
      await linkTo(page, lastService).tap();
      await expect(page).toHaveURL(lastService);
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
    for (const isOpen of [false, true]) {
      if (isOpen) await servicesButton(page).click();
      else await servicesButton(page).hover();
      await page.clock.runFor(5000);
      await expect(servicesMenu(page)).toBeVisible({ visible: isOpen });
    }
  });
});

test('the theme button reads Light Mode while dark and Dark Mode while light', async ({ page }) => {
  await open(page, '/');
  await menuButton(page).tap();
  const buttonOf = (name: string) => page.getByRole('button', { name, exact: true });
  await buttonOf('Light Mode').tap();
  await expect(page.locator('html')).toHaveClass('light');
  await expect(buttonOf('Light Mode')).toBeHidden();
  await buttonOf('Dark Mode').tap();
  await expect(page.locator('html')).toHaveClass('dark');
  await expect(buttonOf('Light Mode')).toBeVisible();
});

test('on a phone held sideways the last entry of either menu can be reached', async ({ page }) => {
  await page.setViewportSize({ width: 667, height: 320 });
  await open(page, '/');
  await menuButton(page).tap();
  for (const last of [page.getByRole('button', { name: 'Light Mode' }), linkTo(page, lastService)]) {
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 1 });
    if (await servicesMenu(page).isHidden()) await servicesButton(page).tap();
  }
});
