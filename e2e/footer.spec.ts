import type { Page } from '@playwright/test';

import { footer } from '../content/footer.ts';
import { site } from '../content/site.ts';
import { expect, test } from './site.ts';

const { email, phone, address, socialMedia } = site.contact;

test('the footer has its columns, the contact info, the legal pages and the copyright line of 2025', async ({
  page,
}) => {
  await page.goto('/');
  for (const title of ['Products', 'Company', 'Contact Info']) {
    await expect(shown(page).getByRole('heading', { name: title })).toBeVisible();
  }
  for (const fact of [email, phone, address]) await expect(shown(page).getByText(fact, { exact: true })).toBeVisible();
  await expect(shown(page).getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);
  const dialled = `tel:${phone.replaceAll(' ', '')}`;
  await expect(shown(page).getByRole('link', { name: phone })).toHaveAttribute('href', dialled);
  for (const [name, path] of [
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Service', '/terms-of-service'],
    ['Cookie Policy', '/cookie-policy'],
  ] as const) {
    await expect(shown(page).getByRole('link', { name })).toHaveAttribute('href', path);
  }
  expect(site.copyright).toContain('2025');
  await expect(shown(page).getByText(site.copyright)).toBeVisible();
});

test('the placeholders lead nowhere: the keyboard passes them by and a click does nothing', async ({ page }) => {
  await page.goto('/about');
  expect(footer.columns.map(({ title }) => title)).toEqual(['Products', 'Company']);
  for (const { title, items } of footer.columns) {
    const column = shown(page)
      .locator('div', { has: page.getByRole('heading', { name: title }) })
      .last();
    const placeholders = column.locator('a:not([href])');
    await expect(placeholders).toHaveText(items.map(({ label }) => label));
    await expect(column.locator('[href], [tabindex]')).toHaveCount(0);
    await placeholders.first().click();
  }
  await expect(page).toHaveURL('/about');

  await shown(page).getByRole('link').first().focus();
  await page.keyboard.press('Shift+Tab');
  await expect(shown(page).locator(':focus')).toHaveCount(0);
  const reached = [];
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.getAttribute('href')));
  }
  const mailAndPhone = [`mailto:${email}`, `tel:${phone.replaceAll(' ', '')}`];
  expect(reached).toEqual([...mailAndPhone, socialMedia.linkedin, ...footer.legal.map(({ to }) => to)]);
});

test('LinkedIn opens in a new tab that cannot reach back', async ({ page, context }) => {
  await context.route(`${socialMedia.linkedin}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: 'there' }),
  );
  await page.goto('/');
  const opened = page.waitForEvent('popup');
  await shown(page).getByRole('link', { name: 'LinkedIn' }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(socialMedia.linkedin);
  expect(await tab.evaluate(() => opener)).toBeNull();
  await expect(page).toHaveURL('/');
});

const shown = (page: Page) => page.getByRole('contentinfo');
