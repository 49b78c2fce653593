import { controls, products } from '../content/words.ts';
import { expect, testOfPages as test } from './site.ts';

test('a card of the catalogue shows its accent, and its drawing out of the file of them', async ({ page }) => {
  await page.goto('/products');
  const cards = page.getByRole('main').getByRole('article');
  const colourOf = new Map<string, string>();
  for (const [index, { color }] of products.entries()) {
    const card = cards.nth(index);
    await expect(card.locator('svg').first()).toBeVisible();
    const width = () => card.locator('use').evaluate((drawing: SVGUseElement) => drawing.getBBox().width);
    await expect.poll(width).toBeGreaterThan(200);
    const colour = await card.evaluate((element) => getComputedStyle(element).borderTopColor);
    expect(colourOf.get(colour) ?? color).toBe(color);
    colourOf.set(colour, color);
  }
  expect(colourOf.size).toBe(new Set(products.map(({ color }) => color)).size);
});

test('what leads out of the site opens in a new tab that cannot reach back', async ({ page, context }) => {
  await context.route(/https:\/\/(?!127)/, (route) => route.fulfill({ contentType: 'text/html', body: 'there' }));
  await page.goto('/products');
  const product = page.locator('article a[target]').first();
  for (const link of [product, page.getByRole('link', { name: controls.linkedin })]) {
    const opened = page.waitForEvent('popup');
    await link.click();
    const tab = await opened;
    await expect(tab).toHaveURL((await link.getAttribute('href')) ?? '');
    expect(await tab.evaluate(() => opener)).toBeNull();
  }
  await expect(page).toHaveURL('/products');
});

test('the icon of a product stands below the drawing of its page', async ({ page }) => {
  for (const { slug, page: own } of products) {
    if (!own) continue;
    await page.goto(`/products/${slug}`);
    const boxOf = (part: string) => page.getByRole('main').locator(part).first().boundingBox();
    const [drawing, icon] = [await boxOf('svg'), await boxOf('svg[width="24"]')];
    expect(icon?.y).toBeGreaterThan((drawing?.y ?? 0) + (drawing?.height ?? Infinity));
  }
});
