import { navigation } from '../content/words.ts';
import { colourFaultsOf, faultsOfAxe } from './accessibility-engines.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';
import { started } from './started.ts';

// A colour on its way from one theme to the other would be measured halfway.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('no kind of page has a fault that axe finds, dark, or light in its colours', async ({ page }) => {
  test.slow();
  for (const path of oneOfEachKind) {
    await page.goto(path);
    await started(page);
    expect(await faultsOfAxe(page), `${path}, dark`).toEqual([]);
    await page.getByRole('button', { name: navigation.theme.toLight, exact: true }).click();
    await expect(page.locator('html')).toHaveClass('light');
    expect(await colourFaultsOf(page), `${path}, light`).toEqual([]);
    await page.evaluate(() => localStorage.clear());
  }
});
