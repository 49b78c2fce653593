import { home } from '../content/home.ts';
import { expect, test } from './site.ts';

test('the home page opens with the headline and leads on to the staffing page', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(home.hero.headline);
  await page.getByRole('link', { name: home.hero.action.label }).click();
  await expect(page).toHaveURL('/resources');
});
