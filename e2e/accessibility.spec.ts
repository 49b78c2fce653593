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
