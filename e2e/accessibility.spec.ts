import type { Page } from '@playwright/test';
import { navigation } from '../src/content/release-content.ts';
import { openPage, waitForWholePage } from './page-actions.ts';
import { onePathPerLayout } from './pages.ts';
import { expect, testReadOnly as test } from './site.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every text of each kind of page is seen, or opens', async ({ page }) => {
    for (const path of onePathPerLayout) {
      await page.goto(path);
      for (const summary of await page.locator('summary').all()) await summary.click();
      const texts = page.locator('main :is(h1, h2, h3, h4, p, li, dt, dd, label), footer :is(a, p)');
      const unseen = await texts.evaluateAll((all) =>
        all
          .filter((it) => it.closest('.outcome, [hidden], [aria-hidden=true]') === null)
          .filter((it) => !it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          .map((it) => it.textContent),
      );
      expect(unseen, path).toEqual([]);
    }
  });
});

test('the lines of a heading on the home page are words apart to assistive technology', async ({ page }) => {
  await openPage(page, '/');
  await waitForWholePage(page);
  const seen = await page.getByRole('heading').allInnerTexts();
  expect(await listTexts(page, 'heading')).toEqual(seen.map((text) => text.replaceAll(/\s+/g, ' ')).toSorted());
});

test('a press of the theme’s button is told by a status, a page that opens is not', async ({ page }) => {
  await openPage(page, '/');
  expect(await listTexts(page, 'status')).toEqual(['']);
  await page.getByRole('button', { name: navigation.theme.toLight }).press('Enter');
  await expect.poll(() => listTexts(page, 'status')).toEqual([navigation.theme.light]);
});

/** Lists what Chromium's accessibility tree has in each node of a role, the parts put together as they are. */
async function listTexts(page: Page, wanted: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const textOf = (id: string): string => {
    const { role, name, childIds = [] } = nodes.find(({ nodeId }) => nodeId === id) ?? {};
    return /^(?:StaticText|LineBreak)$/.test(role?.value) ? name?.value : childIds.map(textOf).join('');
  };
  const found = nodes.filter(({ role }) => role?.value === wanted);
  return found.map(({ nodeId }) => textOf(nodeId).replaceAll(/\s+/g, ' ')).toSorted();
}
