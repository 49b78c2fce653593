import type { Page } from '@playwright/test';

import { navigation } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { lostControls, lostLines } from './accessibility-forced-colours.ts';
import { failureMessages, fillForm, functionPath, send } from './enquiry.ts';
import { started } from './started.ts';
import { oneOfEachKind } from './page-kinds.ts';
import { expect, test } from './site.ts';

test('in forced colours, dark and light, every control has an edge, a line or a word, and lines are drawn', async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const path of oneOfEachKind) {
    await page.goto(path);
    await wholeStylesheet(page);
    // Against the page's own theme, which is dark.
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ forcedColors: 'active', colorScheme });
      await expect.poll(() => lostControls(page), `${path}, ${colorScheme}`).toEqual([]);
      expect(await lostLines(page), `${path}, ${colorScheme}`).toEqual([]);
    }
  }
});

test.describe('with reduced motion', () => {
  test.use({ expectedMessages: failureMessages });

  test('nothing moves: not on arrival, not at a change of page or theme, not while the form is sent', async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const path of oneOfEachKind) {
      await page.goto(path);
      await wholeStylesheet(page);
      expect(await longestMotion(page), path).toBeLessThan(1);
    }
    await started(page);
    await page.locator('[data-theme-toggle]:visible').click();
    expect(await longestMotion(page), 'theme').toBeLessThan(1);
    await page.getByRole('button', { name: navigation.services.label }).click();
    expect(await longestMotion(page), 'menu').toBeLessThan(1);
    await page.keyboard.press('Escape');
    await page.getByRole('banner').locator('a[href="/contact"]').click();
    await expect(page).toHaveURL('/contact');
    expect(await longestMotion(page), 'page').toBeLessThan(1);

    const answer = Promise.withResolvers<void>();
    await page.route(`**${functionPath}`, async (route) => {
      await answer.promise;
      await route.abort();
    });
    await fillForm(page, fields);
    await send(page);
    await expect(page.locator('form button')).toBeDisabled();
    expect(await longestMotion(page), 'sending').toBeLessThan(1);
    answer.resolve();
    await expect(page.locator('[data-sonner-toast]')).toBeVisible();
  });
});

/** What forced colours need stands in the stylesheet that comes after the first paint. */
async function wholeStylesheet(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet;
    return (sheet?.cssRules.length ?? 0) > 0;
  });
}

/** In milliseconds: of all that moves at this moment, what takes longest. What repeats without end takes for ever. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))),
  );
}
