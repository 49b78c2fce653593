import type { Page } from '@playwright/test';

import { productPage } from '../content/product-page.ts';
import { products } from '../content/products/index.ts';
import { productsPage } from '../content/products-page.ts';
import { expect, test } from './site.ts';

test('the catalogue shows eight products, each with its words, four features and a colour of its own', async ({
  page,
}) => {
  await page.goto('/products');
  await expect(cards(page)).toHaveCount(8);
  const colours = new Set<string>();
  for (const [index, product] of products.entries()) {
    const card = cards(page).nth(index);
    await expect(card.getByRole('heading')).toHaveText(product.title);
    await expect(card).toContainText(product.subtitle);
    await expect(card).toContainText(product.description);
    await expect(card.getByRole('listitem')).toHaveText([...product.features]);
    await expect(card.getByRole('listitem')).toHaveCount(4);
    await expect(card.locator('svg').first()).toBeVisible();
    colours.add(await card.evaluate((element) => getComputedStyle(element).borderTopColor));
  }
  expect(colours.size).toBe(8);
});

test('five products lead by their titles to pages of their own, the other three have none', async ({ page }) => {
  await page.goto('/products');
  const linked = await cards(page)
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const pages = ['adp-connector', 'bartender-connector', 'shipguru', 'bbptechnologies', 'lis365'];
  expect(linked).toEqual(pages.map((slug) => `/products/${slug}`));
});

test('two products are visited at their providers, the other six are asked about on the contact page', async ({
  page,
}) => {
  await page.goto('/products');
  for (const [index, { link, external }] of products.entries()) {
    const button = cards(page).nth(index).locator('.button');
    await expect(button).toHaveCount(1);
    await expect(button).toHaveAccessibleName(external ? /^Visit Website/ : /^Contact Us/);
    await expect(button).toHaveAttribute('href', external ? link : '/contact');
    if (external) await expect(button).toHaveAttribute('target', '_blank');
    else await expect(button).not.toHaveAttribute('target');
  }
  expect(products.filter(({ external }) => external).map(({ title }) => title)).toEqual(['ShipGuru', 'LIS365']);
  await cards(page).first().getByRole('link', { name: 'Contact Us' }).click();
  await expect(page).toHaveURL('/contact');
});

test('Visit Website opens the provider in a new tab', async ({ page, context }) => {
  const external = products.filter((product) => product.external);
  await context.route(/https:\/\/(?!127)/, (route) => route.fulfill({ contentType: 'text/html', body: 'there' }));
  await page.goto('/products');
  for (const [index, { link }] of external.entries()) {
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Visit Website' }).nth(index).click();
    await expect(await opened).toHaveURL(link);
  }
  await expect(page).toHaveURL('/products');
});

test('the products page ends with four tiles and a call to action, and offers a demo', async ({ page }) => {
  await page.goto('/products');
  const tiles = page.locator('section', { has: page.getByRole('heading', { name: productsPage.tiles.title }) });
  await expect(tiles.getByRole('listitem')).toHaveText(productsPage.tiles.items.map(({ title, text }) => title + text));
  await expect(tiles.getByRole('listitem')).toHaveCount(4);
  const callToAction = page.getByRole('main').getByRole('link', { name: productsPage.callToAction.label });
  await expect(callToAction).toHaveAttribute('href', '/contact');
  await page.getByRole('link', { name: 'Request a Demo' }).click();
  await expect(page).toHaveURL('/contact');
});

test('each product page shows its icon, words, four key features and a way to the contact page', async ({ page }) => {
  for (const product of products) {
    if (!product.page) continue;
    await page.goto(`/products/${product.page.slug}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(product.title);
    await expect(main).toContainText(product.subtitle);
    for (const paragraph of product.page.description) await expect(main.getByText(paragraph)).toBeVisible();
    await expect(main.locator('svg').first()).toBeVisible();
    await expect(main.getByRole('heading', { name: productPage.features })).toBeVisible();
    await expect(main.getByRole('term')).toHaveText(product.page.features.map(({ title }) => title));
    await expect(main.getByRole('definition')).toHaveText(product.page.features.map(({ text }) => text));
    await expect(main.getByRole('term')).toHaveCount(4);
    await expect(main.getByRole('link', { name: 'Contact Us' }).first()).toHaveAttribute('href', '/contact');
    await expect(main.getByRole('link', { name: 'Visit Website' })).toHaveCount(product.external ? 1 : 0);
  }
});

const cards = (page: Page) => page.getByRole('main').getByRole('article');
