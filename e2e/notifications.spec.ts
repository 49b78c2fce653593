import type { Page } from '@playwright/test';

import { navigation } from '../content/words.ts';
import { failureMessages, fillForm, functionPath, notification, outcome, send } from './enquiry.ts';
import { openWithStoppedClock, started } from './started.ts';
import { recordScripts } from './loaded-scripts.ts';
import { expect, test } from './site.ts';

// Each failed attempt shows a notification and leaves the form ready for the next.
test.use({ expectedMessages: failureMessages });

test('one stays for 4000 ms and no longer, at the bottom right, and three are visible at a time', async ({ page }) => {
  await showFailure(page);
  await expect(notification(page)).toHaveAttribute('data-mounted', 'true');
  await expect(notification(page)).toBeInViewport({ ratio: 1 });
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await notification(page).boundingBox();
  expect(width - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThanOrEqual(40);
  expect(height - ((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThanOrEqual(40);
  await page.clock.runFor(3900);
  await expect(notification(page)).toHaveAttribute('data-removed', 'false');
  await page.clock.runFor(200);
  await expect(notification(page)).toHaveAttribute('data-removed', 'true');
  await page.clock.runFor(1000);
  await expect(notification(page)).toHaveCount(0);

  for (const count of [1, 2, 3, 4]) {
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
  // What it said stays on the page.
  await expect(outcome(page)).toContainText('Error sending message');
});

test('one follows the theme and changes with it while it is shown; without a theme, the system preference', async ({
  page,
}) => {
  const area = page.locator('[data-sonner-toaster]');
  const { toLight, toDark } = navigation.theme;
  await page.emulateMedia({ colorScheme: 'light' });
  await showFailure(page);
  await expect(area).toHaveAttribute('data-sonner-theme', 'dark');
  const grounds = [await background(page)];
  for (const [label, theme] of [
    [toLight, 'light'],
    [toDark, 'dark'],
  ] as const) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(area).toHaveAttribute('data-sonner-theme', theme);
    grounds.push(await background(page));
    expect(grounds.at(-1)).toBe(await groundOfFields(page));
  }
  expect(grounds).toEqual([grounds[0], expect.not.stringContaining(grounds[0] ?? ''), grounds[0]]);

  await page.evaluate(() => document.documentElement.classList.remove('dark'));
  await expect(area).toHaveAttribute('data-sonner-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(area).toHaveAttribute('data-sonner-theme', 'dark');
});

test('their code comes with the form, and one outlives a change of page', async ({ page }) => {
  const codeOfAnother = recordScripts(page);
  await page.goto('/about');
  await started(page);
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

function background(page: Page): Promise<string> {
  return notification(page).evaluate((toast) => getComputedStyle(toast).backgroundColor);
}

/** Fields and notifications stand on the same raised surface. */
function groundOfFields(page: Page): Promise<string> {
  return page.locator('#name').evaluate((field) => getComputedStyle(field).backgroundColor);
}
