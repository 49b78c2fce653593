import { home } from '../content/home.ts';
import { expect, test } from './site.ts';

test('the home page opens with the headline and leads on to the staffing page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Innovate Elevate Transform.');
  await page.getByRole('link', { name: 'Get Started Now' }).click();
  await expect(page).toHaveURL('/resources');
});

test('headline, line and button enter after 200, 400 and 600 ms, and all stay visible', async ({ page }) => {
  await page.goto('/');
  const headline = page.getByRole('heading', { level: 1 });
  const line = page.getByText(home.hero.line);
  const button = page.locator('p', { has: page.getByRole('link', { name: 'Get Started Now' }) });
  for (const [element, delay] of [
    [headline, '0.2s'],
    [line, '0.4s'],
    [button, '0.6s'],
  ] as const) {
    await expect(element).toHaveCSS('animation-delay', delay);
    await expect(element).toHaveCSS('opacity', '1');
  }
});

test('who asks for less motion sees everything at once', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('animation-delay', '0s');
});

test('the sections follow in order: hero, Our Services, Sectors We Serve', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('main section').getByRole('heading', { level: 1 }).or(page.locator('main h2'))).toHaveText([
    'Innovate Elevate Transform.',
    'Our Services',
    'Sectors We Serve',
  ]);
});

test('Our Services shows four cards that lead to their pages', async ({ page }) => {
  await page.goto('/');
  const services = page.locator('section', { has: page.getByRole('heading', { name: 'Our Services' }) });
  await expect(services).toContainText('We create engaging apps across web, mobile, and desktop platforms.');
  const titles = ['Software Development', 'Dynamics 365', 'DevOps & CloudOps', 'Resource Staffing'];
  await expect(services.getByRole('heading', { level: 3 })).toHaveText(titles);
  const cards = services.getByRole('listitem');
  await expect(cards).toHaveCount(4);
  for (const [index, { description, to }] of home.services.cards.entries()) {
    await expect(cards.nth(index)).toContainText(description);
    await expect(cards.nth(index).getByRole('link')).toHaveAttribute('href', to);
    await expect(cards.nth(index).locator('svg')).toHaveCount(1);
  }
  await cards.last().click();
  await expect(page).toHaveURL('/resources');
});

test('Sectors We Serve shows six sectors, each with a description', async ({ page }) => {
  await page.goto('/');
  const sectors = page.locator('section', { has: page.getByRole('heading', { name: 'Sectors We Serve' }) });
  const names = ['Healthcare', 'Education', 'Consumer Goods', 'Banking & Financial Services', 'Manufacturing'];
  await expect(sectors.getByRole('heading', { level: 3 })).toHaveText([...names, 'Retail & E-Commerce']);
  await expect(sectors.getByRole('listitem').locator('p')).toHaveText(home.sectors.items.map((it) => it.description));
});
