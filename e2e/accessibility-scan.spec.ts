import type { Page } from '@playwright/test';

import { controls, navigation } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { colourFaultsOf, faultsOf, faultsOfAxe } from './accessibility-engines.ts';
import { failureMessages, fillForm, functionPath, notification, openForm, outcome, send } from './enquiry.ts';
import { desk } from './desk.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';
import { resize, started } from './started.ts';

// A colour on its way from one theme to the other would be measured halfway.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(() => test.setTimeout(120_000));

const phone = { width: 390, height: 844 };

test('no kind of page has a fault that two engines find dark on a desk, or one of them light on a phone', async ({
  page,
}) => {
  for (const path of oneOfEachKind) {
    await page.setViewportSize(desk);
    await page.goto(path);
    await started(page);
    expect(await faultsOf(page), `${path}, dark`).toEqual([]);
    await switchTheme(page);
    await resize(page, phone);
    expect(await faultsOfAxe(page), `${path}, light`).toEqual([]);
    await page.evaluate(() => localStorage.clear());
  }
});

test('no state of the menus has a fault that two engines find, dark or light', async ({ page }) => {
  const services = page.getByRole('button', { name: navigation.services.label });
  await page.goto('/services/sap');
  await started(page);
  for (const faults of [faultsOf, colourFaultsOf]) {
    await services.click();
    await expect(page.locator('#services-menu')).toBeVisible();
    expect(await faults(page), 'services').toEqual([]);
    await page.keyboard.press('Escape');
    // By keyboard, so that its tooltip shows.
    await page.locator('[data-theme-toggle]:visible').focus();
    await expect(page.locator('.tooltip')).toBeVisible();
    expect(await faults(page), 'tooltip').toEqual([]);
    await page.keyboard.press('Enter');
  }

  await page.setViewportSize(phone);
  await page.getByRole('button', { name: controls.menu, exact: true }).click();
  await expect(page.getByRole('button', { name: navigation.theme.light })).toBeVisible();
  await expectNoFaults(page, 'menu on a phone');
  await services.click();
  await expect(page.getByRole('button', { name: controls.back, exact: true })).toBeVisible();
  expect(await faultsOf(page), 'services on a phone').toEqual([]);
});

test.describe('the form', () => {
  test.use({ expectedMessages: failureMessages });

  test('has no fault that two engines find in any state, dark or light', async ({ page, context }) => {
    await openForm(page);

    await context.setOffline(true);
    await expect(page.locator('form').getByRole('status').filter({ hasText: /\w/ })).toBeVisible();
    await fillForm(page);
    await send(page);
    await expect(outcome(page).getByRole('alert')).toBeVisible();
    await expectNoFaults(page, 'offline');
    await context.setOffline(false);

    await page.route(`**${functionPath}`, (route) => route.abort(), { times: 1 });
    await send(page);
    await expect(notification(page).first()).toHaveAttribute('data-mounted', 'true');
    await expectNoFaults(page, 'failed');

    await fillForm(page, { ...fields, name: ' ', email: 'ada@localhost' });
    await send(page);
    await expect(page.locator('[aria-invalid]')).toHaveCount(2);
    await expectNoFaults(page, 'refused');

    await fillForm(page);
    await send(page);
    await expect(outcome(page).getByRole('status')).toBeVisible();
    await expectNoFaults(page, 'sent');
  });
});

test.describe('where there is no page', () => {
  const enquiries = { receive: () => Promise.reject(new Error('No disk')) };
  test.use({ parts: { enquiries }, expectedMessages: [/./] });

  test('neither screen has a fault that two engines find, dark or light', async ({ page }) => {
    await page.goto('/no-such-page');
    await started(page);
    await expectNoFaults(page, '404');

    await page.goto('/contact');
    await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expectNoFaults(page, 'error screen');
  });
});

/** Looks for all faults in the present theme, for those of colours in the other, and leaves that on. */
async function expectNoFaults(page: Page, state: string): Promise<void> {
  expect(await faultsOf(page), state).toEqual([]);
  await switchTheme(page);
  expect(await colourFaultsOf(page), `${state}, other theme`).toEqual([]);
}

async function switchTheme(page: Page): Promise<void> {
  const root = page.locator('html');
  const before = await root.getAttribute('class');
  await page.locator('[data-theme-toggle]:visible').click();
  await expect(root).toHaveClass(before === 'dark' ? 'light' : 'dark');
}
