import { controls, footer, site } from '../content/words.ts';
import { footerColumns } from './page-words.ts';
import { expect, test } from './site.ts';

test('the footer has its columns, whose placeholders lead nowhere, the contact details, the legal pages and the copyright line', async ({
  page,
}) => {
  await page.goto('/about');
  const shown = page.getByRole('contentinfo');
  await expect(shown.getByRole('heading')).toHaveText([
    ...footerColumns.map(({ title }) => title),
    footer.contactTitle,
  ]);
  for (const { title, items } of footerColumns) {
    const column = shown.locator('div', { has: page.getByRole('heading', { name: title, exact: true }) }).last();
    const entries = column.locator('a');
    await expect(entries).toHaveText(items.map(({ label }) => label));
    for (const [index, { href }] of items.entries()) {
      const entry = entries.nth(index);
      if (href) {
        await expect(entry).toHaveAttribute('href', href);
        continue;
      }
      // Without either the keyboard passes it by.
      await expect(entry).not.toHaveAttribute('href');
      await expect(entry).not.toHaveAttribute('tabindex');
      await entry.click();
    }
  }
  await expect(page).toHaveURL('/about');

  await expect(shown.getByRole('link', { name: controls.linkedin })).toHaveAttribute(
    'href',
    site.contact.socialMedia.linkedin,
  );
  for (const { label, to } of footer.legal)
    await expect(shown.getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to);
  await expect(shown.getByText(site.copyright, { exact: true })).toBeVisible();
});
