import type { Locator, Page } from '@playwright/test';

import { controls, home, navigation, services } from '../src/content/release-content.ts';
import { expect, testReadOnly as test } from './site.ts';
import { openPage } from './page-actions.ts';

// No test here uses a mouse.

const service = services.at(-1) ?? { name: '', slug: '' };

test('from the home page past the header, or by its menu to a service, and back out of the menu', async ({ page }) => {
  await openPage(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: controls.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: home.hero.ask.label })).toBeFocused();

  await openPage(page, '/');
  const opener = page.getByRole('button', { name: navigation.services.label });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(page.locator('#services-menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('#services-menu')).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, page.locator('#services-menu').getByRole('link', { name: service.name, exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/services/${service.slug}`);
  await expect(page.locator('#services-menu')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The next Tab continues in the page.
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
});

test.describe('on a small screen', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('both menus open and lead back', async ({ page }) => {
    await openPage(page, '/about');
    const opener = page.getByRole('button', { name: controls.menu, exact: true });
    const inner = page.getByRole('button', { name: navigation.services.label });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await tabTo(page, inner);
    await page.keyboard.press('Enter');
    await expect(page.locator('#services-menu')).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: controls.back, exact: true }));
    await page.keyboard.press('Enter');
    await expect(page.locator('#services-menu')).toBeHidden();
    await expect(inner).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.locator('#site-menu')).toBeHidden();
    await expect(opener).toBeFocused();
  });
});

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let steps = 0; steps < 40; steps += 1) {
    await page.keyboard.press('Tab');
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(control).toBeFocused();
}
