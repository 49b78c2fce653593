import { expect, testReadOnly as test } from './site.ts';

test('the contact page shows email, phone and address above the form on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  const [above, form] = [await page.locator('main dl').boundingBox(), await page.locator('form').boundingBox()];
  expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThanOrEqual(form?.y ?? 0);
});
