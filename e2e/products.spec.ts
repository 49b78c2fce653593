import type { Locator } from '@playwright/test';

import { controls, products } from '../content/words.ts';
import { expect, test } from './site.ts';

test('the catalogue shows every product by its place, with its features, its colour and a way on', async ({ page }) => {
  await page.goto('/products');
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards.getByRole('heading')).toHaveText(products.map(({ title }) => title));
  expect(products).toEqual(products.toSorted((one, other) => one.place - other.place));
  const colours = new Map<string, string>();
  for (const [index, { features, color, external, link, slug, page: own }] of products.entries()) {
    const card = cards.nth(index);
    await expect(card.getByRole('listitem')).toHaveText([...features]);
    await expect(card.locator('svg').first()).toBeVisible();
    // What the file with the documents has under the product's name. Before it is there, or without it, nothing.
    await expect.poll(() => widthOf(card.locator('use'))).toBeGreaterThan(200);
    colours.set(await card.evaluate((element) => getComputedStyle(element).borderTopColor), color);
    const titleLink = card.getByRole('heading').getByRole('link');
    if (own) await expect(titleLink).toHaveAttribute('href', `/products/${slug}`);
    else await expect(titleLink).toHaveCount(0);
    const button = card.locator('.button');
    await expect(button).toHaveAccessibleName(external ? /^Visit Website/ : /^Contact Us/);
    await expect(button).toHaveAttribute('href', link);
    if (!external) await expect(button).not.toHaveAttribute('target');
  }
  expect([...colours.values()].sort()).toEqual([...new Set(products.map(({ color }) => color))].sort());
});

test('what leads out of the site opens in a new tab that cannot reach back', async ({ page, context }) => {
  await context.route(/https:\/\/(?!127)/, (route) => route.fulfill({ contentType: 'text/html', body: 'there' }));
  await page.goto('/products');
  const external = products.filter((product) => product.external);
  expect(external).not.toEqual([]);
  const links = page.getByRole('link', { name: 'Visit Website' });
  await expect(links).toHaveCount(external.length);
  for (const link of [...(await links.all()), page.getByRole('link', { name: controls.linkedin })]) {
    const opened = page.waitForEvent('popup');
    await link.click();
    const tab = await opened;
    await expect(tab).toHaveURL((await link.getAttribute('href')) ?? '');
    expect(await tab.evaluate(() => opener)).toBeNull();
  }
  await expect(page).toHaveURL('/products');
});

test('each product page shows its icon, a way to the contact page and, where there is one, to the provider', async ({
  page,
}) => {
  for (const { slug, page: own, external } of products) {
    if (!own) continue;
    await page.goto(`/products/${slug}`);
    const main = page.getByRole('main');
    await expect(main.locator('svg').first()).toBeVisible();
    const [structure, icon] = await Promise.all(
      ['svg', 'svg[width="24"]'].map((part) => main.locator(part).first().boundingBox()),
    );
    expect(icon?.y, 'the icon covers nothing of the drawing').toBeGreaterThan(
      (structure?.y ?? 0) + (structure?.height ?? 0),
    );
    await expect(main.getByRole('term')).toHaveText(own.features.map(({ title }) => title));
    await expect(main.getByRole('link', { name: 'Contact Us' }).first()).toHaveAttribute('href', '/contact');
    await expect(main.getByRole('link', { name: 'Visit Website' })).toHaveCount(external ? 1 : 0);
  }
});

/** How wide, in units of its paper, is what a reference into another file brings. */
function widthOf(reference: Locator): Promise<number> {
  return reference.evaluate((element: SVGUseElement) => element.getBBox().width);
}
