import type { Page } from '@playwright/test';

import { expect, testReadOnly as test } from './site.ts';
import { openPage, waitForWholePage } from './page-actions.ts';

const path = '/services/software-development';
const wide = { width: 1280, height: 800 };

/** Resolves to true or false for each part of the structure, in building order: true if it is fully shown. */
function findShownParts(page: Page) {
  return page.locator('.built').evaluateAll((parts) => {
    const orderOf = (part: Element) => Number(/built-(\d)/.exec(part.getAttribute('class') ?? '')?.[1]);
    return parts
      .toSorted((a, b) => orderOf(a) - orderOf(b))
      .map((part) => {
        const { clipPath, opacity } = getComputedStyle(part);
        return opacity === '1' && !/[1-9]\S*%/.test(clipPath);
      });
  });
}

/** Scrolls to a fraction of the section in which the structure is built. */
function readTo(page: Page, share: number) {
  return page.locator('.work').evaluate((section, share) => {
    const { top, height } = section.getBoundingClientRect();
    scrollTo({ top: scrollY + top + (height - innerHeight) * share, behavior: 'instant' });
  }, share);
}

test('a structure is built part by part while its page is read, and taken down backwards', async ({ page }) => {
  await page.setViewportSize(wide);
  await openPage(page, path);
  await waitForWholePage(page);
  await expect.poll(() => findShownParts(page)).not.toContain(true);
  await readTo(page, 0.32);
  await expect.poll(() => findShownParts(page).then((parts) => [parts[0], parts.at(-1)])).toEqual([true, false]);
  await readTo(page, 1);
  await expect.poll(() => findShownParts(page)).not.toContain(false);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => findShownParts(page)).not.toContain(true);
});

test('it stands whole where less motion is asked for', async ({ page }) => {
  await page.setViewportSize(wide);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, path);
  await waitForWholePage(page);
  expect(await findShownParts(page)).not.toContain(false);
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
