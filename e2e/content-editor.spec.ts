import type { Page } from '@playwright/test';

import { anna, bob, expect, findNotice, pressButton, registerAndSignIn, test } from './office.ts';

const preview = (page: Page) => page.frameLocator('iframe:not([data-waiting])');
const heading = (page: Page) => preview(page).getByRole('heading', { level: 1 });
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true }).first();
const status = (page: Page) => page.getByRole('main').getByRole('status');
const open = async (page: Page, url: string) => {
  await page.goto(`${url}/content/edit#about.yaml`);
  await expect(heading(page)).toBeVisible();
};

test('a draft is previewed, compared by a colleague with their own, and published', async ({ page, browser, site }) => {
  const markup = '<img src=x onerror=alert(1)> & more';
  await registerAndSignIn(page, site, anna);
  await open(page, site.officeUrl);
  await field(page, 'Heading').fill(markup);
  await expect(heading(page)).toHaveText(markup);
  await expect(status(page)).toContainText('Draft saved at');

  const context = await browser.newContext();
  const other = await context.newPage();
  await registerAndSignIn(other, site, bob);
  await open(other, site.officeUrl);
  await field(other, 'Heading').fill('Of Bob');
  await expect(status(other)).toContainText('Draft saved at');
  await other.getByText(`${anna} has a draft of this too`).click();
  await expect(other.getByRole('main').locator('ins').first()).toContainText('<img');
  await other.getByRole('button', { name: 'Take theirs Heading' }).click();
  await expect(field(other, 'Heading')).toHaveValue(markup);
  await field(other, 'Heading').fill('Of both');
  await other.getByRole('button', { name: 'Publish…' }).click();
  await other.getByLabel('Why, in one line').fill('Heading');
  await pressButton(other, 'Publish now');
  await expect.poll(() => site.getContent().about.title).toBe('Of both');
  await context.close();

  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('main')).toContainText('This was changed while you were writing');
  await expect(page.getByRole('main').locator('ins').first()).toContainText('Of');
  await page.getByRole('button', { name: 'Go on with mine' }).click();
  await expect(field(page, 'Heading')).toHaveValue(markup);
  await expect(status(page)).toContainText('Draft saved at');
  await page.context().grantPermissions(['clipboard-write']);
  await page.getByRole('button', { name: 'Share…' }).click();
  for (const name of ['Make a link', 'Copy']) await pressButton(page, name);
  await expect(findNotice(page)).toContainText('Copied');
});

test.describe('what is typed', () => {
  test.use({ expectedMessages: [/^Failed to load resource|^Framing /] });

  test('stays while the server or the session is away, and goes up by itself after', async ({
    page,
    context,
    site,
  }) => {
    await registerAndSignIn(page, site, anna);
    await open(page, site.officeUrl);
    const draft = async () => (await site.revisionStore.listDrafts()).map(({ value }) => Object(value).title);
    await page.route('**/content/keep', (route) => route.abort());
    await field(page, 'Heading').fill('Typed while away');
    await expect(status(page)).toContainText('Waiting for the connection');
    await page.reload();
    await expect(field(page, 'Heading')).toHaveValue('Typed while away');
    expect(await draft()).toEqual([]);
    await page.unroute('**/content/keep');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(draft).toEqual(['Typed while away']);

    const cookies = await context.cookies();
    await context.clearCookies();
    await field(page, 'Heading').fill('Typed after the end');
    await expect(status(page).getByRole('link', { name: 'Sign in again' })).toBeVisible();
    await context.addCookies(cookies);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect.poll(draft).toEqual(['Typed after the end']);
    await expect(status(page)).toContainText('Draft saved at');
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});

test('on a phone the form comes first, and the page in either theme is one press away', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await registerAndSignIn(page, site, anna);
  await page.goto(`${site.officeUrl}/content/edit#about.yaml:title`);
  await expect(field(page, 'Heading')).toBeFocused();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(heading(page)).toBeVisible();
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await expect(preview(page).locator('html')).toHaveClass('light');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
