import { site as company } from '../content/words.ts';
import { contactFact, publishField } from '../start/testing/publish-field.ts';
import { expect, test } from './site.ts';

const { phone } = company.contact;
const corrected = phone.replace(/\d(?=\D*$)/, (digit) => String(9 - Number(digit)));

test('what was published replaces the facts of the release, here and in the footer', async ({ page, site }) => {
  await publishField(site, contactFact('phone'), corrected);
  await expect.poll(() => site.words().site.contact.phone).toBe(corrected);
  await page.goto('/contact');
  for (const part of [page.getByRole('main'), page.getByRole('contentinfo')])
    await expect(part.getByRole('link', { name: corrected }).first()).toHaveAttribute('href', /^tel:\+?\d+$/);
});

test('the contact page shows email, phone and address above the form on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const [above, form] = [await page.locator('main dl').boundingBox(), await page.locator('form').boundingBox()];
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
});
