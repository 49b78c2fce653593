import { pages, wayTo } from '../app/routes.ts';
import { fontsAdded } from './fonts.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

const product = pages.find(({ parent }) => parent === '/products');
const way = wayTo(product?.path).map(({ name }) => name);

test('a change of page brings the way to the new page, and what only programs read of it', async ({ page }) => {
  const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  const address = page.locator('meta[property="og:url"]');
  const graph = page.locator('script[type="application/ld+json"]');
  await page.goto('/');
  await started(page);
  await expect(breadcrumbs).toHaveCount(0);
  await page
    .getByRole('banner')
    .getByRole('link', { name: way[1] ?? '', exact: true })
    .click();
  await expect(breadcrumbs.getByRole('listitem')).toHaveText(way.slice(0, 2));
  await expect(address).toHaveAttribute('content', /\/products$/);
  expect(await graph.textContent()).toContain('CollectionPage');

  await page
    .getByRole('main')
    .getByRole('link', { name: product?.name ?? '', exact: true })
    .click();
  await expect(page).toHaveURL(product?.path ?? '');
  await expect(breadcrumbs.getByRole('listitem')).toHaveText(way);
  await breadcrumbs.getByRole('link', { name: way[1] ?? '' }).click();
  await expect(breadcrumbs.getByRole('listitem')).toHaveText(way.slice(0, 2));
  await breadcrumbs.getByRole('link', { name: way[0] ?? '' }).click();
  await expect(page).toHaveURL('/');
  await expect(breadcrumbs).toHaveCount(0);
});

test('the way to a page takes no more than three rem above the page, and each of its links is large enough for a finger', async ({
  page,
}) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(product?.path ?? '');
    await fontsAdded(page);
    const { lines, links } = await page.getByRole('navigation', { name: 'Breadcrumb' }).evaluate((nav) => ({
      lines: nav.getBoundingClientRect().height / parseFloat(getComputedStyle(document.documentElement).fontSize),
      links: [...nav.querySelectorAll('a')].map((link) => link.getBoundingClientRect().height),
    }));
    expect(lines).toBeLessThanOrEqual(3);
    expect(Math.min(...links)).toBeGreaterThanOrEqual(44);
  }
});
