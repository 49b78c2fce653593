import type { Page } from '@playwright/test';

import { navigation } from '../content/words.ts';
import { failureMessages, fillForm, functionPath, notification, outcome, send } from './enquiry.ts';
import { open, openWithStoppedClock } from './started.ts';
import { recordScripts } from './loaded-scripts.ts';
import { expect, testOfPages as test } from './site.ts';

// Each failed attempt shows a notification and leaves the form ready for the next.
test.use({ expectedMessages: failureMessages });

test('one stays for 4000 ms and no longer, at the bottom right', async ({ page }) => {
  await showFailure(page);
  await expect(notification(page)).toHaveAttribute('data-mounted', 'true');
  await expect(notification(page)).toBeInViewport({ ratio: 1 });
  const { x = 0, y = 0, width = 0, height = 0 } = (await notification(page).boundingBox()) ?? {};
  const view = page.viewportSize();
  expect((view?.width ?? Infinity) - (x + width)).toBeLessThanOrEqual(40);
  expect((view?.height ?? Infinity) - (y + height)).toBeLessThanOrEqual(40);
  await page.clock.runFor(3900);
  await expect(notification(page)).toHaveAttribute('data-removed', 'false');
  await page.clock.runFor(200);
  await expect(notification(page)).toHaveAttribute('data-removed', 'true');
  await page.clock.runFor(1000);
  await expect(notification(page)).toHaveCount(0);
  // What it said stays on the page.
  await expect(outcome(page)).toContainText('Error sending message');
});

test('three are visible at a time', async ({ page }) => {
  await showFailure(page);
  for (const count of [2, 3, 4]) {
    await send(page);
    await shown(page, count);
  }
  const visible = page.locator('[data-sonner-toast][data-visible="true"]');
  await expect(visible).toHaveCount(3);
  await expect(page.locator('[data-sonner-toast][data-visible="false"]')).toHaveCSS('opacity', '0');
  await page.clock.runFor(3500);
  await expect(visible).toHaveCount(3);
  await page.clock.runFor(2000);
  await expect(notification(page)).toHaveCount(0);
});

test('one follows the theme while it is shown, and without a theme the system', async ({ page }) => {
  const area = page.locator('[data-sonner-toaster]');
  const { toLight, toDark } = navigation.theme;
  // Fields and notifications stand on the same raised surface.
  const grounds = () =>
    page
      .locator('[data-sonner-toast], #name')
      .evaluateAll((all) => all.map((it) => getComputedStyle(it).backgroundColor));
  await page.emulateMedia({ colorScheme: 'light' });
  await showFailure(page);
  await expect(area).toHaveAttribute('data-sonner-theme', 'dark');
  const dark = new Set(await grounds());
  for (const [label, theme] of [
    [toLight, 'light'],
    [toDark, 'dark'],
  ] as const) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(area).toHaveAttribute('data-sonner-theme', theme);
    const now = new Set(await grounds());
    expect(now.size).toBe(1);
    expect([...now].every((ground) => dark.has(ground))).toBe(theme === 'dark');
  }

  await page.evaluate(() => document.documentElement.classList.remove('dark'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(area).toHaveAttribute('data-sonner-theme', colorScheme);
  }
});

test('their code comes with the form, and one outlives a change of page', async ({ page }) => {
  const codeOfAnother = recordScripts(page);
  await open(page, '/about');
  expect(await codeOfAnother()).not.toContain('data-sonner-toast');

  const code = recordScripts(page);
  await showFailure(page);
  expect(await code()).toContain('data-sonner-toast');
  await page.getByRole('banner').locator('a[href="/about"]').click();
  await expect(page).toHaveURL('/about');
  await expect(notification(page)).toBeVisible();
});

/** Stops the clock of the contact page and has its form fail. */
async function showFailure(page: Page): Promise<void> {
  await page.route(`**${functionPath}`, (route) => route.abort());
  await openWithStoppedClock(page, '/contact');
  await fillForm(page);
  await send(page);
  await shown(page);
}

/** The library needs a moment of the page's own time to show one. */
async function shown(page: Page, count = 1): Promise<void> {
  const afterAMoment = async () => {
    await page.clock.runFor(5);
    return notification(page).count();
  };
  await expect.poll(afterAMoment, { intervals: [20, 50, 100] }).toBe(count);
}
