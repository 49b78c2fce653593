import type { Page } from '@playwright/test';

import { isSameDocument, markDocument, openPage, waitForWholePage } from './page-actions.ts';
import { expect, testReadOnly as test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedMessages: [/Failed to load resource/] });

// Letters that come late move what stands below them.
test.beforeEach(({ page }) => page.route('**/*.woff2', (route) => route.abort()));

const origin = '/about';

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    for (const path of ['/', '/products', '/services/sap'])
      test(`Back, Forward and a reload show exactly what was left of ${path}`, async ({ page }) => {
        await openPage(page, path);
        await waitForWholePage(page);
        await page.evaluate(() => scrollTo(0, Math.round(0.6 * document.documentElement.scrollHeight)));
        const left = await readPosition(page);
        await markDocument(page);
        await follow(page, origin);
        await page.goBack();
        await expectPosition(page, path, left);
        expect(await isSameDocument(page)).toBe(true);
        await page.reload();
        await expectPosition(page, path, left);
        await page.goBack();
        await expect(page).not.toHaveURL(path);
        await page.goForward();
        await expectPosition(page, path, left);
      });

    for (const target of ['/products#recruitment-management', '/services/sap#questions'])
      test(`${target} is shown below the header, from its own page, from another and loaded`, async ({ page }) => {
        const path = target.split('#')[0] ?? '';
        for (const from of [path, origin]) {
          await openPage(page, from);
          await markDocument(page);
          for (const _press of [1, 2]) {
            await page.evaluate(() => scrollTo(0, 0));
            await follow(page, target);
            await expectTarget(page, target);
          }
          expect(await isSameDocument(page)).toBe(true);
          if (from === path) await expect(page.locator('main[data-arrived]')).toHaveCount(0);
        }
        await page.goto('about:blank');
        await page.goto(target);
        await expectTarget(page, target);
      });
  });

/** Follows a link that stands in no page: a narrow header shows none. */
async function follow(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => Object.assign(document.createElement('a'), { href: to }).click(), href);
  await expect(page).toHaveURL(href);
}

/** Resolves to the title, how far the page is scrolled, and the distances from its top of the headings in the window. */
function readPosition(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const tops = [...document.querySelectorAll('main :is(h1, h2, h3)')].map((it) => it.getBoundingClientRect().top);
    return [document.title, ...[scrollY, ...tops.filter((top) => top < innerHeight)].map(Math.round)];
  });
}

async function expectPosition(page: Page, path: string, expected: unknown): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect.poll(() => readPosition(page)).toEqual(expected);
  await waitForWholePage(page);
  expect(await readPosition(page)).toEqual(expected);
}

async function expectTarget(page: Page, target: string): Promise<void> {
  await expect(page).toHaveURL(target);
  await waitForWholePage(page);
  const readOffset = () =>
    page.evaluate(() => {
      const element = document.querySelector(':target');
      return element && element.getBoundingClientRect().top - parseFloat(getComputedStyle(element).scrollMarginTop);
    });
  await expect.poll(async () => Math.abs((await readOffset()) ?? Infinity)).toBeLessThan(1);
}
