import type { Page, Request } from '@playwright/test';

import { about, home } from '../content/words.ts';
import { expect, testOfPages as test } from './site.ts';
import { isSameDocument, markDocument, open, openWithStoppedClock } from './started.ts';

const link = (page: Page) => page.locator('header nav a[href="/about"]');

async function expectPage(page: Page, path: string, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page).toHaveURL(path);
}
const expectHome = (page: Page) => expectPage(page, '/', home.hero.headline);
const expectAbout = (page: Page) => expectPage(page, '/about', about.title);

/** Keeps a page's answers back: `asked` is there once it is asked for, `failed` once the browser has given it up. */
async function holdPage(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isIt = (url: URL) => url.pathname === path;
  const asksForIt = (request: Request) => isIt(new URL(request.url()));
  const held = {
    asked: page.waitForRequest(asksForIt),
    failed: page.waitForEvent('requestfailed', asksForIt),
    release: resolve,
  };
  held.failed.catch(() => {});
  await page.route(isIt, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return held;
}

/** Lets a page be read ahead. */
async function readAhead(page: Page): Promise<void> {
  const answer = page.waitForResponse('**/about');
  await link(page).focus();
  await (await answer).finished();
}

const stops = {
  'by a script': (page: Page) => page.evaluate(() => stop()),
  'by the browser': async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Page.stopLoading');
  },
};

test('the address is the next page’s only once that page is there', async ({ page }) => {
  await open(page, '/');
  const held = await holdPage(page, '/about');
  await link(page).click();
  await held.asked;
  await expectHome(page);
  held.release();
  await expectAbout(page);
});

for (const [how, stop] of Object.entries(stops))
  test(`a page that is stopped on its way, ${how}, leaves address and content, and comes at the next click`, async ({
    page,
  }) => {
    await open(page, '/');
    await markDocument(page);
    const held = await holdPage(page, '/about');
    await link(page).click();
    await held.asked;
    await stop(page);
    await held.failed;
    await expectHome(page);
    held.release();
    await link(page).click();
    await expectAbout(page);
    expect(await isSameDocument(page)).toBe(true);
  });

test.describe('where the browser changes the address before the page', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, 'NavigationPrecommitController'));
    await open(page, '/');
    await markDocument(page);
  });

  for (const [how, stop] of Object.entries(stops))
    test(`Back that is stopped, ${how}, leaves address and content, and the next Back works`, async ({ page }) => {
      await readAhead(page);
      await link(page).click();
      await expectAbout(page);
      const held = await holdPage(page, '/');
      await page.goBack();
      await held.asked;
      await expect(page).toHaveURL('/');
      await stop(page);
      await held.failed;
      await expectAbout(page);
      held.release();
      await page.goBack();
      await expectHome(page);
      expect(await isSameDocument(page)).toBe(true);
    });

  test('a link to what was not read ahead is left to the browser', async ({ page }) => {
    await link(page).evaluate((element: HTMLElement) => element.click());
    await expectAbout(page);
    expect(await isSameDocument(page)).toBe(false);
  });
});

test.describe('a page is read ahead', () => {
  const countAsked = (page: Page) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    return () => asked.filter((path) => path === '/about').length;
  };

  for (const [what, turnTo] of Object.entries({
    'the mouse rests on its link': (page: Page) => link(page).hover(),
    'the focus rests on its link': (page: Page) => link(page).focus(),
  }))
    test(`once ${what} for 100 ms, not before`, async ({ page }) => {
      const asked = countAsked(page);
      await openWithStoppedClock(page, '/');
      await turnTo(page);
      await page.clock.runFor(99);
      expect(asked()).toBe(0);
      await page.clock.runFor(1);
      await expect.poll(asked).toBe(1);
    });

  test('not when the mouse only crosses its link', async ({ page }) => {
    const asked = countAsked(page);
    await openWithStoppedClock(page, '/');
    await link(page).hover();
    await page.clock.runFor(99);
    await page.mouse.move(640, 300);
    await expect(link(page).and(page.locator(':hover'))).toHaveCount(0);
    await page.clock.runFor(1000);
    expect(asked()).toBe(0);
  });

  test('as soon as a finger or a button presses its link', async ({ page }) => {
    const asked = countAsked(page);
    await openWithStoppedClock(page, '/');
    await link(page).hover();
    await page.mouse.down();
    await expect.poll(asked).toBe(1);
  });
});
