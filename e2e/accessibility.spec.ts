import { navigation } from '../content/words.ts';
import { axeFaults, paleTexts } from './accessibility-engines.ts';
import { oneOfEachKind } from './pages.ts';
import { expect, testOfPages as test } from './site.ts';
import { open } from './started.ts';

test.describe('with less motion', () => {
  // A colour on its way from one theme to the other would be measured halfway.
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const path of oneOfEachKind)
    test(`axe finds no fault, nor a text below 7:1 in either theme: ${path}`, async ({ page }) => {
      await open(page, path);
      expect(await axeFaults(page)).toEqual([]);
      expect(await paleTexts(page), 'dark').toEqual([]);
      await page.getByRole('button', { name: navigation.theme.toLight, exact: true }).click();
      await expect(page.locator('html')).toHaveClass('light');
      expect(await paleTexts(page), 'light').toEqual([]);
    });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every text of each kind of page is seen, or opens', async ({ page }) => {
    for (const path of oneOfEachKind) {
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
