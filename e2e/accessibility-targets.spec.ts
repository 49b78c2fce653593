import { controls } from '../content/words.ts';
import { smallTargets } from './accessibility-targets.ts';
import { fontsAdded } from './fonts.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';
import { started } from './started.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, expectedMessages: [/404/] });
// A button that is being pressed gives way for a moment.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('whatever a finger is to touch measures 44 by 44 px, but for links inside a sentence', async ({ page }) => {
  test.setTimeout(120_000);
  for (const path of [...oneOfEachKind, '/no-such-page']) {
    await page.goto(path);
    await fontsAdded(page);
    expect(await smallTargets(page), path).toEqual([]);
  }
  await started(page);
  await page.getByRole('button', { name: controls.menu, exact: true }).tap();
  await expect(page.locator('#site-menu')).toBeVisible();
  // What was touched comes back to its size.
  await expect.poll(() => smallTargets(page), 'menu').toEqual([]);
  await page.locator('[popovertarget="services-menu"]').first().tap();
  await expect(page.locator('#services-menu')).toBeVisible();
  await expect.poll(() => smallTargets(page), 'services').toEqual([]);
});
