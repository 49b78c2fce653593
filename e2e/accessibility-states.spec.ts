import type { Page } from '@playwright/test';

import { navigation } from '../content/navigation.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { colourFaultsOf, faultsOf } from './accessibility-engines.ts';
import { fillForm, functionPath, notification, outcome, send } from './enquiry.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('no state of the menus has a fault that two engines find, dark or light', async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto('/services/sap');
  await started(page);
  for (const theme of ['dark', 'light']) {
    await expect(page.locator('html')).toHaveClass(theme);
    await page.getByRole('button', { name: navigation.services.label }).click();
    await expect(page.locator('#services-menu')).toBeVisible();
    expect(await faultsOf(page), theme).toEqual([]);
    await page.keyboard.press('Escape');
    // By keyboard, so that its tooltip shows.
    await page.locator('[data-theme-toggle]:visible').focus();
    await expect(page.locator('.tooltip')).toBeVisible();
    expect(await faultsOf(page), `${theme}, tooltip`).toEqual([]);
    await page.keyboard.press('Enter');
  }
});

test.describe('the form', () => {
  test.use({ expectedMessages: [/^The message was not sent:|^Failed to load resource/] });

  test('has no fault that two engines find in any state, dark or light', async ({ page, context }) => {
    test.setTimeout(120_000);
    await page.goto('/contact');
    await started(page);

    await context.setOffline(true);
    await expect(page.locator('form').getByRole('status').filter({ hasText: /\w/ })).toBeVisible();
    await fillForm(page);
    await send(page);
    await expectNoFaults(page, 'alert', 'offline');
    await context.setOffline(false);

    await page.route(`**${functionPath}`, (route) => route.abort(), { times: 1 });
    await send(page);
    await expect(notification(page).first()).toHaveAttribute('data-mounted', 'true');
    await expectNoFaults(page, 'alert', 'failed');

    await fillForm(page, { ...fields, name: ' ', email: 'ada@localhost' });
    await send(page);
    await expect(page.locator('[aria-invalid]')).toHaveCount(2);
    await expectNoFaults(page, 'alert', 'refused');

    await fillForm(page);
    await send(page);
    await expectNoFaults(page, 'status', 'sent');
  });
});

test.describe('where there is no page', () => {
  const enquiries = { receive: () => Promise.reject(new Error('No disk')) };
  test.use({ parts: { enquiries }, expectedMessages: [/./] });

  test('neither screen has a fault that two engines find, dark or light', async ({ page }) => {
    test.setTimeout(120_000);
    await page.goto('/no-such-page');
    await started(page);
    await expectNoFaultsInBothThemes(page, '404');

    await page.goto('/contact');
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expectNoFaultsInBothThemes(page, 'error screen');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('no kind of page and neither menu has a fault that two engines find', async ({ page }) => {
    test.setTimeout(120_000);
    for (const path of ['/', '/products', '/contact', '/cookie-policy', '/services/retail-ecommerce']) {
      await page.goto(path);
      await started(page);
      expect(await faultsOf(page), path).toEqual([]);
    }
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    await expect(page.getByRole('button', { name: navigation.theme.light })).toBeVisible();
    expect(await faultsOf(page), 'menu').toEqual([]);
    await page.getByRole('button', { name: navigation.theme.light }).tap();
    expect(await colourFaultsOf(page), 'menu, light').toEqual([]);
    await page.getByRole('button', { name: navigation.services.label }).tap();
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
    expect(await faultsOf(page), 'services, light').toEqual([]);
  });
});

async function expectNoFaults(page: Page, role: 'alert' | 'status', state: string): Promise<void> {
  await expect(outcome(page).getByRole(role)).toBeVisible();
  await expectNoFaultsInBothThemes(page, state);
}

/** Ends in the theme in which it began. */
async function expectNoFaultsInBothThemes(page: Page, state: string): Promise<void> {
  expect(await faultsOf(page), state).toEqual([]);
  for (const theme of ['light', 'dark']) {
    await page.locator('[data-theme-toggle]:visible').click();
    await expect(page.locator('html')).toHaveClass(theme);
    expect(await colourFaultsOf(page), `${state}, ${theme}`).toEqual([]);
  }
}
