import type { Page } from '@playwright/test';

import { expect, testOfPages as test } from './site.ts';
import { open } from './started.ts';

test.use({ viewport: { width: 390, height: 844 } });

const path = '/services/software-development';

/** Of each line that a part of the page adds, whether the whole of it is shown. */
function shown(page: Page) {
  return page.locator('.enters').evaluateAll((lines) =>
    lines.map((line) => {
      const { clipPath, opacity } = getComputedStyle(line);
      return opacity !== '0' && !/[1-9]\S*%/.test(clipPath);
    }),
  );
}

/** Scrolls until the part of the page with this number stands in the middle of the window. */
function read(page: Page, part: number) {
  return page
    .locator('.enters')
    .nth(part)
    .evaluate((line) => line.closest('section')?.scrollIntoView({ block: 'center', behavior: 'instant' }));
}

test('a service’s structure is built part by part while its page is read, and taken down backwards', async ({
  page,
}) => {
  await open(page, path);
  await expect.poll(() => shown(page)).not.toContain(true);
  await read(page, 1);
  await expect.poll(() => shown(page).then((parts) => parts.slice(0, 2))).toEqual([true, true]);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => shown(page)).not.toContain(true);
});

test('it stands whole where less motion is asked for, and on paper', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, path);
  expect(await shown(page)).not.toContain(false);
  await page.emulateMedia({ reducedMotion: 'no-preference', media: 'print' });
  expect(await shown(page)).not.toContain(false);
  await expect(page.locator('.closing svg')).toBeVisible();
});

test('questions open without scripts, and all stand open on paper', async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site.url, javaScriptEnabled: false });
  await page.goto(path);
  const questions = page.locator('#questions details');
  const answers = questions.locator('p');
  await expect(answers.first()).toBeHidden();
  await questions.first().locator('summary').click();
  await expect(answers.first()).toBeVisible();
  await expect(answers.last()).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(answers.last()).toBeVisible();
  await page.close();
});
