import { home } from '../content/words.ts';
import { expect, test } from './site.ts';

test('the home page opens with the headline, whose parts enter one after the other, and leads on', async ({ page }) => {
  await page.goto('/');
  const headline = page.getByRole('heading', { level: 1 });
  await expect(headline).toHaveText('Innovate Elevate Transform.');
  await expect(page.locator('main h2')).toHaveText(['Our Services', 'Sectors We Serve']);
  const button = page.getByRole('link', { name: 'Get Started Now' });
  for (const [element, delay] of [
    [headline, '0.2s'],
    [page.getByText(home.hero.line), '0.4s'],
    [page.locator('p', { has: button }), '0.6s'],
  ] as const) {
    await expect(element).toHaveCSS('animation-delay', delay);
    await expect(element).toHaveCSS('opacity', '1');
  }
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(headline).toHaveCSS('animation-delay', '0s');

  await button.click();
  await expect(page).toHaveURL('/resources');
});

test('all of a card under Our Services leads to its page', async ({ page }) => {
  await page.goto('/');
  const services = page.locator('section', { has: page.getByRole('heading', { name: 'Our Services' }) });
  const cards = services.getByRole('listitem');
  await expect(cards).toHaveCount(home.services.cards.length);
  for (const card of await cards.all()) await expect(card.locator('svg')).toHaveCount(1);
  await cards.last().click();
  await expect(page).toHaveURL(home.services.cards.at(-1)?.to ?? '');
});
