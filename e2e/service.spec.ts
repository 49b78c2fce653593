import type { Page } from '@playwright/test';

import { deckSize } from '../src/site/drawings/poster-convention.ts';
import { expect, testReadOnly as test } from './site.ts';
import { openPage, waitForWholePage } from './page-actions.ts';

const path = '/services/software-development';
const wide = { width: 1280, height: 800 };

/** Returns how far, in pixels, the vehicle is from where it stands at the end. */
function measureWayLeft(page: Page) {
  return page
    .locator('.vehicle')
    .evaluate((vehicle) => Math.round(Math.abs(new DOMMatrix(getComputedStyle(vehicle).transform).e)));
}

/** As above, once the top of the deck stands at this share of the window's height. */
async function measureWayLeftAt(page: Page, share: number) {
  await page.locator('.deck').evaluate((deck, share) => {
    scrollTo({ top: scrollY + deck.getBoundingClientRect().top - innerHeight * share, behavior: 'instant' });
  }, share);
  return measureWayLeft(page);
}

test('what rides on the deck stands at its last station as the deck leaves the window, and rides back', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await openPage(page, path);
  await waitForWholePage(page);
  for (const [share, isThere] of [
    [0.9, false],
    [-0.3, true],
    [0.9, false],
  ] as const)
    await expect.poll(async () => (await measureWayLeftAt(page, share)) === 0).toBe(isThere);
});

test('it stands at the last station where less motion is asked for', async ({ page }) => {
  await page.setViewportSize(wide);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, path);
  await waitForWholePage(page);
  expect(await measureWayLeft(page)).toBe(0);
});

for (const width of [1024, 1280, 1920, 2560])
  test(`each plate stands in the middle of its mast at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, path);
    await waitForWholePage(page);
    const plates = await page
      .locator('.stations h3')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, width }) => x + width / 2));
    const masts = await page.locator('.deck use[href$=pier]').evaluateAll((all, drawnAt) => {
      const matrices = all.map((mast) => (mast as SVGUseElement).getScreenCTM());
      return matrices.map((matrix) => (matrix ? matrix.e + drawnAt * matrix.a : 0));
    }, deckSize.width / 2);
    for (const [index, plate] of plates.entries()) expect(plate).toBeCloseTo(masts[index + 1] ?? 0, 0);
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
