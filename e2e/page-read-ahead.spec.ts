import type { Page } from '@playwright/test';

import { about } from '../src/content/release-content.ts';
import { expect, testReadOnly as test } from './site.ts';
import { openWithStoppedClock } from './page-actions.ts';

const link = (page: Page) => page.locator('header nav a[href="/about"]');

/** Opens the home page with its clock stopped. Resolves to a counter of requests for the link's page from then on. */
async function openCounting(page: Page): Promise<() => number> {
  let asked = 0;
  page.on('request', (request) => (asked += Number(new URL(request.url()).pathname === '/about')));
  await openWithStoppedClock(page, '/');
  return () => asked;
}

const hover = (page: Page) => link(page).hover();
const focus = (page: Page) => link(page).focus();
const click = (page: Page) => link(page).click();
const press = async (page: Page) => {
  await hover(page);
  await page.mouse.down();
};
const letGo = (page: Page) => page.mouse.up();

for (const [what, turnTo, rest, choose] of [
  ['once the mouse has rested on its link for 100 ms', hover, 100, click],
  ['once the focus has rested on its link for 100 ms', focus, 100, click],
  ['as soon as a finger or a button presses its link', press, 0, letGo],
] as const)
  test(`a page is read ahead ${what}, once, and is there at the click`, async ({ page }) => {
    const asked = await openCounting(page);
    await turnTo(page);
    if (rest > 0) {
      await page.clock.runFor(rest - 1);
      expect(asked()).toBe(0);
      await page.clock.runFor(1);
    }
    await expect.poll(asked).toBe(1);
    await choose(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
    expect(asked()).toBe(1);
  });

test('a page is not read ahead when the mouse only crosses its link', async ({ page }) => {
  const asked = await openCounting(page);
  await hover(page);
  await page.clock.runFor(99);
  await page.mouse.move(640, 300);
  await expect(link(page).and(page.locator(':hover'))).toHaveCount(0);
  await page.clock.runFor(1000);
  expect(asked()).toBe(0);
});

test('with Save-Data nothing is read ahead', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const asked = await openCounting(page);
  for (const turnTo of [hover, focus]) {
    await turnTo(page);
    await page.clock.runFor(1000);
  }
  expect(asked()).toBe(0);
});
