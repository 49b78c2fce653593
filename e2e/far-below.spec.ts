import type { Page } from '@playwright/test';

import { expect, testOfPages as test } from './site.ts';
import { fontsAdded, open, twoFrames } from './started.ts';

// On a phone what lies far below is laid out when it nears the view.
test.use({ viewport: { width: 390, height: 844 } });

const path = '/services/software-development';

test('the section that an address names stands under the header', async ({ page }) => {
  await open(page, `${path}#questions`);
  await fontsAdded(page);
  const { height = NaN } = (await page.getByRole('banner').boundingBox()) ?? {};
  await expect.poll(() => placeOf(page, '#questions')).toBeGreaterThan(height);
  await expect.poll(() => placeOf(page, '#questions')).toBeLessThan(height + 30);
});

test('a search for words finds what is not laid out', async ({ page }) => {
  await open(page, path);
  await fontsAdded(page);
  const heading = page.locator('#questions h2');
  expect(await isLaidOut(page)).toBe(false);
  await page.evaluate((words) => Reflect.get(window, 'find').call(window, words), await heading.textContent());
  await expect(heading).toBeInViewport();
});

for (const [how, comeBack] of [
  ['Back', async (page: Page) => void (await page.goto('/favicon.svg'), await page.goBack())],
  ['a reload', async (page: Page) => void (await page.reload())],
] as const)
  test(`${how} comes to what was read`, async ({ page }) => {
    await open(page, path);
    await fontsAdded(page);
    await page.locator('#questions').evaluate((section) => section.scrollIntoView());
    await twoFrames(page);
    const place = await placeOf(page, '#questions');
    await comeBack(page);
    await fontsAdded(page);
    await expect.poll(async () => Math.abs((await placeOf(page, '#questions')) - place)).toBeLessThan(40);
  });

test('on paper everything is laid out', async ({ page }) => {
  await open(page, path);
  await page.emulateMedia({ media: 'print' });
  expect(await isLaidOut(page)).toBe(true);
});

const placeOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);

const isLaidOut = (page: Page) =>
  page.locator('#questions h2').evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
