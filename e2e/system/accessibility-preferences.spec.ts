import type { Page } from '@playwright/test';

import { navigation } from '../../content/words.ts';
import { fields } from '../../enquiries/testing/samples.ts';
import { fillForm, functionPath, send } from '../enquiry.ts';
import { expect, test } from '../site.ts';
import { openKinds, withStates } from './site-states.ts';

test.use({ expectedMessages: withStates.expectedMessages });

test('with reduced motion nothing moves: not on arrival, not at a change of page or theme, not while the form is sent', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for await (const path of openKinds(page)) expect(await longestMotion(page), path).toBeLessThan(1);
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

/** In milliseconds: of all that moves at this moment, what takes longest. What repeats without end takes for ever. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0))),
  );
}
