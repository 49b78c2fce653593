import { site as company } from '../src/content/release-content.ts';
import { expect, testReadOnly as test } from './site.ts';

test('the facts of the server replace those of the page, where it has them', async ({ page }) => {
  const answer = { phone: '+44 117 496 0999', email: '', address: null };
  await page.route('**/api/content/contact', (route) => route.fulfill({ json: answer }));
  await page.goto('/contact');
  for (const part of [page.getByRole('main'), page.getByRole('contentinfo')]) {
    await expect(part.getByRole('link', { name: answer.phone }).first()).toHaveAttribute('href', 'tel:+441174960999');
    await expect(part.getByRole('link', { name: company.contact.email }).first()).toBeVisible();
  }
});

test('the contact page shows email, phone and address above the form on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const [above, form] = [await page.locator('main dl').boundingBox(), await page.locator('form').boundingBox()];
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
});
