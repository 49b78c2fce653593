import { pages } from '../app/routes.ts';
import { colourFaultsOf, faultsOf } from './accessibility-engines.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

// A colour on its way from one theme to the other would be measured halfway.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const isService = (path: string) => path.startsWith('/services/');
const paths = pages.map(({ path }) => path);

// Two tests, so that they can run beside each other.
for (const [which, some] of [
  ['page of a service', paths.filter(isService)],
  ['other page', paths.filter((path) => !isService(path))],
] as const) {
  test(`no ${which} has a fault that two engines find, dark or light`, async ({ page }) => {
    test.setTimeout(180_000);
    for (const path of some) {
      await page.goto(path);
      await started(page);
      expect(await faultsOf(page), `${path}, dark`).toEqual([]);
      await page.locator('[data-theme-toggle]:visible').click();
      await expect(page.locator('html')).toHaveClass('light');
      expect(await colourFaultsOf(page), `${path}, light`).toEqual([]);
      await page.evaluate(() => localStorage.clear());
    }
  });
}
