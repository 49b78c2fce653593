import type { Page } from '@playwright/test';

import { contactPage, navigation } from '../src/content/release-content.ts';
import {
  failureMessages,
  enquiryFunctionPath,
  findNotifications,
  findOutcome,
  sendForm,
  submitForm,
} from './contact-form.ts';
import { openWithStoppedClock } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

// Each failed attempt shows a notification and leaves the form ready for the next.
test.use({ expectedMessages: failureMessages });

test('one stays for 4000 ms at the bottom right, three at a time, and its words stay on the page', async ({ page }) => {
  await showFailure(page);
  await expect(findNotifications(page)).toHaveAttribute('data-mounted', 'true');
  const isInCorner = async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await findNotifications(page).boundingBox()) ?? {};
    return [1280 - (x + width), 720 - (y + height)].every((gap) => gap >= 0 && gap <= 40);
  };
  // It slides in by a transition, which a stopped clock does not hold.
  await expect.poll(isInCorner).toBe(true);
  await page.clock.runFor(3900);
  await expect(findNotifications(page)).toHaveAttribute('data-removed', 'false');
  await page.clock.runFor(200);
  await expect(findNotifications(page)).toHaveAttribute('data-removed', 'true');
  await page.clock.runFor(1000);
  await expect(findNotifications(page)).toHaveCount(0);
  await expect(findOutcome(page)).toContainText(contactPage.form.failure.title);

  for (const count of [1, 2, 3, 4]) {
    await submitForm(page);
    await shown(page, count);
  }
  await expect(page.locator('[data-sonner-toast][data-visible="true"]')).toHaveCount(3);
  await expect(page.locator('[data-sonner-toast][data-visible="false"]')).toHaveCSS('opacity', '0');
});

test('one follows the theme while it is shown, and outlives a change of page', async ({ page }) => {
  // Fields and notifications share one raised background.
  const grounds = async () =>
    new Set(
      await page
        .locator('[data-sonner-toast], #name')
        .evaluateAll((all) => all.map((it) => getComputedStyle(it).backgroundColor)),
    );
  await page.emulateMedia({ colorScheme: 'light' });
  await showFailure(page);
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-sonner-theme', 'dark');
  const dark = await grounds();
  await page.getByRole('button', { name: navigation.theme.toLight, exact: true }).click();
  await expect(page.locator('[data-sonner-toaster]')).toHaveAttribute('data-sonner-theme', 'light');
  const light = await grounds();
  expect([dark.size, light.size, new Set([...dark, ...light]).size]).toEqual([1, 1, 2]);
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page).toHaveURL('/about');
  await expect(findNotifications(page)).toBeVisible();
});

/** Stops the clock of the contact page and makes its form fail. */
async function showFailure(page: Page): Promise<void> {
  await page.route(`**${enquiryFunctionPath}`, (route) => route.abort());
  await openWithStoppedClock(page, '/contact');
  await sendForm(page);
  await shown(page);
}

/** Waits until notifications are shown: sonner needs some of the page's own time. */
async function shown(page: Page, count = 1): Promise<void> {
  const afterAMoment = async () => {
    await page.clock.runFor(5);
    return findNotifications(page).count();
  };
  await expect.poll(afterAMoment, { intervals: [20, 50, 100] }).toBe(count);
}
