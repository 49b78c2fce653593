import { home } from '../content/words.ts';
import { expect, testOfPages as test } from './site.ts';

test('the parts of the opening enter one after the other, or at once where less motion is wanted', async ({ page }) => {
  await page.goto('/');
  const headline = page.getByRole('heading', { level: 1 });
  for (const [part, delay] of [
    [headline, '0.2s'],
    [page.getByText(home.hero.line), '0.4s'],
    [page.locator('.home-hero p', { has: page.getByRole('link') }), '0.6s'],
  ] as const) {
    await expect(part).toHaveCSS('animation-delay', delay);
    await expect(part).toHaveCSS('opacity', '1');
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(headline).toHaveCSS('animation-delay', '0s');
});

test('all of the card of a service, which has a drawing, leads to its page', async ({ page }) => {
  await page.goto('/');
  const cards = page.locator('.service-card');
  await expect(cards.locator('svg')).toHaveCount(home.services.cards.length);
  await cards.last().click({ position: { x: 5, y: 5 } });
  await expect(page).toHaveURL(home.services.cards.at(-1)?.to ?? '');
});
