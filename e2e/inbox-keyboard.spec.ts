import type { Locator, Page } from '@playwright/test';

import { fields } from '../enquiries/testing/samples.ts';
import { markControls, nextStop } from './accessibility-focus.ts';
import { anna, expect, invitationOf, addAuthenticator, notice, receive, signIn, test, title } from './inbox.ts';
import { openEveryPage } from './inbox-pages.ts';
import { resize } from './started.ts';

// No test here touches a mouse.

test('from the invitation to an enquiry that is answered, and out', async ({ page, site }) => {
  await receive(site);
  await addAuthenticator(page);
  await page.goto(await invitationOf(site, anna));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('Waiting');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('link', { name: fields.subject }));
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText(fields.subject);
  await tabTo(page, page.getByRole('button', { name: 'Mark as answered' }));
  await page.keyboard.press('Enter');
  await expect(notice(page)).toHaveText('Marked as answered.');
  await tabTo(page, page.getByRole('button', { name: 'Sign out' }));
  await page.keyboard.press('Space');
  await expect(title(page)).toHaveText('Sign in');
  await tabTo(page, page.getByRole('button', { name: 'Sign in with a passkey' }));
  await page.keyboard.press('Space');
  await expect(title(page)).toHaveText('Waiting');
});

test('on a phone the menu opens, is walked and closes by keys', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, site, anna);
  const opener = page.getByRole('button', { name: 'Menu' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const history = page.getByRole('link', { name: 'History' });
  await expect(history).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, history);
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('History');
});

test.describe('on every page', () => {
  test.use({ expectedMessages: [/^Failed to load resource.* (?:404|409|422) /] });

  test('Tab on a desk and Shift+Tab at 400 % walk to each control once, in order, ringed, whole and uncovered', async ({
    page,
    site,
  }) => {
    test.setTimeout(120_000);
    for await (const state of openEveryPage(page, site)) {
      await resize(page, { width: 1280, height: 720 });
      const there = await walk(page, 'Tab', state);
      await resize(page, { width: 320, height: 256 });
      // What stood in the column is in the menu now.
      const back = await walk(page, 'Shift+Tab', state);
      expect(back.length, state).toBeLessThanOrEqual(there.length + 2);
    }
  });
});

async function walk(page: Page, key: string, state: string): Promise<number[]> {
  await page.evaluate(() => {
    for (const marked of document.querySelectorAll('[data-stop]')) marked.removeAttribute('data-stop');
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.evaluate(markControls);
  const stops: number[] = [];
  for (let stop = await nextStop(page, key); stop && !stops.includes(stop.index); stop = await nextStop(page, key)) {
    expect(stop.faults, `${stop.name} on ${state}, ${key}`).toEqual([]);
    stops.push(stop.index);
  }
  const all = await page.evaluate(() => document.querySelectorAll('[data-stop]').length);
  const inOrder = Array.from({ length: all }, (_, index) => index);
  expect(stops, `${state}, ${key}`).toEqual(key === 'Tab' ? inOrder : inOrder.toReversed());
  return stops;
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let pressed = 0; pressed < 40; pressed += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
