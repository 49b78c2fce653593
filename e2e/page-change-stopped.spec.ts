import type { Page } from '@playwright/test';

import { about, home } from '../src/content/release-content.ts';
import { delayRequests } from './contact-form.ts';
import { expect, testReadOnly as test } from './site.ts';
import { clickHeaderLink, isSameDocument, markDocument, openPage } from './page-actions.ts';

async function expectPage(page: Page, path: string, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page).toHaveURL(path);
}
const expectHome = (page: Page) => expectPage(page, '/', home.hero.headline);
const expectAbout = (page: Page) => expectPage(page, '/about', about.title);

/** Navigates to a page whose response is delayed, and stops loading as a browser's Stop does, after `meanwhile`. */
async function stopOnTheWay(page: Page, path: string, go: () => Promise<unknown>, meanwhile: () => Promise<void>) {
  const held = await delayRequests(page, `**${path}`);
  const asked = page.waitForRequest(`**${path}`);
  const failed = page.waitForEvent('requestfailed', (request) => new URL(request.url()).pathname === path);
  await go();
  await asked;
  await meanwhile();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.stopLoading');
  await failed;
  held.release();
}

test('a page that is stopped on its way leaves address and content, and comes at the next click', async ({ page }) => {
  await openPage(page, '/');
  await markDocument(page);
  const go = () => clickHeaderLink(page, '/about');
  await stopOnTheWay(page, '/about', go, () => expectHome(page));
  await expectHome(page);
  await go();
  await expectAbout(page);
  expect(await isSameDocument(page)).toBe(true);
});

test.describe('where the browser changes the address before the page', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'NavigationPrecommitController'));
    await openPage(page, '/');
    await markDocument(page);
  });

  test('Back that is stopped leaves address and content, and the next Back works', async ({ page }) => {
    const readAhead = page.waitForResponse('**/about');
    await page.locator('header nav a[href="/about"]').focus();
    await (await readAhead).finished();
    await clickHeaderLink(page, '/about');
    await expectAbout(page);
    const goBack = () => page.goBack();
    await stopOnTheWay(page, '/', goBack, () => expect(page).toHaveURL('/'));
    await expectAbout(page);
    await goBack();
    await expectHome(page);
    expect(await isSameDocument(page)).toBe(true);
  });

  test('a link to what was not read ahead is left to the browser', async ({ page }) => {
    await page.locator('header nav a[href="/about"]').dispatchEvent('click');
    await expectAbout(page);
    expect(await isSameDocument(page)).toBe(false);
  });
});
