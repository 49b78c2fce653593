import { site } from '../content/words.ts';
import { footerColumns } from './page-words.ts';
import { expect, test } from './site.ts';

test('the footer has its columns, whose placeholders lead nowhere, the legal pages and the copyright line of 2025', async ({
  page,
}) => {
  await page.goto('/about');
  const shown = page.getByRole('contentinfo');
  await expect(shown.getByRole('heading')).toHaveText(['Products', 'Company', 'Contact Info']);
  for (const { title, items } of footerColumns) {
    const column = shown.locator('div', { has: page.getByRole('heading', { name: title }) }).last();
    const placeholders = column.locator('a:not([href])');
    await expect(placeholders).toHaveText(items.map(({ label }) => label));
    // Without either the keyboard passes them by.
    await expect(column.locator('[href], [tabindex]')).toHaveCount(0);
    await placeholders.first().click();
  }
  await expect(page).toHaveURL('/about');

  const legal = shown.getByRole('link').filter({ hasText: /Policy|Terms/ });
  await expect(legal).toHaveText(['Privacy Policy', 'Terms of Service', 'Cookie Policy']);
  expect(site.copyright).toContain('2025');
  await expect(shown.getByText(site.copyright)).toBeVisible();
});
