import type { Page } from '@playwright/test';

import { wayTo, type Page as Route } from '../site/routes.ts';
import { pages } from './pages.ts';
import { about, controls, legalPages, navigation, productsPage } from '../content/words.ts';
import { fields } from '../enquiries/testing/samples.ts';
import { expectValues, fillForm } from './enquiry.ts';
import { fontsAdded } from './fonts.ts';
import { isSameDocument, markDocument } from './same-document.ts';
import { started } from './started.ts';
import { expect, test } from './site.ts';

const product = pages.find(({ parent }) => parent === '/products');

test('a link changes the page without loading it anew: head, breadcrumbs, focus and scroll are the new page’s', async ({
  page,
}) => {
  const breadcrumbs = page.getByRole('navigation', { name: controls.breadcrumb });
  const way = wayTo(pages, product?.path).map(({ name }) => name);
  const heads: unknown[] = [];
  const expectPage = async ({ path = '', title = '' }: Partial<Route> = {}) => {
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect.poll(() => scrolled(page)).toBe(0);
    expect(await isSameDocument(page)).toBe(true);
    heads.push(await said(page));
  };
  await page.goto('/');
  await started(page);
  await markDocument(page);
  await expect(breadcrumbs).toHaveCount(0);
  await page.getByRole('heading', { name: 'Sectors We Serve' }).scrollIntoViewIfNeeded();
  const [, parent] = wayTo(pages, product?.path);
  await page
    .getByRole('banner')
    .getByRole('link', { name: way[1] ?? '', exact: true })
    .click();
  await expectPage(parent);
  await expect(page.locator('#site-menu [aria-current="page"]')).toHaveText([way[1] ?? '']);
  await expect(breadcrumbs.getByRole('listitem')).toHaveText(way.slice(0, 2));
  await page
    .getByRole('main')
    .getByRole('link', { name: product?.name ?? '', exact: true })
    .click();
  await expectPage(product);
  await expect(breadcrumbs.getByRole('listitem')).toHaveText(way);
  await breadcrumbs.getByRole('link', { name: way[1] ?? '' }).click();
  await expectPage(parent);

  // Head and structured data are what they are where the page is loaded.
  for (const [index, route] of [parent, product].entries()) {
    await page.goto(route?.path ?? '');
    expect(heads[index]).toEqual(await said(page));
  }
});

test('Back returns to the place that was left, and to its title', async ({ page }) => {
  await page.goto('/');
  await started(page);
  await fontsAdded(page);
  const title = await page.title();
  await markDocument(page);
  await page.getByRole('link', { name: 'Resource Staffing' }).focus();
  const left = await scrolled(page);
  expect(left).toBeGreaterThan(300);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/resources');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle(title);
  await expect.poll(() => scrolled(page)).toBe(left);
  expect(await isSameDocument(page)).toBe(true);
});

test('an anchor keeps the page and brings its section below the header', async ({ page }) => {
  await page.goto('/cookie-policy');
  await started(page);
  // Else they may come between the click and the look at where it led, and move what stands there.
  await fontsAdded(page);
  await markDocument(page);
  const last = legalPages.find(({ slug }) => slug === 'cookie-policy')?.sections.at(-2)?.title ?? '';
  await page.getByRole('link', { name: last }).click();
  await expect(page).toHaveURL(/\/cookie-policy#/);
  const heading = page.getByRole('heading', { name: last });
  await expect(heading).toBeInViewport();
  const header = await page.getByRole('banner').boundingBox();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
  expect(await isSameDocument(page)).toBe(true);
});

test('a page is fetched once when a link shows the intent, and is there at the click', async ({ page }) => {
  const asked = countPages(page);
  await page.goto('/');
  await started(page);
  const link = page.getByRole('banner').locator('a[href="/about"]');
  for (const turnTo of [() => link.hover(), () => page.mouse.move(0, 300), () => link.hover(), () => link.focus()])
    await turnTo();
  await expect.poll(() => asked('/about')).toBe(1);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
  expect(asked('/about')).toBe(1);
});

test('with Save-Data nothing is fetched before the click', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const asked = countPages(page);
  await page.goto('/');
  await started(page);
  const link = page.getByRole('banner').locator('a[href="/about"]');
  await link.hover();
  await link.focus();
  expect(asked('/about')).toBe(0);
});

test('of two quick clicks the last counts, however late the first answers', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.goto('/');
  await started(page);
  await page.route('**/about', async (route) => {
    await promise;
    await route.continue();
  });
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('header a[href="/about"]')?.click();
    document.querySelector<HTMLElement>('header a[href="/products"]')?.click();
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(productsPage.title);
  const late = page.waitForResponse('**/about');
  resolve();
  await late;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(productsPage.title);
  await expect(page).toHaveURL('/products');
});

test('an open menu closes, what is typed into the form stays for the way back, and the new page’s form comes alive', async ({
  page,
}) => {
  await page.goto('/contact');
  await started(page);
  await markDocument(page);
  await fillForm(page);
  await page.getByRole('button', { name: navigation.services.label }).click();
  await page.locator('#services-menu a').first().click();
  await expect(page.locator('#services-menu')).toBeHidden();
  await expect(page).toHaveURL(/\/services\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/contact');
  await page.locator('#name').focus();
  await expect(page.locator('[data-live]')).toHaveCount(1);
  await expectValues(page, fields);
  expect(await isSameDocument(page)).toBe(true);
});

test('after twenty changes of page nothing of those pages is left', async ({ page }) => {
  test.slow();
  const devtools = await page.context().newCDPSession(page);
  const counted = async () => {
    await devtools.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners };
  };
  await page.goto('/');
  await started(page);
  const walk = async (times: number) => {
    for (let change = 0; change < times; change += 1)
      for (const path of ['/contact', '/about', '/products', '/']) {
        await page.evaluate((to) => document.querySelector<HTMLElement>(`header a[href="${to}"]`)?.click(), path);
        await expect(page.locator(`link[rel=canonical][href$="${path}"]`)).toHaveCount(1);
      }
  };
  await walk(3);
  const before = await counted();
  await walk(5);
  // Chromium keeps the last page's nodes until a transition and its pending frames have ended.
  await expect
    .poll(async () => {
      const after = await counted();
      return after.nodes < before.nodes * 1.5 && after.jsEventListeners < before.jsEventListeners + 20;
    })
    .toBe(true);
});

/** What the page says of itself to programs. */
const said = (page: Page) =>
  page
    .locator(
      'title, meta[name]:not([name=theme-color], [name=viewport]), meta[property], [rel=canonical], [type*=json]',
    )
    .evaluateAll((elements) => elements.map((element) => element.outerHTML).sort());

/** Returns what tells how often the browser has asked for a page since. */
function countPages(page: Page): (path: string) => number {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return (path) => asked.filter((address) => address === path).length;
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
